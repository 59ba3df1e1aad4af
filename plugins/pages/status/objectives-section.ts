/** The objectives with their results. */
import { html, type Html } from "waymark";
import type { Objective } from "./objectives.ts";
import { fill } from "../shared/fill.ts";
import type { Locale } from "./messages.ts";
import { durationText } from "../shared/format.ts";

const DAY_MS = 86_400_000;

export function objectivesSection(objectives: readonly Objective[], locale: Locale): Html {
  const { messages } = locale;
  if (objectives.length === 0) return html``;
  return html`<section id="objectives" data-live aria-labelledby="objectives-title">
<h2 id="objectives-title">${messages.objectives}</h2>
<ul class="rows">
${objectives.map((one) => objectiveRow(one, locale))}</ul>
<p class="small soft">${messages.budgetText}</p>
</section>`;
}

function objectiveRow(objective: Objective, locale: Locale): Html {
  const { format } = locale;
  const { met, budgetUsed } = objective;
  const title = objectiveTitle(objective, locale);
  return html`<li><div class="row"><h3>${title}</h3><span class="tag ${met === undefined ? "" : met ? "good" : "bad"}">${verdict(objective, locale)}</span></div>
<p class="small soft">${reached(objective, locale)}</p>
${
  budgetUsed !== undefined &&
  html`<svg class="budget" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="${budgetUsed > 100 ? "bad" : "good"}" width="${format.plain(Math.min(100, budgetUsed))}" height="4"/></svg>`
}</li>
`;
}

export function objectiveTitle(objective: Objective, { messages, format }: Locale): string {
  const { percent, withinMs, windowMs } = objective;
  const ms = withinMs === undefined ? undefined : format.ms(withinMs);
  const goal = fill(ms === undefined ? messages.availabilityGoal : messages.latencyGoal, {
    percent: `${format.number(percent)} %`,
    ms: ms ?? "",
  });
  return `${goal}, ${fill(messages.overDays, { days: format.number(windowMs / DAY_MS) })}`;
}

/** Returns the verdict on an objective: none before the whole window is known. */
export function verdict(objective: Objective, { messages, format }: Locale): string {
  const { met, knownMs, windowMs } = objective;
  if (met !== undefined) return met ? messages.met : messages.missed;
  return fill(messages.early, {
    known: durationText(knownMs),
    days: format.number(windowMs / DAY_MS),
  });
}

/** Returns the share that was reached, and how much of the budget is used. */
export function reached(objective: Objective, { messages, format }: Locale): string {
  const { reached: share, budgetUsed } = objective;
  if (share === undefined) return messages.noRequests;
  const percent = format.percent(share);
  if (budgetUsed === undefined) return fill(messages.soFar, { percent });
  const used =
    budgetUsed > 100
      ? messages.budgetGone
      : fill(messages.budget, { percent: format.percent(budgetUsed) });
  return `${fill(messages.reached, { percent })} · ${used}`;
}
