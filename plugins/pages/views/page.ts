/** The page of an answer: its JSON, and beside it where it leads and what its parts mean. */
import {
  Html,
  html,
  type PageContent,
  type Registry,
  requiredScopes,
  type SealedRoute,
  type ViewedAnswer,
  type ViewedCall,
} from "waymark";
import { partsOf } from "../shared/inline-code.ts";
import type { Language } from "../shared/languages.ts";
import { headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { fieldList, schemaLink } from "./fields.ts";
import { escapeText, jsonTree } from "./json.ts";
import { linksOf } from "./links.ts";
import { say } from "../shared/say.ts";
import { MESSAGES, type Messages } from "./messages.ts";

/** In bytes. Parsing and escaping so much takes some 10 ms. */
const MOST_PARSED = 1_048_576;
const RAW_PART = 65_536;

export interface ViewRequest {
  readonly answer: ViewedAnswer;
  readonly call: ViewedCall;
  readonly route: SealedRoute;
  readonly registry: Registry;
  readonly language: Language;
}

export function viewPage(request: ViewRequest): PageContent {
  const { answer, call, route, registry, language } = request;
  const messages = MESSAGES[language];
  const { body } = answer;
  const target = `${call.path}${call.search}`;
  const text = body && Buffer.from(body.bytes).toString();
  const value: unknown =
    text !== undefined && text.length <= MOST_PARSED ? JSON.parse(text) : undefined;
  const meaning = statusMeanings(language)[String(answer.status)];
  // Without the site's, which allow styles, the security policy of the API stays.
  const styles = registry.href("site.showStyles") && registry.href("views.showStyles");
  const content = html`${styles !== undefined && html`<link rel="stylesheet" href="${styles}">`}
<p class="request"><span class="method get">GET</span> <code>${target}</code></p>
<p class="soft">${text === undefined ? messages.leadOfStream : messages.lead}</p>
${actions(request, target, value)}
<div class="view">
<section aria-labelledby="answer">
<h2 id="answer">${messages.answer} <span class="tag ${answer.status < 400 ? "good" : "warn"}">${answer.status}</span></h2>
${answer.status !== 200 && meaning !== undefined && html`<p>${meaning.text}</p>`}
${text === undefined ? eventList(request) : tree(value, text.length, registry, messages)}
</section>
<section aria-labelledby="schema">
<h2 id="schema">${messages.schema}</h2>
${schemaPart(request)}
</section>
</div>
${curl(request, target)}
${text !== undefined && raw(text, messages)}
${headerList(request)}`;
  return {
    title: registry.translate(route.declaration.summary, language).replace(/\.$/, ""),
    html: content,
  };
}

/** Where the answer leads: its next page, and the pages about the operation. */
function actions({ route, registry, language }: ViewRequest, target: string, value: unknown): Html {
  const messages = MESSAGES[language];
  const { ref } = route;
  const developers = registry.href("developers.showDevelopers");
  const at = (fragment: string) => developers && `${developers}#${fragment}`;
  const next = Object(Object(Object(value)["_links"])["next"])["href"] as unknown;
  const links = [
    [typeof next === "string" ? next : undefined, messages.next],
    [registry.href("reference.showOperation", { ref }) ?? at(ref), messages.operation],
    [at(`call=${encodeURIComponent(`GET ${target}`)}`), messages.playground],
    ["#curl", messages.curl],
    [value === undefined ? undefined : "#raw", messages.raw],
  ] as const;
  return html`<nav aria-label="${messages.about}"><ul>${links.map(
    ([href, name]) => href !== undefined && html`<li><a href="${href}">${name}</a></li>`,
  )}</ul></nav>`;
}

function tree(value: unknown, length: number, registry: Registry, messages: Messages): Html {
  if (value === undefined) return html`<p class="card">${messages.noTree(sizeOf(length))}</p>`;
  const { html: lines, values, isWhole } = jsonTree(value, length, linksOf(registry), messages);
  return html`${!isWhole && html`<p class="card">${messages.part(String(values), sizeOf(length))} <a href="#raw">${messages.rawHas}</a></p>`}
<div class="json">${lines}</div>`;
}

function eventList({ route, registry, language }: ViewRequest): Html {
  const { events = {}, contributed } = route.declaration.stream ?? {};
  const names = [
    ...Object.keys(events),
    ...(contributed === true ? Object.keys(registry.audiences) : []),
  ];
  return html`<h3>${MESSAGES[language].events}</h3>
<ul>${[...new Set(names)].map((name) => html`<li><code>${name}</code></li>`)}</ul>`;
}

function schemaPart({ route, registry, language }: ViewRequest): Html {
  const messages = MESSAGES[language];
  const fields = fieldList(route, registry, messages, (text) => say(text, registry, language));
  if (route.schema === undefined && fields === undefined)
    return html`<p class="soft">${messages.noSchema}</p>`;
  return html`${route.schema !== undefined && html`<p>${schemaLink(route.schema, registry)}</p>`}
${fields}`;
}

function curl({ route, registry, language }: ViewRequest, target: string): Html {
  const messages = MESSAGES[language];
  const url = `'${`${registry.baseUrl}${target}`.replaceAll("'", "%27")}'`;
  const globoff = /[[\]{}]/.test(target) ? " --globoff" : "";
  return html`<h2 id="curl">${messages.curl}</h2>
${requiredScopes(route) !== undefined && html`<p>${messages.credential}</p>`}
<pre tabindex="0"><code>curl ${url}${globoff}</code></pre>`;
}

function raw(text: string, messages: Messages): Html {
  const size = sizeOf(text.length);
  const isWhole = text.length <= MOST_PARSED;
  return html`<details class="part"><summary><h2>${messages.rawOf(size)}</h2></summary>
${!isWhole && html`<p>${messages.rawPart(sizeOf(RAW_PART), size)}</p>`}
<pre id="raw" tabindex="0"><code>${Html.trust(escapeText(isWhole ? text : text.slice(0, RAW_PART)))}</code></pre></details>`;
}

function headerList({ answer: { headers, perRequest }, registry, language }: ViewRequest): Html {
  const messages = MESSAGES[language];
  const meanings = headerMeanings(registry, language);
  const fixed = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1]] as const] : [],
  );
  const all = [...fixed.toReversed(), ...perRequest.map((name) => [name, undefined] as const)];
  const items = all.map(([name, value]) => {
    const meaning = meanings[name.toLowerCase()];
    return html`<div><dt><code>${name}</code></dt>
<dd>${value === undefined ? html`<i>${messages.perRequest}</i>` : html`<code>${value}</code>`}</dd>
${meaning !== undefined && html`<dd class="soft">${prose(meaning.text)}${meaning.spec !== undefined && html` <a href="${meaning.spec.href}">${meaning.spec.name}</a>`}</dd>`}</div>
`;
  });
  return html`<details class="part"><summary><h2>${messages.headers(items.length)}</h2></summary>
<p class="soft">${messages.headersText}</p>
<dl class="fields">${items}</dl></details>`;
}

/** A sentence with its inline code as elements. */
function prose(text: string): readonly Html[] {
  return partsOf(text).map((part) =>
    part.code ? html`<code>${part.text}</code>` : html`${part.text}`,
  );
}

function sizeOf(length: number): string {
  return length < 1000 ? `${length} B` : `${Math.round(length / 1000)} kB`;
}
