/** The page of an answer: its data as a table or card, and beside it the JSON, headers, code and schema. */
import { Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import {
  publicName,
  requiredScopes,
  toJsonSchema,
  type ViewedAnswer,
  type ViewedCall,
} from "waymark/advanced";
import { translate } from "waymark/services";
import { codeTabs, tabs } from "../shared/code-figure.ts";
import { linksOf } from "../shared/data/addresses.ts";
import { DataView, isRow, type Row } from "../shared/data/data-view.ts";
import { listTable } from "../shared/data/list-table.ts";
import { emptyList, listHead, listPages } from "../shared/data/list-tools.ts";
import { AddressQuery } from "../shared/data/query.ts";
import { Shape } from "../shared/data/shape.ts";
import { fill } from "../shared/fill.ts";
import { HEADERS, headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { sharedMessages } from "../shared/messages.ts";
import { samplesOf } from "../shared/operations/commands.ts";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import { prose } from "../shared/prose.ts";
import { typeFields } from "../shared/schema-fields.ts";
import { schemaLink } from "../shared/schema-link.ts";
import { escapeText, jsonTree } from "./json.ts";
import { viewsMessages } from "./messages.ts";
import { writeLinks } from "./writes.ts";

/** Characters that are parsed. So many take some 5 ms. */
const MOST_PARSED = 524_288;
/** Characters that are shown: a small request yields no large page, however large the answer is. */
const MOST_RAW = 32_768;

const ORDER = Object.keys(HEADERS);

interface ViewRequest {
  readonly answer: ViewedAnswer;
  readonly call: ViewedCall;
  readonly route: SealedRoute;
  readonly registry: Registry;
  readonly language: string;
}

export function viewPage(request: ViewRequest): PageContent {
  const { answer, call, route, registry, language } = request;
  const messages = viewsMessages(registry, language);
  const { body, status } = answer;
  const target = `${call.path}${call.search}`;
  const text = body && Buffer.from(body.bytes).toString();
  const value: unknown =
    text !== undefined && text.length <= MOST_PARSED ? JSON.parse(text) : undefined;
  const meaning = statusMeanings(registry, language)[String(status)];
  const data = isRow(value) ? dataPart(request, value) : undefined;
  const schema = schemaPart(request);
  const parts = [
    data !== undefined && {
      name: route.kind === "list" ? sharedMessages(registry, language).data.table : messages.card,
      content: data,
    },
    text === undefined
      ? { name: messages.events, content: eventList(request) }
      : { name: "JSON", content: jsonPart(request, value, text) },
    headerList(request),
    { name: messages.code, content: codePart(request, target) },
    schema !== undefined && {
      name: sharedMessages(registry, language).schema.name,
      content: schema,
    },
  ].filter((part) => part !== false);
  const content = html`<div class="request"><p><span class="method get">GET</span> <code>${target.replaceAll("%5B", "[").replaceAll("%5D", "]")}</code> <span class="tag ${status < 400 ? "good" : "warn"}">${status}</span></p>
${actions(request, target, value)}</div>
${text === undefined && html`<p class="soft">${messages.leadOfStream}</p>`}
${status !== 200 && meaning !== undefined && html`<p class="notice warn">${meaning.text}</p>`}
${tabs("part", parts)}`;
  const title = titleOf(route.declaration.summary, registry, language);
  return { title, styles: ["views.showStyles"], html: content };
}

/** Returns the data for people; undefined for a body whose schema names no fields, such as OpenAPI. */
function dataPart({ call, route, registry, language }: ViewRequest, value: Row): Html | undefined {
  const view = new DataView(registry, language, linksOf(registry));
  const { list, returns } = route.declaration;
  const items = value[list?.as ?? ""];
  if (list !== undefined && Array.isArray(items)) {
    const query = new AddressQuery(call.path, call.search, true);
    const shown = { route, registry, language, items, params: call.params, query };
    const next = hrefIn(value, "next");
    return html`${listHead(shown, related(value, registry, language))}
${items.length === 0 ? emptyList(shown) : listTable(shown, view)}
${listPages(shown, next)}`;
  }
  const shape = returns && new Shape(toJsonSchema(returns));
  if (shape === undefined || shape.members.size === 0) return undefined;
  return html`${view.card(value, shape)}
${related(value, registry, language)}`;
}

/** Relations that every answer has, or that have a place of their own; those of items are in the table. */
const PLACED = /^(self|profile|next)$|:/;

/** Returns the links of an answer, by their relations. */
function related(value: Row, registry: Registry, language: string): Html | undefined {
  const linkOf = linksOf(registry);
  const links = Object.keys(Object(value["_links"])).flatMap((rel) => {
    const href = PLACED.test(rel) ? undefined : linkOf(hrefIn(value, rel) ?? "", "href");
    return href === undefined ? [] : html`<li><a class="chip" href="${href}">${rel}</a></li>\n`;
  });
  if (links.length === 0) return undefined;
  const { related: name } = sharedMessages(registry, language).data;
  return html`<nav class="related" aria-label="${name}"><span class="soft small">${name}</span> <ul class="chips">${links}</ul></nav>`;
}

function hrefIn(value: Row, rel: string): string | undefined {
  const href: unknown = Object(Object(value["_links"])[rel]).href;
  return typeof href === "string" ? href : undefined;
}

/** Returns links to the pages about the operation, and to those that change what is shown. */
function actions(request: ViewRequest, target: string, value: unknown): Html | undefined {
  const { route, registry, language } = request;
  const messages = viewsMessages(registry, language);
  const developers = registry.href("developers.showDevelopers");
  const call = `#call=${encodeURIComponent(`GET ${target}`)}`;
  const links = [
    [registry.href("reference.showOperation", { ref: route.ref }), messages.operation],
    [developers && `${developers}${call}`, messages.playground],
  ] as const;
  const writes = isRow(value) ? writeLinks(request, value) : [];
  if (links.every(([href]) => href === undefined)) return undefined;
  return html`<nav class="actions" aria-label="${messages.about}"><ul>${links.map(
    ([href, name]) => href !== undefined && html`<li><a href="${href}">${name}</a></li>`,
  )}${writes.map(
    ({ href, summary, isGuarded }) =>
      html`<li><a href="${href}">${titleOf(summary, registry, language)}</a>${isGuarded && html` <span class="tag info">${messages.guarded}</span>`}</li>`,
  )}</ul></nav>`;
}

/** Returns the summary of an operation as a title, without its full stop. */
function titleOf(summary: string, registry: Registry, language: string): string {
  return translate(summary, registry, language).replace(/\.$/, "");
}

/** Returns the JSON as a tree, and below it as it is sent. */
function jsonPart(request: ViewRequest, value: unknown, text: string): Html {
  const { answer, registry, language } = request;
  const messages = viewsMessages(registry, language);
  const { data } = sharedMessages(registry, language);
  const size = sizeOf(text.length);
  const lead = html`<p class="soft">${messages.lead}</p>`;
  if (value === undefined)
    return html`${lead}<p class="notice">${fill(messages.noTree, { size })}</p>${raw(request, text)}`;
  const tree = jsonTree(value, text.length, linksOf(registry), language, data);
  const all =
    text.length > MOST_RAW ? messages.codeHas : html`<a href="#raw">${messages.rawHas}</a>`;
  return html`${lead}
${!tree.isWhole && html`<p class="notice">${fill(messages.part, { shown: tree.values, size })} ${all}</p>`}
<div class="code"><p class="head"><span>${answer.body?.contentType} · ${size}</span></p>
<div class="json">${tree.html}</div></div>
${raw(request, text)}`;
}

function eventList({ route, registry }: ViewRequest): Html {
  const events = Object.entries(route.declaration.stream?.events ?? {});
  return html`<ul>${events.map(([name, data]) => {
    const type = publicName(registry, data);
    return html`<li><code>${name}</code> ${type !== undefined && schemaLink(type, { registry })}</li>
`;
  })}</ul>`;
}

/** Returns the fields of the answer, for a list those of its items; undefined if no schema describes it. */
function schemaPart({ route, registry, language }: ViewRequest): Html | undefined {
  const { list, returns } = route.declaration;
  const type = list?.of ?? returns;
  if (type === undefined) return undefined;
  const item = list && publicName(registry, list.of);
  const { schemaOf } = viewsMessages(registry, language);
  return html`<h2 class="hidden-text">${sharedMessages(registry, language).schema.name}</h2>
<p>${route.schema !== undefined && schemaLink(route.schema, { registry })}${item !== undefined && html` · ${schemaOf}: ${schemaLink(item, { registry })}`}</p>
${typeFields(toJsonSchema(type), { registry, language })}`;
}

function codePart({ route, registry, language }: ViewRequest, target: string): Html {
  const messages = viewsMessages(registry, language);
  const scopes = requiredScopes(route);
  const get = { method: "GET", target, headers: [] };
  const call = withCredential(
    get,
    { scopes: scopes && [...scopes] },
    credentialsOf(registry, language),
  );
  return html`${scopes !== undefined && html`<p>${messages.credential}</p>`}
${codeTabs("code", messages.code, samplesOf(call, registry.baseUrl), { registry, language })}`;
}

function raw({ route, registry, language }: ViewRequest, text: string): Html {
  const messages = viewsMessages(registry, language);
  const size = sizeOf(text.length);
  const files = registry.routes.filter(
    ({ plugin, document, declaration }) =>
      route.document && plugin === route.plugin && document && declaration.asset,
  );
  return html`<details class="part"><summary><h2>${fill(messages.rawOf, { size })}</h2></summary>
${
  text.length > MOST_RAW &&
  html`<p>${fill(messages.rawPart, { shown: sizeOf(MOST_RAW), size })} ${files.map(({ path }) => html`<a href="${path}">${path}</a> `)}</p>`
}
<div class="code"><pre class="wraps" id="raw" tabindex="0"><code>${Html.trust(escapeText(text.slice(0, MOST_RAW)))}</code></pre></div></details>`;
}

function headerList({ answer: { headers, perRequest }, registry, language }: ViewRequest): {
  readonly name: string;
  readonly content: Html;
} {
  const messages = viewsMessages(registry, language);
  const meanings = headerMeanings(registry, language);
  const fixed = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1]] as const] : [],
  );
  const all = [...fixed, ...perRequest.map((name) => [name, undefined] as const)].toSorted(
    ([one], [other]) => placeOf(one) - placeOf(other),
  );
  const items = all.map(([name, value]) => {
    const meaning = meanings[name.toLowerCase()];
    return html`<div><dt><code>${name}</code></dt>
<dd>${value === undefined ? html`<i>${messages.perRequest}</i>` : html`<code>${value}</code>`}</dd>
${meaning !== undefined && html`<dd class="soft">${prose(meaning.text)}${meaning.spec !== undefined && html` <a href="${meaning.spec.href}">${meaning.spec.name}</a>`}</dd>`}</div>
`;
  });
  return {
    name: messages.headers,
    content: html`<p class="soft">${messages.headersText}</p>
<dl class="kv">${items}</dl>`,
  };
}

/** Returns the place of a header among explained ones, with caches before browsers; others come last. */
function placeOf(name: string): number {
  const place = ORDER.indexOf(name.toLowerCase());
  return place < 0 ? ORDER.length : place;
}

function sizeOf(length: number): string {
  return length < 1000 ? `${length} B` : `${Math.round(length / 1000)} kB`;
}
