/** The sealed, immutable collection of everything that enabled plugins contribute. */
import type { Section } from "./api.ts";
import type { Audience } from "../route/audience.ts";
import type { ErrorEntry } from "./declarations.ts";
import type { Identifier } from "../policy/identifier.ts";
import type { PageContent } from "../route/page.ts";
import type { PointToken, SealedPoint } from "./point-token.ts";
import type { ListBody, Route } from "../route/route.ts";
import type { RouteBase } from "../route/route-info.ts";
import type { PolicyInfo, SealedRoute } from "../route/sealed-route.ts";
import type { Needs } from "./service.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Languages, Localized, MaybePromise } from "../types.ts";

/** A catalog entry with its owner. */
export interface CatalogEntry extends ErrorEntry {
  readonly code: string;
  readonly plugin: string;
}

/** Facts about the service, from the operator's config. */
export interface AppInfo {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Name and description by language, if the operator wrote several. */
  readonly localized?: readonly Exclude<Localized, string>[];
}

/** An event with its owner. */
export interface SealedEvent {
  readonly plugin: string;
  readonly scope: "cluster" | "instance";
  /** True or false where the declaration says whether webhooks send it. */
  readonly webhooks?: boolean | undefined;
}

/** A published type: a schema as contributed, or the envelope of a list. Exactly one of the two is set. */
export interface SealedSchema {
  readonly name: string;
  readonly plugin: string;
  readonly schema?: Schema;
  readonly list?: ListBody;
}

/** Information about a plugin for other plugins. */
export interface PluginInfo {
  readonly id: string;
  readonly summary: string;
  /** Services that must be there before the plugin starts, by the plugin's name for them. */
  readonly needs?: Needs;
  readonly provides?: Needs;
  readonly options?: Schema;
  readonly routes?: PerOptions<Readonly<Record<string, Route>>>;
  /** The part of the API to which its operations belong. Default `"resources"`. */
  readonly section?: Section;
}

type PerOptions<T> = T | ((options: never) => T);

/** A plugin that is installed, enabled or not. */
export interface InstalledInfo {
  readonly plugin: PluginInfo;
  readonly enabled: boolean;
  /** True if the server may run without it when it does not start: the operator's word, else the plugin's own. */
  readonly optional: boolean;
  /** Options, validated and defaulted; undefined if disabled. */
  readonly options: unknown;
  /** Place where it was named: `preset`, or the config key. */
  readonly source: string;
}

/** Information about a page, in addition to its content. */
export interface PageMeta {
  readonly registry: Registry;
  readonly route: SealedRoute;
  /** The language of the page; undefined if the route names none. */
  readonly language: string | undefined;
  /** The address names the language by `?lang=`, as links to other pages should then do too. */
  readonly namesLanguage: boolean;
  readonly title: string;
  readonly description: string;
  /** Path of the page, percent-encoded; of a view with the query of its answer. */
  readonly path: string;
}

/** Everything that enabled plugins contribute: checked, compiled, and from then on unchanged. */
export interface Registry {
  readonly app: AppInfo;
  /** Hash of everything but addresses: equal on every instance with the same plugins and config. */
  readonly revision: string;
  /** Scheme and authority without a trailing slash. No part of the revision. */
  readonly baseUrl: string;
  readonly installed: readonly InstalledInfo[];
  /** Enabled routes in the order of the preset. */
  readonly routes: readonly SealedRoute[];
  /** Enabled routes of the admin listener, which nothing else here has. Empty without that. */
  readonly adminRoutes: readonly SealedRoute[];
  /** Answers what no route matches, and what could not be parsed. */
  readonly builtin: { readonly unknown: SealedRoute; readonly malformed: SealedRoute };
  readonly policies: readonly { readonly policy: PolicyInfo; readonly plugin: string }[];
  /** The ways to find the principal of a request. */
  readonly identifiers: readonly Identifier[];
  /** Functions that make a whole document of a page's content, by media type. */
  readonly pageForms: ReadonlyMap<
    string,
    (content: PageContent, about: PageMeta) => MaybePromise<string>
  >;
  /** Published schemas by name, as contributed, in stable order. */
  readonly schemas: ReadonlyMap<string, SealedSchema>;
  readonly errors: readonly CatalogEntry[];
  /** Audiences of the contributed events that not everybody receives, by event name. */
  readonly audiences: Readonly<Record<string, Audience>>;
  /** The contributed events by name: the plugin of each, and whose it is where several nodes are one service. */
  readonly events: ReadonlyMap<string, SealedEvent>;
  /** The languages of pages whose routes name `"*"`, the default first. */
  readonly languages: Languages;
  /** The points that the kernel and enabled plugins read. */
  readonly points: readonly SealedPoint[];
  /** The statements of policies, by policy id. */
  readonly statements: Readonly<Record<string, unknown>>;
  /** Returns what plugins contribute to a point: no entries where no enabled plugin reads it. */
  of<Sealed>(point: PointToken<Sealed>): Sealed;
  /** Returns an enabled route by `plugin.routeId`, or by a route id that is unique. */
  route(ref: string): SealedRoute | undefined;
  /**
   * Makes the document of a route again, in a language of the route (default: the first); a promise if its plugin makes it
   * asynchronously, undefined if the route has none.
   */
  document(route: RouteBase, language?: string): unknown;
  /** Returns the path of an enabled route, parameters filled in. */
  href(ref: string, params?: Readonly<Record<string, string>>): string | undefined;
}
