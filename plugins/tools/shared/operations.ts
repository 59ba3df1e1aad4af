/** Finds the operations of a check: each route at a path that exists, or that the check makes. */
import type { Registry, SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { shapeOf } from "waymark/tools";
import type { Answer, CheckContext, Operation, RecordedAnswer } from "./policy-tests.ts";
import { sampleAt, withoutQuery, type Target } from "./context.ts";
import type { Traffic } from "./pace.ts";
import { pathFinder, type FoundPath } from "./parameters.ts";
import { mayWrite } from "./sample.ts";
import { creationOf, creatorOf, make, pathAt, type Made } from "./scratch.ts";

/** Reads come first, then what adds and changes; what removes comes last, from the innermost on. */
export function byEffect({ route: a }: Operation, { route: b }: Operation): number {
  const rank = ({ method }: SealedRoute) =>
    ["GET", "POST", "PUT", "PATCH", "DELETE"].indexOf(method);
  const depth = ({ pattern }: SealedRoute) => pattern.segments.length;
  return rank(a) - rank(b) || (a.method === "DELETE" ? depth(b) - depth(a) : 0);
}

export class OperationFinder {
  readonly #registry: Registry;
  readonly #target: Target;
  readonly #traffic: Traffic;
  /** Resources that the check has made itself, by the shape of their path. */
  readonly #made = new Map<string, Made>();
  #findPath: ReturnType<typeof pathFinder>;

  constructor(registry: Registry, target: Target, traffic: Traffic) {
    this.#registry = registry;
    this.#target = target;
    this.#traffic = traffic;
    this.#findPath = this.#newFinder();
  }

  #newFinder() {
    const { ask } = this.#traffic;
    return pathFinder({
      registry: this.#registry,
      exclusive: this.#target.exclusive,
      ask: (path) => ask(path, {}, this.#traffic.nextCaller()),
    });
  }

  /** Returns a route at a path, with a record of its answers. */
  operationAt(route: SealedRoute, target: string): Operation {
    const [registry, traffic] = [this.#registry, this.#traffic];
    const answers: RecordedAnswer[] = [];
    const shape = shapeOf(route.pattern);
    /** The first route of a path has the headers of its OPTIONS, 405 and 501. */
    const pathRoute = registry.routes.find(({ pattern }) => shapeOf(pattern) === shape) ?? route;
    /** Answers of protected routes may be their caller's alone, and data may have changed between two rounds. */
    const keptFor = () =>
      `${traffic.round} ${requiredScopes(route) === undefined ? "" : traffic.caller}`;
    let base: { readonly answer: Promise<Answer>; readonly keptFor: string } | undefined;

    const askAt: Operation["askAt"] = async (at, question = {}) => {
      const { method = route.method } = question;
      const answer = await traffic.ask(at, { ...question, method });
      const isOwn = method === route.method || (method === "HEAD" && route.method === "GET");
      answers.push({ answer, route: isOwn ? route : pathRoute });
      return answer;
    };
    const ask: Operation["ask"] = (question) => askAt(target, question);
    const path = withoutQuery(target);
    return {
      route,
      target,
      path,
      answers,
      sample: sampleAt(path, route, { registry, target: this.#target }),
      base() {
        if (base?.keptFor !== keptFor())
          base = { keptFor: keptFor(), answer: ask({ firstBytes: route.kind === "stream" }) };
        return base.answer;
      },
      ask,
      askWith: (search, question) =>
        askAt(`${target}${target.includes("?") ? "&" : "?"}${search}`, question),
      askAt,
    };
  }

  /** Finds the paths of routes, in their order. Paths of resources that follow from writes are found after some. */
  async findAll(routes: readonly SealedRoute[]): Promise<ReadonlyMap<SealedRoute, FoundPath>> {
    const found = new Map<SealedRoute, FoundPath>();
    for (const route of routes) found.set(route, await this.#find(route));
    const missing = [...found].flatMap(([route, path]) => ("missing" in path ? [route] : []));
    if (missing.length === 0 || !mayWrite(this.#target)) return found;
    await this.#makeAll();
    for (const route of missing) {
      const path = await this.#findPath(route);
      if ("target" in path) found.set(route, path);
    }
    return found;
  }

  /** Makes a resource of each kind, as some, such as records of changes, follow from others. */
  async #makeAll(): Promise<void> {
    const { ask } = this.#traffic;
    for (const creator of this.#registry.routes) {
      if (creator.creates === undefined) continue;
      const at = await this.#findPath(creator);
      if ("target" in at) await make(this.#registry, creator, at.target, ask);
    }
    this.#findPath = this.#newFinder();
  }

  /** Returns the path of a route, with content at it if another route there takes some, and the data may be changed. */
  async #find(route: SealedRoute): Promise<FoundPath> {
    const found = await this.#findResource(route);
    const shape = shapeOf(route.pattern);
    const taker = this.#registry.routes.find(
      ({ method, pattern, upload }) =>
        method === "PUT" && upload?.example !== undefined && shapeOf(pattern) === shape,
    );
    if (route.method !== "GET" || taker === undefined || !("target" in found)) return found;
    const { sample } = this.operationAt(taker, found.target);
    if (sample.request !== undefined)
      await this.#traffic.ask(found.target, { ...sample.request, method: "PUT" });
    return found;
  }

  /** Returns the path of a route. If nothing is there yet, and the data may be changed, the resource is made. */
  async #findResource(route: SealedRoute): Promise<FoundPath> {
    const found = await this.#findPath(route);
    const creator = creatorOf(this.#registry, route);
    if ("target" in found || creator === undefined || !mayWrite(this.#target)) return found;
    const at = await this.#findPath(creator);
    if ("missing" in at) return found;
    const shape = shapeOf(creator.creates?.target ?? route.pattern);
    const made =
      this.#made.get(shape) ?? (await make(this.#registry, creator, at.target, this.#traffic.ask));
    this.#made.set(shape, made);
    this.#findPath = this.#newFinder(); // lists have an item now
    if (made.path !== undefined) return { target: pathAt(this.#registry, route, made.path) };
    return made.isRefused ? made : found;
  }

  /** Returns the operation at a resource of its own, if it removes one: others are needed by other operations. */
  async removable(operation: Operation, context: CheckContext): Promise<Operation> {
    const { route } = operation;
    const creation = creationOf(operation, context);
    if (
      route.method !== "DELETE" ||
      route.declaration.acts !== undefined ||
      creation === undefined ||
      !mayWrite(this.#target)
    )
      return operation;
    const made = await make(this.#registry, creation.route, creation.path, context.ask);
    return made.path === undefined ? operation : this.operationAt(route, made.path);
  }
}
