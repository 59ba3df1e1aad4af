/** Routes whose policies compile when somebody first asks: a start pays for the routes that are used, not for all. */
import type { RouteFacts, SealedRoute } from "./registry.ts";

/** Equal to what `compile` makes of the facts, which runs once, on first use. */
export class LazyRoute implements SealedRoute {
  declare readonly id: string;
  declare readonly ref: string;
  declare readonly plugin: string;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly kind: SealedRoute["kind"];
  declare readonly site: boolean;
  declare readonly pattern: SealedRoute["pattern"];
  declare readonly declaration: SealedRoute["declaration"];
  declare readonly mediaTypes: readonly string[];
  declare readonly schema: string | undefined;
  declare readonly described: readonly string[];
  declare readonly allow: string;
  declare readonly accepts: readonly string[];
  declare readonly document: boolean;
  readonly #compile: (facts: RouteFacts) => SealedRoute;
  #compiled: SealedRoute | undefined;

  constructor(facts: RouteFacts, compile: (facts: RouteFacts) => SealedRoute) {
    Object.assign(this, facts);
    this.#compile = compile;
  }

  get #made(): SealedRoute {
    return (this.#compiled ??= this.#compile(this));
  }

  get policies(): SealedRoute["policies"] {
    return this.#made.policies;
  }
  get plans(): SealedRoute["plans"] {
    return this.#made.plans;
  }
  get vary(): SealedRoute["vary"] {
    return this.#made.vary;
  }
  get relations(): SealedRoute["relations"] {
    return this.#made.relations;
  }
  get creates(): SealedRoute["creates"] {
    return this.#made.creates;
  }
  get errorForms(): SealedRoute["errorForms"] {
    return this.#made.errorForms;
  }
  /** A function by itself, as whoever takes the route apart expects. */
  get computed(): SealedRoute["computed"] {
    return this.#made.computed;
  }
}
