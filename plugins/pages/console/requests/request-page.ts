/** The page of a request: its facts, its steps, and the lines of the log that were written for it. */
import { html, type Registry } from "waymark";
import { formatOf, timeElement } from "../../shared/format.ts";
import { fill } from "../../shared/fill.ts";
import type { Page } from "../frame.ts";
import { consoleMessages } from "../messages.ts";
import { table } from "../table.ts";
import { statusTag } from "./list-page.ts";
import type { RequestRecorder } from "./recorder.ts";

export function requestPage(
  recorder: RequestRecorder,
  registry: Registry,
  language: string,
  id: string,
): Page {
  const { requests: texts } = consoleMessages(registry, language);
  const format = formatOf(language);
  const request = recorder.find(id);
  const lines = recorder.log.linesOf(id, request?.traceId);
  const facts = request && [
    [texts.request, html`<code>${request.method} ${request.path}</code>`],
    [texts.status, html`${statusTag(request.status)} ${request.errorCode}`],
    [texts.took, html`<strong>${format.ms(request.ms)}</strong>`],
    [texts.time, timeElement(request.at, format.moment(request.at))],
    [
      texts.route,
      html`<a href="/console/requests?route=${encodeURIComponent(request.route)}">${request.route}</a>`,
    ],
    [texts.principal, html`${request.principal ?? "–"}`],
    [texts.client, html`${request.client}`],
    [texts.trace, html`${request.traceId ?? "–"}`],
  ];
  const steps = request?.steps.toSorted((a, b) => b.ms - a.ms) ?? [];
  const content = html`${
    facts === undefined
      ? html`<p class="notice warn">${fill(texts.unknown, { id })}</p>`
      : html`<dl class="kv">${facts.map(
          ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
        )}</dl>`
  }
${
  request !== undefined &&
  html`<h2>${texts.steps}</h2>
${
  steps.length === 0
    ? html`<p class="soft">${texts.noSteps}</p>`
    : html`<p class="soft">${texts.stepsNote}</p>${table(
        [texts.took, texts.step],
        steps.map(({ name, ms }) => [format.ms(ms), html`<code>${name}</code>`]),
        texts.steps,
      )}`
}`
}
<h2>${texts.log}</h2>
${lines.length === 0 ? html`<p class="soft">${texts.noLines}</p>` : html`<ul class="lines-of-log">${lines.map(({ at, level, message, fields }) => html`<li><span class="tag ${level === "error" ? "bad" : level === "warn" ? "warn" : ""}">${level}</span> ${timeElement(at, format.hour(at))} <span lang="en">${message}</span><pre><code>${JSON.stringify(fields, undefined, 2)}</code></pre></li>`)}</ul>`}
<p><a href="/console/requests">${texts.all}</a></p>`;
  return { title: id, content };
}
