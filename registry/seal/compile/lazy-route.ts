/** Routes that keep what policies compile for them only once they are used: of 50,000 routes most are not. */
import { checkCompiled } from "../check/check-compiled.ts";
import { membersOf, type CompiledRoute } from "./compile.ts";
import { parsePath, type Pattern } from "../../contract/route/path.ts";
import type { SealedRoute } from "../../contract/route/sealed-route.ts";
import type { RouteBase } from "../../contract/route/route-info.ts";

/** Facts of a route that do not follow from its path. */
export type PlainFacts = Omit<RouteBase, "pattern">;

/**
 * A sealed route. Sealing has `check` run for each before the service is ready; after that, compiling cannot fail, as
 * policies compile purely.
 */
export class LazyRoute implements SealedRoute {
  readonly id: string;
  readonly ref: string;
  readonly plugin: string;
  readonly method: string;
  readonly path: string;
  readonly kind: SealedRoute["kind"];
  readonly site: boolean;
  readonly declaration: SealedRoute["declaration"];
  readonly mediaTypes: readonly string[];
  readonly schema: string | undefined;
  readonly schemaMediaTypes: readonly string[];
  readonly allow: string;
  readonly accepts: readonly string[];
  readonly document: boolean;
  readonly upload: SealedRoute["upload"];
  readonly represents: string | undefined;
  readonly answersAs: string | undefined;
  readonly #compile: (facts: RouteBase) => CompiledRoute;
  #pattern: Pattern | undefined;
  #compiled: CompiledRoute | undefined;

  // Field by field, as V8 leaves room inside the object only for fields that it sees assigned here.
  constructor(facts: PlainFacts, compile: (facts: RouteBase) => CompiledRoute) {
    this.id = facts.id;
    this.ref = facts.ref;
    this.plugin = facts.plugin;
    this.method = facts.method;
    this.path = facts.path;
    this.kind = facts.kind;
    this.site = facts.site;
    this.declaration = facts.declaration;
    this.mediaTypes = facts.mediaTypes;
    this.schema = facts.schema;
    this.schemaMediaTypes = facts.schemaMediaTypes;
    this.allow = facts.allow;
    this.accepts = facts.accepts;
    this.document = facts.document;
    this.upload = facts.upload;
    this.represents = facts.represents;
    this.answersAs = facts.answersAs;
    this.#compile = compile;
  }

  /**
   * Throws a PolicyError when a policy does not compile for this route. Keeps the result for requests on demand. Returns
   * the policies that add members to the body, by the members' names.
   */
  check(keep: boolean): ReadonlyMap<string, string> {
    const compiled = this.#compiled ?? this.#compile(this);
    checkCompiled(this, compiled);
    const members = membersOf(compiled);
    void compiled.view?.plans; // made on first use, which is too late to throw
    if (keep) this.#compiled = compiled;
    return members;
  }

  get pattern(): Pattern {
    return (this.#pattern ??= parsePath(this.path));
  }

  get #parts(): CompiledRoute {
    return (this.#compiled ??= this.#compile(this));
  }

  get engine(): SealedRoute["engine"] {
    return this.#parts.engine;
  }
  get policies(): SealedRoute["policies"] {
    return this.#parts.policies;
  }
  get values(): SealedRoute["values"] {
    return this.#parts.values;
  }
  get plans(): SealedRoute["plans"] {
    return this.#parts.plans;
  }
  get credentials(): SealedRoute["credentials"] {
    return this.#parts.credentials;
  }
  get vary(): SealedRoute["vary"] {
    return this.#parts.vary;
  }
  get relations(): SealedRoute["relations"] {
    return this.#parts.relations;
  }
  get itemRelations(): SealedRoute["itemRelations"] {
    return this.#parts.itemRelations;
  }
  get creates(): SealedRoute["creates"] {
    return this.#parts.creates;
  }
  get errorForms(): SealedRoute["errorForms"] {
    return this.#parts.errorForms;
  }
  get view(): SealedRoute["view"] {
    return this.#parts.view;
  }
  /** A function that works without its route, for callers that destructure the route. */
  get computed(): SealedRoute["computed"] {
    return this.#parts.computed;
  }
}
