/** Finds the operations of a check: each route at a path that exists, or that the check makes. */
import type { Registry, SealedRoute } from "waymark";
import { shapeOf, type CheckContext, type Operation } from "waymark/tools";
import { createOperation, type Target } from "./context.ts";
import type { Traffic } from "./pace.ts";
import { pathFinder, type FoundPath } from "./parameters.ts";
import { mayWrite } from "./sample.ts";
import { creationOf, creatorOf, make, type Made } from "./scratch.ts";

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

  operationAt(route: SealedRoute, target: string): Operation {
    const [registry, checked, traffic] = [this.#registry, this.#target, this.#traffic];
    const context = {
      ask: traffic.ask,
      get caller() {
        return traffic.caller;
      },
      get round() {
        return traffic.round;
      },
      registry,
      target: checked,
    };
    return createOperation(context, route, target);
  }

  /** Finds the paths of all routes, in their order. Paths of resources that follow from writes are found after some. */
  async findAll(): Promise<ReadonlyMap<SealedRoute, FoundPath>> {
    const found = new Map<SealedRoute, FoundPath>();
    for (const route of this.#registry.routes) found.set(route, await this.#find(route));
    const missing = [...found].flatMap(([route, path]) => ("missing" in path ? [route] : []));
    if (missing.length === 0 || !mayWrite(this.#target)) return found;
    await this.#makeAll();
    for (const route of missing) found.set(route, await this.#findPath(route));
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

  /** Returns the path of a route. If nothing is there yet, and the data may be changed, the resource is made. */
  async #find(route: SealedRoute): Promise<FoundPath> {
    const found = await this.#findPath(route);
    const creator = creatorOf(this.#registry, route);
    if ("target" in found || creator === undefined || !mayWrite(this.#target)) return found;
    const at = await this.#findPath(creator);
    if ("missing" in at) return found;
    const shape = shapeOf(route.pattern);
    const made =
      this.#made.get(shape) ?? (await make(this.#registry, creator, at.target, this.#traffic.ask));
    this.#made.set(shape, made);
    this.#findPath = this.#newFinder(); // lists have an item now
    return made.path === undefined ? found : { target: made.path };
  }

  /** Returns the operation at a resource of its own, if it removes one: others are needed by other operations. */
  async removable(operation: Operation, context: CheckContext): Promise<Operation> {
    const { route } = operation;
    const creation = creationOf(operation, context);
    if (route.method !== "DELETE" || creation === undefined || !mayWrite(this.#target))
      return operation;
    const made = await make(this.#registry, creation.route, creation.path, context.ask);
    return made.path === undefined ? operation : this.operationAt(route, made.path);
  }
}
