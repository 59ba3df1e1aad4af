/** Information about a route without its policies. */
import type { Pattern } from "./path.ts";
import type { Route } from "./route.ts";
import type { AnswerKind } from "./route-keys.ts";
import type { Upload } from "./upload.ts";

/** Information about a route before policies compile for it. */
export interface RouteBase {
  /** Unique within the plugin: `listBrains`. */
  readonly id: string;
  /** Unique in the registry: `brains.listBrains`. */
  readonly ref: string;
  readonly plugin: string;
  readonly method: string;
  readonly path: string;
  /** `none` for the two built-in routes, `unknown` and `malformed`, which only ever refuse. */
  readonly kind: AnswerKind | "none";
  /** True for routes at the paths of pages and assets, which serve people and are not part of the API. */
  readonly site: boolean;
  readonly pattern: Pattern;
  /** Route as declared, with the changes of policies (`adjust`), and with languages and events in place of `"*"`. */
  readonly declaration: Route;
  /** Media types of a 2xx body, the default first. Empty for redirects. */
  readonly mediaTypes: readonly string[];
  /** Name of the schema that describes the body, if it has one. */
  readonly schema: string | undefined;
  /** Media types whose bodies fit that schema: renderers may change the shape of a body. */
  readonly schemaMediaTypes: readonly string[];
  /** Methods of the path, as Allow lists them: `GET, HEAD, OPTIONS`. */
  readonly allow: string;
  /**
   * Name, value, …: which bodies the path takes, as OPTIONS and 415 say it. Accept-Post (Linked Data Platform 1.0, section
   * 7.1) and Accept-Patch (RFC 5789, section 3.1).
   */
  readonly accepts: readonly string[];
  readonly document: boolean;
  /** The request body that the handler reads while it arrives; undefined for routes without one. */
  readonly upload: Upload | undefined;
  /**
   * `plugin.routeId` of the route that reads the resource which requests change, the one that `acts` names or else the one
   * at the same path: conditions are evaluated against its representation. Undefined also where that has no ETag.
   */
  readonly represents: string | undefined;
  /** `plugin.routeId` of the route whose representation the answer to a write is. */
  readonly answersAs: string | undefined;
}

/** A relation whose target is on. Bindings: parameter of the target, from parameter or field of this route. */
export interface ResolvedRelation {
  readonly rel: string;
  readonly target: Pattern;
  readonly bindings: Readonly<Record<string, string>>;
}

/** A route with its links resolved, as policies see it during a request. */
export interface RouteInfo extends RouteBase {
  readonly relations: readonly ResolvedRelation[];
  /** Relations of each item of a list. */
  readonly itemRelations: readonly ResolvedRelation[];
  /** The relation to what an answer creates; undefined also if the target route is off. */
  readonly creates: ResolvedRelation | undefined;
  /** Returns the links that the plugin computes from the whole registry, by relation name; made on first use. */
  computed(): Readonly<Record<string, string>>;
}
