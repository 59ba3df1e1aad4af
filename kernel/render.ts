/** Turns what a handler returned into a finished body of one media type. */
import type { BodyFacts, Call } from "../registry/call.ts";
import type { Plugin } from "../registry/plugin.ts";
import type { Coding, MaybePromise, Member } from "../registry/policy.ts";
import type { SealedRoute } from "../registry/registry.ts";
import { show } from "../registry/finding.ts";
import { Body, contentTypeOf, Variants } from "./body.ts";
import type { OwnHeaders } from "./finish.ts";
import { codingsOf, NO_FACTS, type Product } from "./product.ts";

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

const UNDESCRIBED: BodyFacts = Object.freeze({ undescribed: true });

/** `use` is what renderers need: the plugin's services. */
export function rendererOf(route: SealedRoute, plugin: Plugin, use: unknown): Render {
  const codings = codingsOf(route);
  const members = membersOf(route);
  const serialize = route.kind === "text" || route.kind === "page" ? asText : asJson;
  const noForm = { contentType: "", write: serialize, described: false };
  const forms = route.mediaTypes.map((mediaType) => ({
    contentType: contentTypeOf(mediaType),
    write: plugin.renderers?.[route.id]?.[mediaType] ?? serialize,
    described: route.described.includes(mediaType),
  }));
  return (value, mediaType, call, facts = NO_FACTS, chosen) => {
    const { contentType, write, described } = forms[mediaType] ?? noForm;
    const known = described
      ? facts
      : facts === NO_FACTS
        ? UNDESCRIBED
        : { ...facts, ...UNDESCRIBED };
    const text = write(withMembers(value, members, call, known), use as never);
    return text instanceof Promise
      ? text.then((made) => productOf(new Body(made, contentType), codings, known, chosen))
      : productOf(new Body(text, contentType), codings, known, chosen);
  };
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
