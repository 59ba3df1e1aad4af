/** The first screen: the data that the service holds, how to reach it, how it is, and one call with its answer. */
import { type HealthReport, type Html, html, type Registry, requiredScopes } from "waymark";
import { NOUNS } from "../shared/glossary.ts";
import type { Language } from "../shared/languages.ts";
import { credentialsOf } from "./credentials.ts";
import { openLists } from "./first-calls.ts";
import { MESSAGES } from "./messages.ts";
import type { SampleAnswer } from "./sample-answer.ts";
import { toCurl } from "./shared/commands.ts";

type State = HealthReport["status"];

const TONE: Readonly<Record<State, string>> = { ok: "good", degraded: "warn", down: "bad" };

export interface StartFacts {
  readonly registry: Registry;
  readonly language: Language;
  /** Undefined without a plugin that checks it. */
  readonly state: State | undefined;
  readonly sample: SampleAnswer | undefined;
}

export function startSection(facts: StartFacts): Html {
  const { registry, language, sample } = facts;
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
${sample !== undefined && sampleFigures(sample, baseUrl, language)}
</div>`;
}

function sampleFigures(
  { target, status, body }: SampleAnswer,
  baseUrl: string,
  language: Language,
) {
  const messages = MESSAGES[language];
  const call = { method: "GET", target, headers: [] };
  return html`<div>
<figure class="code"><figcaption>curl</figcaption><pre class="command" tabindex="0"><code>${toCurl(call, baseUrl)}</code></pre></figure>
<figure class="code sample"><figcaption>${messages.answer} <span class="tag good">${status}</span></figcaption><pre tabindex="0" role="region" aria-label="${messages.answer}: GET ${target}"><code>${body}</code></pre></figure>
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
  const page = registry.href("reference.showAuthentication");
  return page === undefined
    ? html`<span class="soft">${someKey(guarded)}</span>`
    : html`<a href="${page}">${someKey(guarded)}</a>`;
}
