/** Stage produce: how the body of each kind of route is made, and which finished bodies are kept. */
import type { BodyFacts, Call } from "../registry/call.ts";
import { toMilliseconds } from "../registry/duration.ts";
import type { ListQuery, Page } from "../registry/list.ts";
import type { Plugin } from "../registry/plugin.ts";
import type { ListEngine, MaybePromise, Member, Refusal } from "../registry/policy.ts";
import type { Registry, SealedRoute } from "../registry/registry.ts";
import { qualify } from "../registry/relations.ts";
import { acceptInput } from "./accept.ts";
import { Body, contentTypeOf, Variants } from "./body.ts";
import { InnerCall } from "./call.ts";
import { Refused } from "./failure.ts";
import { RouteCall, type Input } from "./handler-call.ts";
import type { PageCache } from "./page-cache.ts";
import { toByteStream, type OpenStreams, type StreamMessage } from "./stream.ts";
import { codingsOf, type Producer, type Product } from "./responder.ts";

/** What producing a route's body takes, besides the route. */
export interface ProduceContext {
  readonly registry: Registry;
  readonly plugin: Plugin;
  readonly options: unknown;
  /** The services that the plugin needs and provides, by the names it gave them. */
  readonly use: unknown;
  /** The route's handler; undefined for documents, redirects and what always refuses. */
  readonly handler: ((call: RouteCall) => unknown) | undefined;
  /** Version of all data the plugin can reach; undefined when something it needs has no version. */
  readonly version: (() => string | number) | undefined;
  readonly pages: PageCache;
  readonly streams: OpenStreams;
}

const NO_FACTS: BodyFacts = Object.freeze({});

/** Makes the producer of a route. */
export function producerOf(route: SealedRoute, context: ProduceContext): Producer {
  if (route.kind === "redirect") return redirecting(route, context);
  if (route.kind === "fails") return failing(route);
  if (route.kind === "stream") return streaming(route, context);
  const render = renderer(route, context);
  if (route.kind === "list") return listing(route, context, render);
  if (route.document) return documenting(route, context, render);
  return handling(route, context, render);
}

/** Finishes a value as a body of one media type. */
type Render = (
  value: unknown,
  mediaType: number,
  call: Call,
  facts: BodyFacts,
) => MaybePromise<Variants>;

function renderer(route: SealedRoute, { plugin, use }: ProduceContext): Render {
  const codings = codingsOf(route);
  const members = membersOf(route, "ok");
  const renderers = route.mediaTypes.map(
    (mediaType) => plugin.renderers?.[route.id]?.[mediaType] ?? serialize,
  );
  const contentTypes = route.mediaTypes.map(contentTypeOf);
  const finished = (text: string, mediaType: number) =>
    new Variants(new Body(text, contentTypes[mediaType] ?? ""), codings);
  return (value, mediaType, call, facts) => {
    const text = (renderers[mediaType] ?? serialize)(
      withMembers(value, members, call, facts),
      use as never,
    );
    return text instanceof Promise
      ? text.then((made) => finished(made, mediaType))
      : finished(text, mediaType);
  };
}

function serialize(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function membersOf(route: SealedRoute, outcome: "ok"): readonly (readonly [string, Member])[] {
  const json = route.kind === "list" || route.kind === "returns";
  return json && route.declaration.members !== false
    ? route.policies.flatMap(({ compiled }) => Object.entries(compiled.members?.(outcome) ?? {}))
    : [];
}

function withMembers(
  value: unknown,
  members: readonly (readonly [string, Member])[],
  call: Call,
  facts: BodyFacts,
): unknown {
  if (members.length === 0 || typeof value !== "object" || value === null) return value;
  const body: Record<string, unknown> = { ...value };
  for (const [name, member] of members) {
    const added = member.value({ call, body, facts, failure: undefined });
    if (added !== undefined) body[name] = added;
  }
  return body;
}

function redirecting(route: SealedRoute, { registry, plugin }: ProduceContext): Producer {
  const { to, status } = route.declaration.redirect ?? { to: "", status: 308 };
  const target = qualify(to, plugin.id);
  return (call) => ({
    status,
    variants: undefined,
    facts: NO_FACTS,
    own: { location: `${registry.href(target, call.params) ?? "/"}${call.search}` },
  });
}

function failing({ declaration }: SealedRoute): Producer {
  const { code, retryAfter } = declaration.fails ?? { code: "internal-error" };
  const refusal: Refusal =
    retryAfter === undefined ? { code } : { code, retryAfter: toMilliseconds(retryAfter) / 1000 };
  return () => {
    throw new Refused(refusal);
  };
}

/** HEAD has the headers of the stream and never begins it. */
function streaming(route: SealedRoute, { handler, streams }: ProduceContext): Producer {
  const product = { status: 200, variants: undefined, facts: NO_FACTS };
  return (call) => {
    if (call.method === "HEAD") return { ...product, stream: new ReadableStream() };
    const controller = streams.begin();
    try {
      const input = { params: call.params, query: {}, body: undefined };
      const messages = handler?.(
        new RouteCall(call, input, route.mediaTypes[0], controller.signal),
      );
      if (!isMessages(messages)) throw new Error("a stream's handler returns an async iterable");
      return { ...product, stream: toByteStream(messages, controller) };
    } catch (error) {
      controller.abort();
      throw error;
    }
  };
}

function isMessages(value: unknown): value is AsyncIterable<StreamMessage> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Documents are made once, on first use, and served as bytes. */
function documenting(route: SealedRoute, context: ProduceContext, render: Render): Producer {
  const value = once(() =>
    context.plugin.documents?.[route.id]?.(context.registry, context.options as never),
  );
  const products: Product[] = [];
  // Whoever asks first must leave no trace in what everybody gets.
  const forAnyone = new InnerCall(route, route.path, {});
  return (_call, mediaType) => {
    const kept = products[mediaType];
    if (kept !== undefined) return kept;
    const keep = (variants: Variants): Product =>
      (products[mediaType] = { status: 200, variants, facts: NO_FACTS });
    const variants = render(value(), mediaType, forAnyone, NO_FACTS);
    return variants instanceof Promise ? variants.then(keep) : keep(variants);
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A list's pages are finished once per query while the data stays the same. */
function listing(route: SealedRoute, context: ProduceContext, render: Render): Producer {
  const engine = route.policies.flatMap(({ compiled }) => compiled.list ?? [])[0];
  const name = route.declaration.list?.as ?? "items";
  const source = once(() =>
    context.plugin.documents?.[route.id]?.(context.registry, context.options as never),
  );
  const version = route.document ? () => "" : context.version;
  const ask = (call: Call, query: ListQuery): unknown =>
    route.document
      ? source()
      : context.handler?.(
          new RouteCall(call, { params: call.params, query, body: undefined }, undefined),
        );

  const make = (call: Call, mediaType: number): MaybePromise<Product> => {
    const query = engine === undefined ? EVERYTHING : orRefuse(engine.parse(call));
    const result = ask(call, query);
    const complete = (value: unknown): MaybePromise<Product> => {
      const { body, facts } = envelope(name, asListResult(value), query, engine, call);
      const variants = render(body, mediaType, call, facts);
      const product = (made: Variants): Product => ({ status: 200, variants: made, facts });
      return variants instanceof Promise ? variants.then(product) : product(variants);
    };
    return result instanceof Promise ? result.then(complete) : complete(result);
  };
  return version === undefined || route.declaration.cache === "no-store"
    ? make
    : (call, mediaType) =>
        context.pages.get(pageKey(call, mediaType), version(), () => make(call, mediaType));
}

export const EVERYTHING: ListQuery = {
  fields: undefined,
  filters: [],
  sort: [],
  limit: undefined,
  after: undefined,
};

type ListValue = readonly unknown[] | Page<unknown>;

export function asListResult(value: unknown): ListValue {
  if (Array.isArray(value)) return value;
  if (
    typeof value === "object" &&
    value !== null &&
    "items" in value &&
    Array.isArray(value.items)
  ) {
    return {
      items: value.items,
      next: "next" in value && Array.isArray(value.next) ? value.next : undefined,
    };
  }
  throw new Error("a list handler returns an array or a page { items, next }");
}

function envelope(
  name: string,
  value: ListValue,
  query: ListQuery,
  engine: ListEngine | undefined,
  call: Call,
) {
  const whole = "items" in value ? value.items : value;
  if (engine === undefined) return { body: { [name]: whole }, facts: NO_FACTS };
  const { items, meta, facts } = engine.finish(value, query, call);
  return { body: { [name]: items, _meta: meta }, facts };
}

export function orRefuse(parsed: ListQuery | Refusal): ListQuery {
  if ("code" in parsed) throw new Refused(parsed);
  return parsed;
}

/** Everything of a request that a page depends on. No target has a space, so nobody can forge the second part. */
function pageKey({ path, search, preferences }: Call, mediaType: number): string {
  const target = search === "" ? path : path + search;
  if (mediaType === 0 && preferences.return === undefined && preferences.handling === undefined)
    return target;
  return `${target} ${mediaType} ${preferences.return},${preferences.handling}`;
}

/** Everything else is made by its handler for each request. */
function handling(route: SealedRoute, { handler }: ProduceContext, render: Render): Producer {
  return (call, mediaType) => {
    const input = acceptInput(route, call);
    const run = (accepted: Input): MaybePromise<Product> => {
      const routeCall = new RouteCall(call, accepted, route.mediaTypes[mediaType]);
      const value = handler?.(routeCall);
      const complete = (made: unknown): MaybePromise<Product> => {
        const variants = render(made, mediaType, call, NO_FACTS);
        const product = (finished: Variants): Product => ({
          status: routeCall.chosen.status ?? 200,
          variants: finished,
          facts: NO_FACTS,
          own: { retryAfter: routeCall.chosen.retryAfter },
        });
        return variants instanceof Promise ? variants.then(product) : product(variants);
      };
      return value instanceof Promise ? value.then(complete) : complete(value);
    };
    return input instanceof Promise ? input.then(run) : run(input);
  };
}
