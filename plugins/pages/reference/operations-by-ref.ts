/** The operations of the API by their refs. */
import type { Registry } from "waymark";
import { operationGroups } from "../shared/operations/operations.ts";
import type { Operation } from "../shared/operations/model.ts";

const byRef = new WeakMap<Registry, ReadonlyMap<string, Operation>>();

export function operationsOf(registry: Registry): ReadonlyMap<string, Operation> {
  const known = byRef.get(registry);
  if (known !== undefined) return known;
  const all = operationGroups(registry).flatMap(({ operations }) => operations);
  const made = new Map(all.map((operation) => [operation.ref, operation]));
  byRef.set(registry, made);
  return made;
}
