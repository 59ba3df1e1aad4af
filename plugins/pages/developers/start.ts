/** The first screen: the data that the service holds, how to reach it, how it is, and one call with its answer. */
import { type Html, html, type Registry, type SealedRoute } from "waymark";
import type { HealthReport } from "waymark/services";
import { requiredScopes } from "waymark/advanced";
import { translate } from "waymark/services";
import { codeFigure, tabs } from "../shared/code-figure.ts";
import { linksOf } from "../shared/data/addresses.ts";
import { DataView, isRow } from "../shared/data/data-view.ts";
import { listTable } from "../shared/data/list-table.ts";
import { AddressQuery } from "../shared/data/query.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { obtainNotice } from "../shared/obtain.ts";
import type { LiveAnswer } from "../shared/operations/live-answer.ts";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import { firstGuardedRead, resourceLists } from "../shared/operations/first-reads.ts";
import { developersMessages } from "./messages.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { examplesOf } from "../../shared/operations/examples.ts";
import { fill, plural } from "../shared/fill.ts";
import { sharedMessages } from "../shared/messages.ts";

type State = HealthReport["status"];

const TONE: Readonly<Record<State, string>> = { ok: "good", degraded: "warn", down: "bad" };

/** Facts that differ from one request to the next. */
interface LiveFacts {
  /** State of the service; undefined without a plugin that checks it. */
  readonly state: State | undefined;
  /** Answer of the first list that everybody may read; undefined if there is none. */
  readonly sample: LiveAnswer | undefined;
  /** The list. */
  readonly route: SealedRoute | undefined;
}

/** Returns a function that adds the live facts. */
export function startSection(registry: Registry, language: string): (live: LiveFacts) => Html {
  const messages = developersMessages(registry, language);
  const { baseUrl, app } = registry;
  const reference = registry.href("reference.showReference");
  const lead = html`<p class="lead">${translate(app.description, registry, language)} ${holds(registry, language)}</p>`;
  const pill = statePill(registry, language);
  const rest = html`${access(registry, language)}</p>
${codeFigure(messages.baseUrl, baseUrl, { registry, language })}
<p class="buttons"><a class="button" href="#playground">${messages.tryNow}</a>${reference !== undefined && html` <a class="button quiet" href="${reference}">${messages.allOperations}</a>`}</p>${obtainNotice({ registry, language })}`;
  const guarded = guardedCall(registry, language);
  return ({ state, sample, route }) => html`<div class="start">
<div>
${lead}
<p class="facts-line">${state !== undefined && pill(state)} ${rest}${sample !== undefined && guarded?.command}
</div>
${sample !== undefined && route !== undefined ? sampleFigures(sample, route, registry, language) : guarded && html`<div class="sample">${guarded.command}${guarded.example}</div>`}
</div>`;
}

/** Returns the first call with a credential, and the form of its answer; undefined if every call is open. */
function guardedCall(registry: Registry, language: string) {
  const { keyCall, example, answer } = developersMessages(registry, language);
  const route = firstGuardedRead(registry);
  const ways = credentialsOf(registry, language);
  if (route === undefined || ways.length === 0) return undefined;
  const call = withCredential({ method: "GET", target: route.path, headers: [] }, [], ways);
  const body = examplesOf(registry).ofAnswer(route)?.value;
  return {
    command: codeFigure(keyCall, toCurl(call, registry.baseUrl), { registry, language }),
    example: body !== undefined && jsonFigure(body, example, `${answer}: GET ${route.path}`),
  };
}

function sampleFigures(
  { body, status, target }: LiveAnswer,
  route: SealedRoute,
  registry: Registry,
  language: string,
): Html {
  const { answer, answerText } = developersMessages(registry, language);
  const command = toCurl({ method: "GET", target, headers: [] }, registry.baseUrl);
  const head = html`${answer} <span class="tag good">${status}</span>`;
  const json = jsonFigure(body, head, `${answer}: GET ${target}`);
  const table = sampleTable(body, route, registry, language);
  const shown =
    table === undefined ? json : tabs("sample", [table, { name: "JSON", content: json }]);
  return html`<div class="sample">
${codeFigure("curl", command, { registry, language })}
${shown}<p class="small soft">${answerText}</p>
</div>`;
}

/** Returns the list as its address shows it to browsers; undefined if that shows no table. */
function sampleTable(body: unknown, route: SealedRoute, registry: Registry, language: string) {
  const { list } = route.declaration;
  const items = isRow(body) && list !== undefined ? body[list.as] : undefined;
  if (!Array.isArray(items) || items.length === 0 || route.view === undefined) return undefined;
  const query = new AddressQuery(route.path, "", false);
  const view = new DataView(registry, language, linksOf(registry));
  const table = listTable({ route, registry, language, items, params: {}, query }, view);
  const { openTable } = developersMessages(registry, language);
  return {
    name: sharedMessages(registry, language).data.table,
    content: html`${table}<p class="small"><a href="${route.path}">${openTable}</a></p>`,
  };
}

/** Returns a sentence with the resources. */
function holds(registry: Registry, language: string): string {
  const nouns: Readonly<Record<string, string>> = sharedMessages(registry, language).glossary.nouns;
  const names = resourceLists(registry).map(({ declaration }) => {
    const name = declaration.list?.as ?? "";
    return nouns[name] ?? name;
  });
  const list = new Intl.ListFormat(language).format(names);
  return names.length === 0
    ? ""
    : fill(developersMessages(registry, language).holds, { names: list });
}

function statePill(registry: Registry, language: string): (state: State) => Html {
  const page = registry.href("status-page.showStatusPage");
  return (state) => {
    const text = developersMessages(registry, language).state[state];
    return page === undefined
      ? html`<span class="pill ${TONE[state]}">${text}</span>`
      : html`<a class="pill ${TONE[state]}" href="${page}">${text}</a>`;
  };
}

/** Returns the note that says if a credential is needed. */
function access(registry: Registry, language: string): Html {
  const { noKey, someKey } = developersMessages(registry, language);
  const guarded = registry.routes.filter(
    (route) => !route.site && requiredScopes(route) !== undefined,
  ).length;
  if (guarded === 0 || credentialsOf(registry, language).length === 0)
    return html`<span class="soft">${noKey}</span>`;
  const page = registry.href("reference.showTopic", { topic: "authentication" });
  return page === undefined
    ? html`<span class="soft">${plural(someKey, guarded, language)}</span>`
    : html`<a href="${page}">${plural(someKey, guarded, language)}</a>`;
}
