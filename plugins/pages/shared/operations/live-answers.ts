/** The answers that operations have at this moment, as examples. */
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

/** Milliseconds for which an answer may be shown again. */
const KEPT = 60_000;
/** Largest answer in characters; larger ones are shown by their schema. */
const LARGEST = 20_000;

interface Kept {
  readonly at: number;
  readonly answer: Promise<LiveAnswer | undefined>;
}

/** Reader of answers as an anonymous caller, so that every visitor may see them. At most one entry per operation. */
export class LiveAnswers {
  readonly #runtime: Pick<Runtime, "read">;
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  readonly #limit: number;

  /** @param limit items of a list. */
  constructor(runtime: Pick<Runtime, "read">, now: () => number, limit = 1) {
    this.#runtime = runtime;
    this.#now = now;
    this.#limit = limit;
  }

  /** Returns undefined if the operation is guarded, writes, needs a value that is not known, or has no data. */
  of(route: SealedRoute, registry: Registry): Promise<LiveAnswer | undefined> {
    const known = this.#kept.get(route.ref);
    const at = this.#now();
    if (known !== undefined && at - known.at < KEPT) return known.answer;
    // If a handler fails, it reports that itself: the page shows the schema's example then.
    const answer = this.#read(route, registry).catch(() => undefined);
    this.#kept.set(route.ref, { at, answer });
    return answer;
  }

  async #read(route: SealedRoute, registry: Registry): Promise<LiveAnswer | undefined> {
    if (!isReadable(route)) return undefined;
    const params = await this.#paramsOf(route, registry);
    if (params === undefined) return undefined;
    const search = route.engine === undefined ? "" : `?limit=${this.#limit}`;
    const read = await this.#runtime.read(route.ref, params, { search, whole: true });
    if (read.refusal !== undefined) return undefined;
    const { value: body, status = 200 } = read;
    if ((JSON.stringify(body) ?? "").length > LARGEST) return undefined;
    return { body, status, target: `${fillPath(route.pattern, params) ?? route.path}${search}` };
  }

  /** Returns the first value that the collection lists, for one parameter after the other. */
  async #paramsOf(
    route: SealedRoute,
    registry: Registry,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const [name, ...others] = route.pattern.params;
    if (name === undefined) return {};
    const path = collectionOf(route);
    const collection = registry.routes.find(
      (one) => one.method === "GET" && one.path === path && isReadable(one),
    );
    if (collection === undefined || others.length > 0) return undefined;
    const read = await this.#runtime.read(collection.ref);
    if (read.refusal !== undefined) return undefined;
    const { value } = read;
    const [first] = valuesIn(Array.isArray(value) ? { items: value } : value, name);
    return first === undefined ? undefined : { [name]: first };
  }
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
