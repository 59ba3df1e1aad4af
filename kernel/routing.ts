/** All responders of one revision, by path and method, and the lane: paths that need no router. */
import type { Call } from "../registry/call.ts";
import type { MaybePromise } from "../registry/policy.ts";
import { parsePath, shapeOf, toRouterPath } from "../registry/path.ts";
import type { SealedRoute } from "../registry/registry.ts";
import { KNOWN_METHODS } from "../registry/route-facts.ts";
import type { Answer } from "./finish.ts";
import type { Responder } from "./responder.ts";

/** Makes the call once the route is known. */
export type MakeCall = (route: SealedRoute) => Call;

/** Everything that is served at one path. */
export class PathEntry {
  /** In the router's spelling. */
  readonly routerPath: string;
  readonly #byMethod: ReadonlyMap<string, Responder>;
  readonly #first: Responder;

  constructor(first: Responder, others: readonly Responder[]) {
    this.routerPath = toRouterPath(first.route.pattern);
    this.#first = first;
    this.#byMethod = new Map(
      [first, ...others].map((responder) => [responder.route.method, responder]),
    );
  }

  /** The responder of GET and HEAD, when it may take the lane: an exact path with a finite body. */
  get exact(): Responder | undefined {
    const responder = this.routerPath.includes(":") ? undefined : this.#byMethod.get("GET");
    return responder?.route.kind === "stream" ? undefined : responder;
  }

  answer(method: string, makeCall: MakeCall): MaybePromise<Answer> {
    const responder = this.#byMethod.get(method === "HEAD" ? "GET" : method);
    const call = makeCall((responder ?? this.#first).route);
    if (method === "OPTIONS") return this.#first.options(call);
    if (call.path.length > 1 && call.path.endsWith("/")) {
      return (responder ?? this.#first).redirect(
        call,
        308,
        `${call.path.replace(/\/+$/, "")}${call.search}`,
      );
    }
    return responder === undefined ? refuseMethod(this.#first, call) : responder.respond(call);
  }
}

function refuseMethod(first: Responder, call: Call): MaybePromise<Answer> {
  const known = KNOWN_METHODS.includes(call.method);
  return first.refuse(call, {
    code: known ? "method-not-allowed" : "not-implemented",
    detail: `${call.method} is not supported here. Use one of: ${call.allow}.`,
  });
}

export interface Routing {
  readonly paths: readonly PathEntry[];
  /** Exact `req.url` to the responder of GET and HEAD. */
  readonly lane: ReadonlyMap<string, Responder>;
  readonly unknown: Responder;
  readonly malformed: Responder;
}

export function createRouting(
  responders: readonly Responder[],
  unknown: Responder,
  malformed: Responder,
): Routing {
  const byShape = new Map<string, Responder[]>();
  for (const responder of responders) {
    const shape = shapeOf(parsePath(responder.route.path));
    byShape.set(shape, [...(byShape.get(shape) ?? []), responder]);
  }
  const paths = [...byShape.values()].flatMap(([first, ...others]) =>
    first ? [new PathEntry(first, others)] : [],
  );
  const lane = new Map(
    paths.flatMap(({ routerPath, exact }) => (exact ? [[routerPath, exact] as const] : [])),
  );
  return { paths, lane, unknown, malformed };
}

/** Answers a path that no route has. `*` asks about the server as a whole (RFC 9110, section 9.3.7). */
export function answerUnknown(unknown: Responder, call: Call): MaybePromise<Answer> {
  if (call.method === "OPTIONS" && call.path === "*") return unknown.options(call);
  return unknown.refuse(call, { code: "not-found" });
}
