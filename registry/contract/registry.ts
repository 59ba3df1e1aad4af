/** The sealed, immutable collection of everything that enabled plugins contribute. */
import type { Outcome } from "./call.ts";
import type { BodySlot, Compiled, ErrorForm, ListEngine, Policy, Slot } from "./policy.ts";
import type { MaybePromise } from "./types.ts";
import type { PageAbout, PageContent } from "./page.ts";
import type { Localized, Menu } from "./types.ts";
import type { Pattern } from "./path.ts";
import type { ErrorEntry, Plugin, TableDeclaration } from "./plugin.ts";
import type { BodyKind, ListBody, Route } from "./route.ts";
import type { Schema } from "../schema/schema.ts";

/** What is known of a route before policies compile for it. */
export interface RouteFacts {
  /** Unique within the plugin: `listBrains`. */
  readonly id: string;
  /** Unique in the registry: `brains.listBrains`. */
  readonly ref: string;
  readonly plugin: string;
  readonly method: string;
  readonly path: string;
  /** `none` for the two built-in routes, `unknown` and `malformed`, which only ever refuse. */
  readonly kind: BodyKind | "none";
  /** It serves people, as pages do, and is no part of the API. */
  readonly site: boolean;
  readonly pattern: Pattern;
  /** As the author wrote it. */
  readonly declaration: Route;
  /** Media types of a 2xx body, the default first. Empty for redirects. */
  readonly mediaTypes: readonly string[];
  /** Name of the schema that describes the body, where it has one. */
  readonly schema: string | undefined;
  /** Those of the media types whose bodies fit that schema: a renderer may give a body another shape. */
  readonly described: readonly string[];
  /** Methods of the path, as Allow lists them: `GET, HEAD, OPTIONS`. */
  readonly allow: string;
  /**
   * Name, value, …: which bodies the path takes, as OPTIONS and 415 say it. Accept-Post (Linked Data Platform 1.0, section
   * 7.1) and Accept-Patch (RFC 5789, section 3.1).
   */
  readonly accepts: readonly string[];
  readonly document: boolean;
}

/** A relation whose target is on. Bindings: parameter of the target, from parameter or field of this route. */
export interface ResolvedRelation {
  readonly rel: string;
  readonly target: Pattern;
  readonly bindings: Readonly<Record<string, string>>;
}

/** One policy compiled for one route. `index` is the place of its state in a call. */
export interface BoundPolicy {
  readonly policy: Policy;
  readonly index: number;
  readonly compiled: Compiled;
}

/** A header whose value is known per request. `index` is the place of its policy's state in a call. */
export interface BoundSlot {
  readonly name: string;
  readonly policy: string;
  readonly index: number;
  readonly value: Slot;
}

/** A header whose value is known per finished body. */
export interface BoundBodySlot {
  readonly name: string;
  readonly policy: string;
  readonly value: BodySlot["ofBody"];
}

/** The headers of one route on one outcome. */
export interface HeaderPlan {
  /** Name, value, name, value, …: the same on every request. */
  readonly fixed: readonly string[];
  readonly bodySlots: readonly BoundBodySlot[];
  readonly slots: readonly BoundSlot[];
}

/** A route with what every policy compiled for it. */
export interface SealedRoute extends RouteFacts {
  /** The plugin that declares it, as installed; undefined for the two built-in routes. */
  readonly owner: InstalledPlugin | undefined;
  /** Of a list: what pages and trims it; undefined where no policy does. */
  readonly engine: ListEngine | undefined;
  readonly policies: readonly BoundPolicy[];
  readonly plans: Readonly<Record<Outcome, HeaderPlan>>;
  /** Vary's value, the same on every outcome but OPTIONS; undefined when nothing varies. */
  readonly vary: string | undefined;
  readonly relations: readonly ResolvedRelation[];
  /** What an answer creates; undefined also when its route is off. */
  readonly creates: ResolvedRelation | undefined;
  /** The kernel's form first, then the policies'. */
  readonly errorForms: readonly ErrorForm[];
  /** Links that the plugin computes from the whole registry, by relation name; made on first use. */
  computed(): Readonly<Record<string, string>>;
}

/** A catalog entry with its owner. */
export interface CatalogEntry extends ErrorEntry {
  readonly code: string;
  readonly plugin: string;
}

/** An installed plugin, enabled or not. */
export interface InstalledPlugin {
  readonly plugin: Plugin;
  readonly enabled: boolean;
  /** Whether the service may run without it when it does not start: the operator's word, else the plugin's own. */
  readonly optional: boolean;
  /** Validated and defaulted; undefined when disabled. */
  readonly options: unknown;
  /** Where it was named: `preset`, or the config key. */
  readonly source: string;
}

/** Facts about the service, from the operator's config. */
export interface ServiceFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

export interface SealedTable extends TableDeclaration {
  readonly name: string;
  readonly plugin: string;
}

/** A published type: a schema as contributed, or the envelope of a list. Exactly one of the two is set. */
export interface SealedSchema {
  readonly name: string;
  readonly plugin: string;
  readonly schema?: Schema;
  readonly list?: ListBody;
}

/** A page elsewhere that root links lead to. */
export interface PageElsewhere {
  readonly rel: string;
  readonly href: string;
  readonly title: Localized;
  readonly menu: Menu;
}

/** Everything that enabled plugins contribute: checked, compiled, and from then on unchanged. */
export interface Registry {
  readonly service: ServiceFacts;
  /** Hash of everything but addresses: equal on every instance with the same plugins and config. */
  readonly revision: string;
  /** Scheme and authority without a trailing slash. No part of the revision. */
  readonly baseUrl: string;
  readonly installed: readonly InstalledPlugin[];
  /** Enabled routes in the order of the preset. */
  readonly routes: readonly SealedRoute[];
  /** Answers what no route matches, and what could not be parsed. */
  readonly builtin: { readonly unknown: SealedRoute; readonly malformed: SealedRoute };
  readonly policies: readonly { readonly policy: Policy; readonly plugin: string }[];
  /** What makes a whole document of a page's content, by media type. */
  readonly pageForms: ReadonlyMap<
    string,
    (content: PageContent, about: PageAbout) => MaybePromise<string>
  >;
  /** Contributed flags, each true or false, in stable order. */
  readonly capabilities: Readonly<Record<string, boolean>>;
  /** Published schemas by name, as contributed, in stable order. */
  readonly schemas: ReadonlyMap<string, SealedSchema>;
  readonly errors: readonly CatalogEntry[];
  readonly tables: readonly SealedTable[];
  /** Relations of the API root to paths or absolute URLs. */
  readonly rootLinks: Readonly<Record<string, string>>;
  /** Pages that the operator has elsewhere, in place of our own. */
  readonly pagesElsewhere: readonly PageElsewhere[];
  /** What each policy enforces, by policy id. */
  readonly statements: Readonly<Record<string, unknown>>;
  /** An enabled route by `plugin.routeId`, or by a route id that is unique. */
  route(ref: string): SealedRoute | undefined;
  /** Path of an enabled route, parameters filled in. */
  href(ref: string, params?: Readonly<Record<string, string>>): string | undefined;
}
