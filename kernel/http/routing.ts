/** All responders of one revision, by path and method, and the lane: paths that need no router. */
import type { Call } from "../../registry/contract/call.ts";
import type { MaybePromise } from "../../registry/contract/policy.ts";
import { hasParameters, shapeOf, toRouterPath } from "../../registry/contract/path.ts";
import type { SealedRoute } from "../../registry/contract/registry.ts";
import { KNOWN_METHODS } from "../../registry/seal/route-facts.ts";
import type { Answer } from "../respond/finish.ts";
import type { Responder } from "../respond/responder.ts";

/** Makes what answers the requests of one route. */
export type MakeResponder = (route: SealedRoute) => Responder;
/** Makes the call once the route is known. */
export type MakeCall = (route: SealedRoute) => Call;

/** Everything that is served at one path. Its responders are made when they are first needed. */
export class PathEntry {
  readonly #routes: readonly [SealedRoute, ...SealedRoute[]];
  readonly #make: MakeResponder;
  /** In the order of the routes; there once one of them was asked. */
  #responders: (Responder | undefined)[] | undefined;
  #reader: Responder | undefined;

  constructor(routes: readonly [SealedRoute, ...SealedRoute[]], make: MakeResponder) {
    this.#routes = routes;
    this.#make = make;
  }

  /** In the router's spelling. */
  get routerPath(): string {
    return toRouterPath(this.#routes[0]);
  }

  /** Whether GET and HEAD may take the lane: an exact path with a finite body. */
  get isExact(): boolean {
    return (
      !hasParameters(this.#routes[0]) &&
      this.#routes.some(({ method, kind }) => method === "GET" && kind !== "stream")
    );
  }

  /** The responder of GET and HEAD; undefined where nothing is read. */
  get reader(): Responder | undefined {
    return (this.#reader ??= this.#responderOf("GET"));
  }

  get #first(): Responder {
    return this.#at(0);
  }

  #responderOf(method: string): Responder | undefined {
    const place = this.#routes.findIndex((route) => route.method === method);
    return place === -1 ? undefined : this.#at(place);
  }

  #at(place: number): Responder {
    this.#responders ??= this.#routes.map(() => undefined);
    return (this.#responders[place] ??= this.#make(this.#routes[place] ?? this.#routes[0]));
  }

  answer(method: string, makeCall: MakeCall): MaybePromise<Answer> {
    const reads = method === "GET" || method === "HEAD";
    const responder = reads ? this.reader : this.#responderOf(method);
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
  /** Exact `req.url` to what has a responder of GET and HEAD. */
  readonly lane: ReadonlyMap<string, PathEntry>;
  readonly unknown: Responder;
  readonly malformed: Responder;
}

export function createRouting(
  routes: readonly SealedRoute[],
  make: MakeResponder,
  { unknown, malformed }: Pick<Routing, "unknown" | "malformed">,
): Routing {
  const byShape = Map.groupBy(routes, shapeOf);
  const paths = [...byShape.values()].flatMap(([first, ...others]) =>
    first ? [new PathEntry([first, ...others], make)] : [],
  );
  const exact = paths.filter(({ isExact }) => isExact);
  const lane = new Map(exact.map((entry) => [entry.routerPath, entry]));
  return { paths, lane, unknown, malformed };
}

/** Answers a path that no route has. `*` asks about the server as a whole (RFC 9110, section 9.3.7). */
export function answerUnknown(unknown: Responder, call: Call): MaybePromise<Answer> {
  if (call.method === "OPTIONS" && call.path === "*") return unknown.options(call);
  return unknown.refuse(call, { code: "not-found" });
}
