/** Each write in a transaction of its own: its reads, its rule, its changes and what policies record of it. */
import { definePolicy, ownState, type Refusal, type Route } from "waymark";
import { Conflict, Store, UniqueViolation } from "waymark/services";
import type { Turns } from "./write-turns.ts";

const CONFLICT = "write-conflict";

export const transactions = definePolicy({
  id: "transactions",
  needs: { store: Store },
  state: ownState<{ readonly turns: Turns }>(),
  adjust(route) {
    const { errors = [] } = route;
    if (!isWithin(route) || !Array.isArray(errors)) return route;
    return { ...route, errors: [...new Set([...errors, CONFLICT])] };
  },
  compile({ method, declaration }, { use, state }) {
    if (!isWithin(declaration)) return undefined;
    const isDeclared = declaration.errors?.includes("resource-exists") === true;
    return {
      async around({ path }, proceed) {
        const { store } = use();
        // Within a transaction, others may wait for what that has changed.
        const isAlone = method === "POST" || store.changed() !== undefined;
        let release = () => {};
        try {
          if (!isAlone) release = await state().turns.take(path);
          return await store.transaction(proceed);
        } catch (error) {
          if (isDeclared && error instanceof UniqueViolation) return { refusal: exists(error) };
          if (error instanceof Conflict) return { refusal: { code: CONFLICT, retryAfter: 1 } };
          throw error;
        } finally {
          release();
        }
      },
    };
  },
});

function isWithin({ method, transaction, alwaysFails }: Route): boolean {
  return method !== "GET" && transaction !== false && alwaysFails === undefined;
}

function exists({ fields }: UniqueViolation): Refusal {
  const detail = `Another resource has the same ${fields.join(" and ")}. Nothing was changed.`;
  return {
    code: "resource-exists",
    detail,
    errors: fields.map((field) => ({ detail, pointer: `/${field}` })),
  };
}
