/** The page of a journey, alone or beside another one. It needs no script. */
import { html, type Html, type PageContent, type Registry } from "waymark";
import type { Stage } from "waymark/advanced";
import { writerOf } from "../../shared/owners.ts";
import { fill, plural } from "../shared/fill.ts";
import { formatOf, timeElement } from "../shared/format.ts";
import { scrollTable, statusTag } from "../shared/parts.ts";
import type { Journey } from "./journey.ts";
import { MINUTES_KEPT } from "./journeys.ts";
import { headerOf, linesOf, stageOf, type Context, type Line } from "./lines.ts";
import { journeyMessages } from "./messages.ts";

const STAGES: readonly Stage[] = [
  "identify",
  "admit",
  "accept",
  "produce",
  "encode",
  "precondition",
  "finish",
  "write",
];
/** Number of colours that owners of headers have. */
const COLOURS = 6;
/** Units of the track's width. */
const WIDTH = 1000;

interface Shown {
  readonly journey: Journey;
  /** The journey beside it. */
  readonly other: Journey | undefined;
  /** Further journeys of the caller, the newest first. */
  readonly others: readonly Journey[];
}

export function journeyPage(
  { journey, other, others }: Shown,
  registry: Registry,
  language: string,
): PageContent {
  const messages = journeyMessages(registry, language);
  const context = { registry, language, messages, format: formatOf(language) };
  return {
    title: other === undefined ? messages.title : messages.compare,
    styles: ["journey.showStyles"],
    html: html`<div class="journey">
${other === undefined ? single(journey, context) : pair(journey, other, context)}
${choice(journey, other, others, context)}
</div>`,
  };
}

function single(journey: Journey, context: Context): Html {
  const { messages, format } = context;
  const { sent, at } = journey;
  const lead = fill(messages.lead, {
    total: format.ms(totalMs(journey)),
    moment: format.moment(at),
    minutes: MINUTES_KEPT,
  });
  return html`${target(journey)}
<p class="soft">${lead}</p>
${sent.length > 0 && html`<p>${messages.sent}: ${sent.map(([name, value]) => html`<code>${name}: ${value}</code> `)}</p>`}
${track(journey, context)}
<h2>${messages.byStage}</h2>
<ol class="stages">
${STAGES.map((stage) => stageItem(stage, journey, context))}</ol>`;
}

function target({ method, target: address, status }: Journey): Html {
  return html`<p class="target"><span class="method ${method.toLowerCase()}">${method}</span> <code>${address}</code> ${statusTag(status)}</p>`;
}

/** Draws the durations side by side, each stage at least as wide as can be seen. */
function track(journey: Journey, { messages, format }: Context): Html {
  const { stages } = journey;
  const total = Math.max(totalMs(journey), 0.001);
  const least = WIDTH / 200;
  const free = WIDTH - least * stages.length;
  let x = 0;
  const parts = stages.map(({ stage, ms }) => {
    const width = least + (free * ms) / total;
    const part = html`<rect class="${stage}" x="${format.plain(x)}" width="${format.plain(width)}" height="24"><title>${messages.stages[stage].name}: ${format.ms(ms)}</title></rect>`;
    x += width;
    return part;
  });
  const label = stages
    .map(({ stage, ms }) => `${messages.stages[stage].name} ${format.ms(ms)}`)
    .join(", ");
  return html`<svg class="track" role="img" aria-label="${fill(messages.track, { stages: label })}" viewBox="0 0 ${WIDTH} 24" preserveAspectRatio="none">${parts}</svg>`;
}

function stageItem(stage: Stage, journey: Journey, context: Context): Html {
  const { messages, format } = context;
  const reached = stageOf(stage, journey);
  return html`<li class="${stage}${reached === undefined && " skipped"}"><h3>${messages.stages[stage].name} <span class="tag">${reached === undefined ? messages.skipped : format.ms(reached.ms)}</span></h3>
<p class="soft small">${messages.stages[stage].text}</p>
${listOf(linesOf(stage, journey, context), context)}</li>
`;
}

function listOf(lines: readonly Line[], context: Context): Html | false {
  if (lines.length === 0) return false;
  return html`<ul>${lines.map((line) => {
    const { by, text, headers = [], key, isRefusal } = line;
    const kind = headers.length > 0 ? "fields" : text === "" ? "bare" : "";
    return html`<li class="${kind}">${owner(by, context)} ${isRefusal === true ? html`<strong class="bad">${text}</strong>` : text}${key !== undefined && html` ${context.messages.key} <code>${key}</code>`}${headers.length > 0 && html`<span>${headers.map((field) => html`<code>${field}</code>`)}</span>`}</li>`;
  })}</ul>`;
}

/** Returns a name, that of a policy in its colour: the same on the whole page. */
function owner(by: string | undefined, { registry, messages }: Context): Html {
  const place = registry.policies.findIndex(({ policy }) => policy.id === by);
  const colour = place === -1 ? "" : ` c${place % COLOURS}`;
  return html`<span class="owner${colour}">${by ?? messages.kernel}</span>`;
}

function totalMs({ stages }: Journey): number {
  return stages.reduce((sum, { ms }) => sum + ms, 0);
}

/** Shows two journeys in columns: all stages, and the headers that differ. */
function pair(journey: Journey, other: Journey, context: Context): Html {
  const { messages, language } = context;
  const both = [journey, other];
  const names = [...new Set(both.flatMap(({ headers }) => headers.map(([name]) => name)))];
  const differing = names.filter((name) => headerOf(name, journey) !== headerOf(name, other));
  const headers = differing.map((name) => {
    const writer = owner(writerOf(name, context.registry)?.policy.id, context);
    const values = both.map((one) => html`<code>${headerOf(name, one) || "–"}</code>`);
    return row(html`<code>${name}</code> ${writer}`, values);
  });
  const stages = STAGES.map((stage) => {
    const [first, second] = both.map((one) => JSON.stringify(wordsOf(stage, one, context)));
    const mark = first !== second && html` <span class="tag warn">${messages.changed}</span>`;
    const cells = both.map((one) => stageCell(stage, one, context));
    return row(html`${messages.stages[stage].name}${mark}`, cells);
  });
  const same = plural(messages.same, names.length - differing.length, language);
  return html`${scrollTable(messages.stage, [messages.stage, ...both.map(target)], stages)}
<h2>${messages.headers}</h2>
${scrollTable(messages.header, [messages.header, ...both.map(target)], headers)}
<p class="soft">${same}</p>`;
}

function row(head: Html, cells: readonly Html[]): Html {
  return html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
}

function stageCell(stage: Stage, journey: Journey, context: Context): Html {
  const { messages, format } = context;
  const reached = stageOf(stage, journey);
  if (reached === undefined) return html`<span class="soft">${messages.skipped}</span>`;
  const lines = linesOf(stage, journey, context).filter(({ text }) => text !== "");
  return html`${format.ms(reached.ms)}${listOf(lines, context)}`;
}

/** Returns what happened at a stage, without its durations. */
function wordsOf(stage: Stage, journey: Journey, context: Context): unknown {
  const isReached = stageOf(stage, journey) !== undefined;
  const lines = stage === "produce" ? [] : linesOf(stage, journey, context);
  return [isReached, lines, stage === "produce" && journey.work.map(({ kind }) => kind)];
}

/** Leads to the other requests of the caller, beside this one. */
function choice(
  journey: Journey,
  other: Journey | undefined,
  others: readonly Journey[],
  { registry, messages, format }: Context,
): Html {
  const href = registry.href("journey.showJourney", { id: journey.id }) ?? "";
  const links = others
    .filter((one) => one !== other)
    .map(
      (
        one,
      ) => html`<li><a href="${href}?with=${one.id}">${one.method} ${one.target}</a> ${one.status}, ${timeElement(one.at, format.hour(one.at))}</li>
`,
    );
  return html`<h2>${messages.others}</h2>
${links.length === 0 ? html`<p class="soft">${messages.noOthers}</p>` : html`<ul>${links}</ul>`}
${other !== undefined && html`<p><a href="${href}">${messages.back}</a></p>`}`;
}
