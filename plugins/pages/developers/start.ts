/** The first screen: the data that the service holds, how to reach it, how it is, and one call with its answer. */
import {
  type HealthReport,
  type Html,
  html,
  type Registry,
  requiredScopes,
  type SealedRoute,
} from "waymark";
import { NOUNS } from "../shared/glossary.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import type { Language } from "../shared/languages.ts";
import type { LiveAnswer } from "../shared/operations/live-answers.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { openLists } from "./first-calls.ts";
import { MESSAGES } from "./messages.ts";
import { toCurl } from "../shared/operations/commands.ts";

type State = HealthReport["status"];

const TONE: Readonly<Record<State, string>> = { ok: "good", degraded: "warn", down: "bad" };

export interface StartFacts {
  readonly registry: Registry;
  readonly language: Language;
  /** Undefined without a plugin that checks it. */
  readonly state: State | undefined;
  /** The first list that everybody may read, and the answer that it has; undefined where there is none. */
  readonly route: SealedRoute | undefined;
  readonly sample: LiveAnswer | undefined;
}

export function startSection(facts: StartFacts): Html {
  const { registry, language, route, sample } = facts;
  const messages = MESSAGES[language];
  const { baseUrl, app } = registry;
  const reference = registry.href("reference.showReference");
  return html`<div class="start">
<div>
<p class="lead">${registry.translate(app.description, language)} ${holds(registry, language)}</p>
<p class="facts-line">${stateLink(facts)} ${access(registry, language)}</p>
<figure class="code base"><figcaption>${messages.baseUrl}</figcaption><pre class="command" tabindex="0"><code>${baseUrl}</code></pre></figure>
<p class="buttons"><a class="button" href="#playground">${messages.tryNow}</a>${reference !== undefined && html` <a class="button quiet" href="${reference}">${messages.allOperations}</a>`}</p>
</div>
${route !== undefined && sample !== undefined && sampleFigures(route, sample, facts)}
</div>`;
}

function sampleFigures(
  { path }: SealedRoute,
  { body }: LiveAnswer,
  { registry: { baseUrl }, language }: StartFacts,
): Html {
  const { answer, answerText } = MESSAGES[language];
  const target = `${path}?limit=1`;
  const command = toCurl({ method: "GET", target, headers: [] }, baseUrl);
  const head = html`${answer} <span class="tag good">200</span>`;
  return html`<div class="sample">
<figure class="code"><figcaption>curl</figcaption><pre class="command" tabindex="0"><code>${command}</code></pre></figure>
${jsonFigure(body, head, `${answer}: GET ${target}`)}<p class="small soft">${answerText}</p>
</div>`;
}

/** A sentence with the lists that everybody may read. */
function holds(registry: Registry, language: Language): string {
  const names = openLists(registry).map(({ declaration }) => {
    const name = declaration.list?.as ?? "";
    return NOUNS[name]?.[language] ?? name;
  });
  const list = new Intl.ListFormat(language).format(names);
  return names.length === 0 ? "" : MESSAGES[language].holds(list);
}

function stateLink({ registry, language, state }: StartFacts): Html | undefined {
  if (state === undefined) return undefined;
  const text = MESSAGES[language].state[state];
  const page = registry.href("status-page.showStatusPage");
  return page === undefined
    ? html`<span class="pill ${TONE[state]}">${text}</span>`
    : html`<a class="pill ${TONE[state]}" href="${page}">${text}</a>`;
}

/** Whether a credential is needed. */
function access(registry: Registry, language: Language): Html {
  const { noKey, someKey } = MESSAGES[language];
  const guarded = registry.routes.filter(
    (route) => !route.site && requiredScopes(route) !== undefined,
  ).length;
  if (guarded === 0 || credentialsOf(registry, language).length === 0)
    return html`<span class="soft">${noKey}</span>`;
  const page = registry.href("reference.showTopic", { topic: "authentication" });
  return page === undefined
    ? html`<span class="soft">${someKey(guarded)}</span>`
    : html`<a href="${page}">${someKey(guarded)}</a>`;
}
