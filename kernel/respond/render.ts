/** Turns what a handler returned into a finished body of one media type. */
import type { BodyFacts, Call } from "../../registry/contract/call.ts";
import type { Coding, Member } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { show } from "../../registry/contract/finding.ts";
import { Html } from "../../registry/contract/html.ts";
import type { PageContent } from "../../registry/contract/page.ts";
import { pageAbout } from "../../registry/contract/page-form.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { Body, contentTypeOf, Variants } from "./body.ts";
import type { OwnHeaders } from "./finish.ts";
import { codingsOf, NO_FACTS, type ProduceContext, type Product } from "./produced.ts";

/** A status other than 200, with headers of its own. */
export type Chosen = OwnHeaders & { readonly status?: number };

/** Finishes a value in the media type at `mediaType`. */
export type Render = (
  value: unknown,
  mediaType: number,
  call: Call,
  facts?: BodyFacts,
  chosen?: Chosen,
) => MaybePromise<Product>;

/** What the handler chose, with the language of the body where there is a choice. */
export function spokenIn(language: string | undefined, chosen?: Chosen): Chosen | undefined {
  return language === undefined ? chosen : { language, ...chosen };
}

const OFF_SCHEMA: BodyFacts = Object.freeze({ offSchema: true });

/** `use` of the context is what renderers need: the plugin's services. */
export function rendererOf(
  route: SealedRoute,
  { plugin, use, registry }: Pick<ProduceContext, "plugin" | "use" | "registry">,
): Render {
  const codings = codingsOf(route);
  const members = membersOf(route);
  if (route.kind === "page") return pageRendererOf(route, registry, codings);
  const serialize = route.kind === "text" ? asText : asJson;
  const noForm = { contentType: "", write: serialize, described: false };
  const forms = route.mediaTypes.map((mediaType) => ({
    contentType: contentTypeOf(mediaType),
    write: plugin.renderers?.[route.id]?.[mediaType] ?? serialize,
    described: route.schemaMediaTypes.includes(mediaType),
  }));
  return (value, mediaType, call, facts = NO_FACTS, chosen) => {
    const { contentType, write, described } = forms[mediaType] ?? noForm;
    const known = described ? facts : facts === NO_FACTS ? OFF_SCHEMA : { ...facts, ...OFF_SCHEMA };
    const text = write(withMembers(value, members, call, known), use as never);
    return text instanceof Promise
      ? text.then((made) => productOf(new Body(made, contentType), codings, known, chosen))
      : productOf(new Body(text, contentType), codings, known, chosen);
  };
}

function pageRendererOf(
  route: SealedRoute,
  registry: Registry,
  codings: readonly Coding[],
): Render {
  const forms = route.mediaTypes.map((mediaType) => ({
    contentType: contentTypeOf(mediaType),
    write: registry.pageForms.get(mediaType) ?? (() => ""),
  }));
  return (value, mediaType, call, facts = NO_FACTS, chosen) => {
    const form = forms[mediaType];
    if (form === undefined) throw new Error(`${route.ref} has no such form`);
    const content = asPage(value);
    const about = pageAbout(registry, route, chosen?.language, content, call.path);
    const finish = (text: string) =>
      productOf(new Body(text, form.contentType), codings, facts, chosen);
    const text = form.write(content, about);
    return text instanceof Promise ? text.then(finish) : finish(text);
  };
}

function asPage(value: unknown): PageContent {
  if (value instanceof Html) return value;
  const { html, markdown } = Object(value) as Readonly<Record<string, unknown>>;
  // One of the two is there and of its type: that is what tells page content from anything else.
  if (html instanceof Html || typeof markdown === "string") return value as PageContent;
  throw new TypeError(
    `the handler returned ${show(value)}; a page is made of html\`…\` or { markdown }`,
  );
}

function productOf(
  body: Body,
  codings: readonly Coding[],
  facts: BodyFacts,
  chosen: Chosen | undefined,
): Product {
  return {
    status: chosen?.status ?? 200,
    variants: new Variants(body, codings),
    facts,
    own: chosen,
  };
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`the handler returned ${show(value)}; a route of text answers with a string`);
}

function asJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text !== undefined) return text;
  throw new TypeError(`the handler returned ${show(value)}, which JSON cannot say`);
}

function membersOf(route: SealedRoute): readonly (readonly [string, Member])[] {
  const json = route.kind === "list" || route.kind === "returns";
  return json && route.declaration.members !== false
    ? route.policies.flatMap(({ compiled }) => Object.entries(compiled.members?.("ok") ?? {}))
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
