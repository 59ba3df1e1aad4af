/** What comes out of stage produce: a body in its variants, or none, with what its headers need. */
import type { BodyFacts, Call } from "../../registry/contract/call.ts";
import type { Coding } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Variants } from "./body.ts";
import type { OwnHeaders } from "./finish.ts";
import type { RouteCall } from "../request/handler-context.ts";
import type { PageCache } from "./list-cache.ts";
import type { OpenStreams } from "./stream.ts";

export interface Product {
  readonly status: number;
  readonly variants: Variants | undefined;
  readonly facts: BodyFacts;
  readonly own?: OwnHeaders | undefined;
  /** The body of a stream, in place of variants. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/** Makes the body of a route, in the media type and the language at these places of those it offers. */
export type Producer = (call: Call, mediaType: number, language: number) => MaybePromise<Product>;

/** What producing a route's body takes, besides the route. */
export interface ProduceContext {
  readonly registry: Registry;
  readonly plugin: Plugin;
  readonly options: unknown;
  /** The services that the plugin needs and provides, by the names it gave them. */
  readonly use: unknown;
  /** The route's handler; undefined for documents, redirects and what always refuses. */
  readonly handler: ((call: RouteCall) => unknown) | undefined;
  /** Version of what the route answers from; undefined where nothing tells. */
  readonly version: (() => string | number) | undefined;
  readonly pages: PageCache;
  readonly streams: OpenStreams;
  /** The plugin as it runs; when it stops, its streams end. */
  readonly running: unknown;
}

export const NO_FACTS: BodyFacts = Object.freeze({});

export function bodyless(status: number, own: OwnHeaders): Product {
  return { status, variants: undefined, facts: NO_FACTS, own };
}

/** Makes a document on first use, and never again: once in each language. */
export function documentOf(
  route: SealedRoute,
  { registry }: ProduceContext,
): (language: number) => unknown {
  const made: { readonly value: unknown }[] = [];
  const { languages = [] } = route.declaration;
  return (at) => (made[at] ??= { value: registry.document(route, languages[at]) }).value;
}

/** Codings that the route's policies offer, best first. */
export function codingsOf(route: SealedRoute): readonly Coding[] {
  return route.policies.flatMap(({ compiled }) => compiled.codings ?? []);
}
