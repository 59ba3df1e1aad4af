/** The answer that an operation has at this moment, as an example. */
import type { Registry, SealedRoute } from "waymark";
import { fillPath, requiredScopes } from "waymark/advanced";
import type { Runtime } from "waymark/services";
import { collectionOf, valuesIn } from "./values.ts";

export interface LiveAnswer {
  /** JSON that a client receives for the target. */
  readonly body: unknown;
  readonly status: number;
  /** Path and query. */
  readonly target: string;
}

/** Largest answer in characters; larger ones are shown by their schema. */
const LARGEST = 20_000;

type Reader = Pick<Runtime, "read">;

/**
 * Returns the answer to an anonymous caller, so that every visitor may see it; undefined if the operation is guarded,
 * writes, needs a value that is not known, or has no data.
 *
 * @param limit items of a list.
 */
export async function liveAnswer(
  route: SealedRoute,
  registry: Registry,
  runtime: Reader,
  limit = 1,
): Promise<LiveAnswer | undefined> {
  if (!isReadable(route)) return undefined;
  try {
    const params = await paramsOf(route, registry, runtime);
    if (params === undefined) return undefined;
    const search = route.engine === undefined ? "" : `?limit=${limit}`;
    const read = await runtime.read(route.ref, params, { search, whole: true });
    if (read.refusal !== undefined) return undefined;
    const { value: body, status = 200 } = read;
    if ((JSON.stringify(body) ?? "").length > LARGEST) return undefined;
    return { body, status, target: `${fillPath(route.pattern, params) ?? route.path}${search}` };
  } catch {
    return undefined; // the handler reports its failure itself
  }
}

/** Returns the first value that the collection lists, for one parameter. */
async function paramsOf(
  route: SealedRoute,
  registry: Registry,
  runtime: Reader,
): Promise<Readonly<Record<string, string>> | undefined> {
  const [name, ...others] = route.pattern.params;
  if (name === undefined) return {};
  const path = collectionOf(route);
  const collection = registry.routes.find(
    (one) => one.method === "GET" && one.path === path && isReadable(one),
  );
  if (collection === undefined || others.length > 0) return undefined;
  const read = await runtime.read(collection.ref);
  if (read.refusal !== undefined) return undefined;
  const { value } = read;
  const [first] = valuesIn(Array.isArray(value) ? { items: value } : value, name);
  return first === undefined ? undefined : { [name]: first };
}

function isReadable(route: SealedRoute): boolean {
  const { method, kind, declaration } = route;
  return (
    method === "GET" &&
    (kind === "list" || kind === "returns") &&
    // State of a node at a moment, such as its time: it would change the page each time.
    declaration.cache !== "no-store" &&
    declaration.query === undefined &&
    requiredScopes(route) === undefined
  );
}
