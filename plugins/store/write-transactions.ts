/** Each write in a transaction of its own: its reads, its rule, its changes and what policies record of it. */
import { definePolicy, ownState, type Refusal, type Route } from "waymark";
import { parsePath } from "waymark/advanced";
import { Conflict, ReferenceViolation, Store, UniqueViolation } from "waymark/services";
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
    const declares = (code: string) => declaration.errors?.includes(code) === true;
    const refusalOf = (error: unknown): Refusal | undefined => {
      if (error instanceof UniqueViolation && declares("resource-exists")) return exists(error);
      if (error instanceof ReferenceViolation) {
        if (error.reason === "no-target") return noTarget(error, declaration);
        if (declares("still-referenced")) return stillReferenced(error);
      }
      return error instanceof Conflict ? { code: CONFLICT, retryAfter: 1 } : undefined;
    };
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
          const refusal = refusalOf(error);
          if (refusal !== undefined) return { refusal };
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

/** Returns undefined for a route that takes neither a body nor the field in its path: the plugin chose the value. */
function noTarget({ field, target }: ReferenceViolation, route: Route): Refusal | undefined {
  const detail = `No row of ${target} has this key. Nothing was changed.`;
  if (parsePath(route.path).params.includes(field)) return { code: "resource-not-found", detail };
  if (route.body === undefined && route.bodies === undefined) return undefined;
  return { code: "unprocessable-content", errors: [{ detail, pointer: `/${field}` }] };
}

function stillReferenced({ table, field }: ReferenceViolation): Refusal {
  const detail = `Rows of ${table} refer to it by ${field}. Nothing was changed.`;
  return { code: "still-referenced", detail };
}
