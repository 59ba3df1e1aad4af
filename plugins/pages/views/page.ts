/** The page of an answer: its JSON, and beside it links from the answer and the meaning of its parts. */
import { Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import { publicName, requiredScopes, type ViewedAnswer, type ViewedCall } from "waymark/advanced";
import { translate } from "waymark/services";
import { codeFigure } from "../shared/code-figure.ts";
import { prose } from "../shared/prose.ts";
import { HEADERS, headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { schemaLink } from "../shared/schema-link.ts";
import { fieldList } from "./fields.ts";
import { escapeText, jsonTree } from "./json.ts";
import { linksOf } from "./links.ts";
import { viewsMessages } from "./messages.ts";
import { fill } from "../shared/fill.ts";

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
  const { body } = answer;
  const target = `${call.path}${call.search}`;
  const text = body && Buffer.from(body.bytes).toString();
  const value: unknown =
    text !== undefined && text.length <= MOST_PARSED ? JSON.parse(text) : undefined;
  const meaning = statusMeanings(registry, language)[String(answer.status)];
  const schema = schemaPart(request);
  const content = html`<p class="request"><span class="method get">GET</span> <code>${target}</code></p>
<p class="soft">${text === undefined ? messages.leadOfStream : messages.lead}</p>
${actions(request, target, value)}
<div class="${schema !== undefined && "split answered"}">
<section aria-labelledby="answer">
<h2 id="answer">${text === undefined ? messages.events : messages.answer}</h2>
${answer.status !== 200 && meaning !== undefined && html`<p class="notice warn">${meaning.text}</p>`}
${text === undefined ? eventList(request) : tree(request, value, text.length)}
</section>
${
  schema !== undefined &&
  html`<section aria-labelledby="schema">
<h2 id="schema">${messages.schema}</h2>
${schema}
</section>`
}
</div>
${curl(request, target)}
${text !== undefined && raw(request, text)}
${headerList(request)}`;
  const title = translate(route.declaration.summary, registry, language).replace(/\.$/, "");
  return { title, styles: ["views.showStyles"], html: content };
}

/** Returns links from the answer: to its next page, and to the pages about the operation. */
function actions({ route, registry, language }: ViewRequest, target: string, value: unknown): Html {
  const messages = viewsMessages(registry, language);
  const { ref } = route;
  const developers = registry.href("developers.showDevelopers");
  const call = `#call=${encodeURIComponent(`GET ${target}`)}`;
  const next = Object(Object(Object(value)["_links"])["next"])["href"] as unknown;
  const links = [
    [typeof next === "string" ? next : undefined, messages.next],
    [registry.href("reference.showOperation", { ref }), messages.operation],
    [developers && `${developers}${call}`, messages.playground],
    ["#curl", messages.curl],
    [value === undefined ? undefined : "#raw", messages.raw],
  ] as const;
  return html`<nav class="actions" aria-label="${messages.about}"><ul>${links.map(
    ([href, name]) => href !== undefined && html`<li><a href="${href}">${name}</a></li>`,
  )}</ul></nav>`;
}

function tree({ answer, registry, language }: ViewRequest, value: unknown, length: number): Html {
  const messages = viewsMessages(registry, language);
  const size = sizeOf(length);
  if (value === undefined) return html`<p class="notice">${fill(messages.noTree, { size })}</p>`;
  const {
    html: lines,
    values,
    isWhole,
  } = jsonTree(value, length, linksOf(registry), language, messages);
  const { status, body } = answer;
  const [link, name] = length > MOST_RAW ? ["#curl", messages.curlHas] : ["#raw", messages.rawHas];
  return html`${!isWhole && html`<p class="notice">${fill(messages.part, { shown: values, size })} <a href="${link}">${name}</a></p>`}
<div class="code"><p class="head"><span>${body?.contentType} · ${size}</span> <span class="tag ${status < 400 ? "good" : "warn"}">${status}</span></p>
<div class="json">${lines}</div></div>`;
}

function eventList({ route, registry }: ViewRequest): Html {
  const events = Object.entries(route.declaration.stream?.events ?? {});
  return html`<ul>${events.map(([name, data]) => {
    const type = publicName(registry, data);
    return html`<li><code>${name}</code> ${type !== undefined && schemaLink(type, { registry })}</li>
`;
  })}</ul>`;
}

/** Returns the part about the schema; undefined if no schema describes the answer. */
function schemaPart({ route, registry, language }: ViewRequest): Html | undefined {
  const fields = fieldList(route, registry, language);
  if (route.schema === undefined && fields === undefined) return undefined;
  return html`${route.schema !== undefined && html`<p>${schemaLink(route.schema, { registry })}</p>`}
${fields}`;
}

function curl({ route, registry, language }: ViewRequest, target: string): Html {
  const messages = viewsMessages(registry, language);
  const command = toCurl({ method: "GET", target, headers: [] }, registry.baseUrl);
  return html`<h2 id="curl">${messages.curl}</h2>
${requiredScopes(route) !== undefined && html`<p>${messages.credential}</p>`}
${codeFigure("curl", command, { registry, language })}`;
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

function headerList({ answer: { headers, perRequest }, registry, language }: ViewRequest): Html {
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
  return html`<details class="part"><summary><h2>${fill(messages.headers, { count: items.length })}</h2></summary>
<p class="soft">${messages.headersText}</p>
<dl class="kv">${items}</dl></details>`;
}

/** Returns the place of a header among explained ones, with caches before browsers; others come last. */
function placeOf(name: string): number {
  const place = ORDER.indexOf(name.toLowerCase());
  return place < 0 ? ORDER.length : place;
}

function sizeOf(length: number): string {
  return length < 1000 ? `${length} B` : `${Math.round(length / 1000)} kB`;
}
