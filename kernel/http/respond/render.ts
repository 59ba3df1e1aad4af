/** Turns a handler's result into a finished body of one media type. */
import type { BodyInfo, CallTarget } from "../../../registry/contract/call/call.ts";
import { show } from "../../../registry/schema/words.ts";
import { Html } from "../../../registry/contract/html.ts";
import { pageMeta } from "../../../registry/contract/route/page-form.ts";
import type { PageContent } from "../../../registry/contract/route/page.ts";
import type { Member } from "../../../registry/contract/policy/compiled-policy.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { NO_CONTENT } from "../../../registry/contract/route/route-keys.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { andThen } from "./in-turn.ts";
import { Tracepoint } from "../../host/support/tracepoint.ts";
import { contentTypeOf, variantsOf } from "./body.ts";
import { late, NO_BODY_INFO, withoutBody, type ProduceContext, type Render } from "./produced.ts";

const renders = new Tracepoint("render");

const OFF_SCHEMA: BodyInfo = Object.freeze({ offSchema: true });

export function createRenderer(route: SealedRoute, context: ProduceContext): Render {
  const { registry, plugin, use } = context;
  if (route.kind === "page") return createPageRenderer(route, registry);
  if (route.kind === "bytes")
    return late(async () => (await import("./bytes.ts")).createBytesRenderer(route, context));
  const toVariants = variantsOf(route);
  const members = membersOf(route);
  const serialize = route.kind === "text" ? toText : toJson;
  const noForm = { contentType: "", write: serialize, described: false };
  const forms = route.mediaTypes.map((mediaType) => ({
    contentType: contentTypeOf(mediaType),
    write: plugin.renderers?.[route.id]?.[mediaType] ?? serialize,
    described: route.schemaMediaTypes.includes(mediaType),
  }));
  return (value, mediaType, call, head, bodyFacts) => {
    if (NO_CONTENT.has(head.status)) {
      const produced = withoutBody({ ...head, language: undefined });
      const { headers } = bodyFacts;
      return headers === undefined ? produced : { ...produced, facts: { headers } };
    }
    const { contentType, write, described } = forms[mediaType] ?? noForm;
    const facts = described
      ? bodyFacts
      : bodyFacts === NO_BODY_INFO
        ? OFF_SCHEMA
        : { ...bodyFacts, ...OFF_SCHEMA };
    const text = write(withMembers(value, members, call, facts), use as never);
    return andThen(text, (content) => ({
      head,
      variants: toVariants(content, contentType),
      facts,
    }));
  };
}

function createPageRenderer(route: SealedRoute, registry: Registry): Render {
  const toVariants = variantsOf(route);
  const forms = route.mediaTypes.map((mediaType) => ({
    contentType: contentTypeOf(mediaType),
    write: registry.pageForms.get(mediaType) ?? (() => ""),
  }));
  return (value, mediaType, call, head, facts) => {
    const form = forms[mediaType];
    if (form === undefined) throw new Error(`${route.ref} does not offer such a form`);
    const page = toPage(value);
    const about = pageMeta(registry, route, head.language, page, call.path, head.namesLanguage);
    return andThen(
      watched(route, () => form.write(page, about)),
      (text) => ({ head, variants: toVariants(text, form.contentType), facts }),
    );
  };
}

/** Runs a function that makes a page, as a span if a listener watches. */
export function watched(
  route: SealedRoute,
  render: () => MaybePromise<string>,
): MaybePromise<string> {
  if (!renders.isWatched) return render();
  return renders.run(
    { name: `render ${route.ref}`, attributes: { "waymark.route": route.ref } },
    render,
  );
}

function toPage(value: unknown): PageContent {
  if (value instanceof Html) return value;
  const { html, markdown } = Object(value) as Readonly<Record<string, unknown>>;
  if (html instanceof Html || typeof markdown === "string") return value as PageContent;
  throw new TypeError(
    `the handler returned ${show(value)}; a page is made of html\`…\` or { markdown }`,
  );
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`the handler returned ${show(value)}; a route of text answers with a string`);
}

function toJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text !== undefined) return text;
  throw new TypeError(`the handler returned ${show(value)}, which has no form in JSON`);
}

type NamedMembers = readonly (readonly [name: string, member: Member])[];

/** Returns the body of a read in the first media type, as requests receive it. */
export function wholeBody(
  route: SealedRoute,
  value: unknown,
  call: CallTarget,
  facts: BodyInfo = NO_BODY_INFO,
): unknown {
  return withMembers(value, membersOf(route), call, facts);
}

function membersOf({ kind, declaration, policies }: SealedRoute): NamedMembers {
  if (declaration.bareBody === true || (kind !== "list" && kind !== "returns")) return [];
  return policies.flatMap(({ compiled }) => Object.entries(compiled.members?.("ok") ?? {}));
}

function withMembers(
  value: unknown,
  members: NamedMembers,
  call: CallTarget,
  facts: BodyInfo,
): unknown {
  if (members.length === 0 || typeof value !== "object" || value === null) return value;
  const body: Record<string, unknown> = { ...value };
  for (const [name, member] of members) {
    const added = member.value({ call, body, facts, failure: undefined });
    if (added !== undefined) body[name] = added;
  }
  return body;
}
