/** Stage produce of a list: its query, its envelope, and which finished pages are kept. */
import type { Call } from "../../registry/contract/call.ts";
import type { ListQuery, Page } from "../../registry/contract/list.ts";
import type { ListEngine, Refusal } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { Refused } from "../request/refusal.ts";
import { RouteCall } from "../request/handler-context.ts";
import {
  documentOf,
  NO_FACTS,
  type ProduceContext,
  type Producer,
  type Product,
} from "./produced.ts";
import { spokenIn, type Render } from "./render.ts";

/** A list's pages are finished once per query while the data stays the same. */
export function listing(route: SealedRoute, context: ProduceContext, render: Render): Producer {
  const engine = route.policies.flatMap(({ compiled }) => compiled.list ?? [])[0];
  const name = route.declaration.list?.as ?? "items";
  const source = documentOf(route, context);
  const { version, pages } = context;
  const languages = route.declaration.languages ?? [];
  const ask = (call: Call, query: ListQuery, language: number): unknown =>
    route.document
      ? source(language)
      : context.handler?.(
          new RouteCall(
            call,
            { params: call.params, query, body: undefined },
            { language: languages[language] },
          ),
        );

  const make = (call: Call, mediaType: number, language: number): MaybePromise<Product> => {
    const query = engine === undefined ? EVERYTHING : orRefuse(engine.parse(call));
    const result = ask(call, query, language);
    const complete = (value: unknown): MaybePromise<Product> => {
      const { body, facts } = envelope(name, asListResult(value), query, engine, call);
      return render(body, mediaType, call, facts, spokenIn(languages[language]));
    };
    return result instanceof Promise ? result.then(complete) : complete(result);
  };
  if (version === undefined) return make;
  return (call, mediaType, language) => {
    const key = pageKey(call, mediaType, language);
    const current = version(); // before it is made, so that later data never passes for earlier
    const kept = pages.get(key, current);
    if (kept !== undefined) return kept;
    const keep = (product: Product): Product => {
      pages.set(key, current, product);
      return product;
    };
    const made = make(call, mediaType, language);
    return made instanceof Promise ? made.then(keep) : keep(made);
  };
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
function pageKey({ path, search, preferences }: Call, mediaType: number, language: number): string {
  const target = search === "" ? path : path + search;
  const plain = mediaType === 0 && language === 0;
  if (plain && preferences.return === undefined && preferences.handling === undefined)
    return target;
  return `${target} ${mediaType} ${language} ${preferences.return},${preferences.handling}`;
}
