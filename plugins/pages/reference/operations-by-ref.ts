/** The operations of the API by their refs. */
import { oncePerRegistry } from "../shared/once-per-registry.ts";
import { operationGroups } from "../shared/operations/operations.ts";
import type { Operation } from "../shared/operations/model.ts";

export const operationsOf = oncePerRegistry((registry): ReadonlyMap<string, Operation> => {
  const all = operationGroups(registry).flatMap(({ operations }) => operations);
  return new Map(all.map((operation) => [operation.ref, operation]));
});
