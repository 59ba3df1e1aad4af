/** The statuses that a write may answer with. */
import type { Registry, SealedRoute } from "waymark";
import { getOrMake, openapiDocument } from "waymark/advanced";
import { refusalsOf, successesOf } from "../context.ts";
import { asObject } from "../read.ts";

/** Statuses of the connection, the parser and the target that may refuse any request: not statuses of a route. */
const OF_ANY = [308, 408, 414, 431];

const documents = new WeakMap<Registry, Readonly<Record<string, unknown>>>();

export function namedStatuses(route: SealedRoute, registry: Registry): ReadonlySet<number> {
  const { method, path, answersAs } = route;
  const document = getOrMake(documents, registry, () => asObject(openapiDocument(registry)));
  const operation = asObject(asObject(asObject(document["paths"])[path])[method.toLowerCase()]);
  const described = Object.keys(asObject(operation["responses"])).map(Number);
  return new Set([
    ...OF_ANY,
    ...described.filter((status) => !Number.isNaN(status)),
    ...refusalsOf(route, { registry }),
    ...successesOf(route),
    // In place of 200, for Prefer: return=minimal.
    ...(answersAs === undefined ? [] : [204]),
  ]);
}
