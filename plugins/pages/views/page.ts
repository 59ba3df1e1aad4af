/** The page of an answer: its data as a table or card, and beside it the JSON, headers, code and schema. */
import { Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import {
  publicName,
  requiredScopes,
  toJsonSchema,
  type ViewedAnswer,
  type ViewedCall,
} from "waymark/advanced";
import { callTabs, tabs } from "../shared/code-figure.ts";
import { linksOf } from "../shared/data/addresses.ts";
import { answerData } from "../shared/data/answer-data.ts";
import { isRow } from "../shared/data/data-view.ts";
import { fill } from "../shared/fill.ts";
import { iconOf } from "../shared/icon.ts";
import { HEADERS, headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { sharedMessages, titleOf } from "../shared/messages.ts";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import { meaningHtml } from "../shared/prose.ts";
import { schemaLink, typeFields } from "../shared/schema-fields.ts";
import { escapeText, jsonTree } from "./json.ts";
import { livePart } from "./live.ts";
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
  const data = isRow(value) ? answerData({ ...call, route, registry, language }, value) : undefined;
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
  const title = titleOf(route.declaration.summary, request);
  const content = html`<h1>${iconOf(route, registry)}${title}</h1>
<div class="request"><p><span class="method get">GET</span> <code>${target.replaceAll("%5B", "[").replaceAll("%5D", "]")}</code> <span class="tag ${status < 400 ? "good" : "warn"}">${status}</span></p>
${actions(request, target, value)}</div>
${text === undefined && html`<p class="soft">${messages.leadOfStream}</p>`}
${status !== 200 && meaning !== undefined && html`<p class="notice warn">${meaning.text}</p>`}
${tabs("part", parts)}
${livePart(request)}`;
  return { title, styles: ["views.showStyles"], html: content };
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
      html`<li><a href="${href}">${titleOf(summary, request)}</a>${isGuarded && html` <span class="tag info">${messages.guarded}</span>`}</li>`,
  )}</ul></nav>`;
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
  const call = withCredential(get, scopes, credentialsOf(registry, language));
  return html`${scopes !== undefined && html`<p>${messages.credential}</p>`}
${callTabs(messages.code, call, { registry, language })}`;
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
<div class="code"><pre id="raw" tabindex="0"><code>${Html.trust(escapeText(text.slice(0, MOST_RAW)))}</code></pre></div></details>`;
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
${meaning !== undefined && html`<dd class="soft">${meaningHtml(meaning)}</dd>`}</div>
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
