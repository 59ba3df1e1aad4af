/** Each write in a transaction of its own: its reads, its rule, its changes and what policies record of it. */
import { definePolicy, type Refusal } from "waymark";
import { Store, UniqueViolation } from "waymark/services";

export const transactions = definePolicy({
  id: "transactions",
  needs: { store: Store },
  compile({ method, declaration }, { use }) {
    if (method === "GET" || declaration.transaction === false) return undefined;
    const isDeclared = declaration.errors?.includes("resource-exists") === true;
    return {
      async around(_call, proceed) {
        try {
          return await use().store.transaction(proceed);
        } catch (error) {
          if (isDeclared && error instanceof UniqueViolation) return { refusal: exists(error) };
          throw error;
        }
      },
    };
  },
});

function exists({ fields }: UniqueViolation): Refusal {
  const detail = `Another resource has the same ${fields.join(" and ")}. Nothing was changed.`;
  return {
    code: "resource-exists",
    detail,
    errors: fields.map((field) => ({ detail, pointer: `/${field}` })),
  };
}
