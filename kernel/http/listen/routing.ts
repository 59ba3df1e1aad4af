/** The responders of one revision by path and method, and the fast path: exact paths, which need no router. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { hasParameters, shapeOf, toRouterPath } from "../../../registry/contract/route/path.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { KNOWN_METHODS } from "../../../registry/seal/compile/route-facts.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";
import type { Answer } from "../respond/finish.ts";
import type { Responder } from "../respond/responder.ts";

/** Returns the responder of a route, which is made on first use. */
type ResponderFor = (route: SealedRoute) => Responder;

/** Routes and responders of one path. */
export class PathEntry {
  readonly #routes: readonly [SealedRoute, ...SealedRoute[]];
  readonly #responderFor: ResponderFor;
  #reader: Responder | undefined;

  constructor(routes: readonly [SealedRoute, ...SealedRoute[]], responderFor: ResponderFor) {
    this.#routes = routes;
    this.#responderFor = responderFor;
  }

  /** The path in h3's syntax. */
  get routerPath(): string {
    return toRouterPath(this.#routes[0]);
  }

  /** True if GET and HEAD may take the fast path: an exact path with a finite body. */
  get isExact(): boolean {
    return (
      !hasParameters(this.#routes[0]) &&
      this.#routes.some(({ method, kind }) => method === "GET" && kind !== "stream")
    );
  }

  /** The responder of GET and HEAD; undefined if the path has no read. */
  get reader(): Responder | undefined {
    return (this.#reader ??= this.#responderOf("GET"));
  }

  /** Returns the route that takes requests of this method; undefined if no route does. */
  routeOf(method: string): SealedRoute | undefined {
    return this.#routes.find((one) => one.method === method);
  }

  #responderOf(method: string): Responder | undefined {
    const route = this.routeOf(method);
    return route && this.#responderFor(route);
  }

  /** @param makeCall makes the call once its route is selected. */
  answer(method: string, makeCall: (route: SealedRoute) => Call): MaybePromise<Answer> {
    const reads = method === "GET" || method === "HEAD";
    const responder = reads ? this.reader : this.#responderOf(method);
    const first = responder ?? this.#responderFor(this.#routes[0]);
    const call = makeCall(first.route);
    if (method === "OPTIONS") return first.options(call);
    if (call.path.length > 1 && call.path.endsWith("/"))
      return first.redirect(call, 308, `${call.path.replace(/\/+$/, "")}${call.search}`);
    if (responder !== undefined) return responder.respond(call);
    return first.refuse(call, {
      code: KNOWN_METHODS.includes(call.method) ? "method-not-allowed" : "not-implemented",
      detail: `${call.method} is not supported here. Use one of: ${call.allow}.`,
    });
  }
}

export interface Routing {
  readonly paths: readonly PathEntry[];
  /** Entries by the exact `req.url` of GET and HEAD. */
  readonly fastPath: ReadonlyMap<string, PathEntry>;
  /** Checks that no route has a path. False if only the router can tell. */
  readonly isUnknown: (path: string) => boolean;
  readonly unknown: Responder;
  readonly malformed: Responder;
}

export function createRouting(
  routes: readonly SealedRoute[],
  createResponder: (route: SealedRoute) => Responder,
  { unknown, malformed }: Pick<Routing, "unknown" | "malformed">,
): Routing {
  const responders = new Map<SealedRoute, Responder>();
  const responderFor = (route: SealedRoute) =>
    getOrMake(responders, route, () => createResponder(route));
  const byShape = Map.groupBy(routes, shapeOf);
  const paths = [...byShape.values()].flatMap(([first, ...others]) =>
    first ? [new PathEntry([first, ...others], responderFor)] : [],
  );
  const exact = paths.filter(({ isExact }) => isExact);
  const fastPath = new Map(exact.map((entry) => [entry.routerPath, entry]));
  return { paths, fastPath, isUnknown: unknownPaths(paths), unknown, malformed };
}

/** Captures the first segment of a path, and the first two. Empty segments, dots and escapes are left to the router. */
const PLAIN = /^((\/[\w~-][\w.~-]*)(?:\/[\w~-][\w.~-]*)?)(?:\/[\w~-][\w.~-]*)*$/;

/** Returns a check by the first two segments, which all paths of a resource share. */
function unknownPaths(paths: readonly PathEntry[]): Routing["isUnknown"] {
  const known = new Set(
    paths.map(({ routerPath }) => routerPath.split("/", 3).join("/").replace(/:.*/, ":")),
  );
  if (known.has("/:")) return () => false; // a parameter stands for any segment
  return (path) => {
    const [, both, first] = PLAIN.exec(path) ?? [];
    return both !== undefined && !known.has(both) && !known.has(`${first}/:`);
  };
}

/** Answers a path without a route. `*` means the server as a whole (RFC 9110, section 9.3.7). */
export function answerUnknown(unknown: Responder, call: Call): MaybePromise<Answer> {
  if (call.method === "OPTIONS" && call.path === "*") return unknown.options(call);
  return unknown.refuse(call, { code: "not-found" });
}
