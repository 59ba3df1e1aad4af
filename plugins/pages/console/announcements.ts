/** Operators' announcements: notices, maintenance and incidents with their updates, through the actions of `waymark status`. */
import { html, type Html, textIn } from "waymark";
import type { Announced, Runtime, StatusTools } from "waymark/services";
import { isRow, type Row } from "../shared/data/data-view.ts";
import { type Format, formatOf, timeElement } from "../shared/format.ts";
import type { OperatorCall, Page } from "./frame.ts";
import { consoleMessages, type Messages } from "./messages.ts";

const STATES = ["investigating", "identified", "monitoring", "resolved"] as const;
/** Incidents that are shown. */
const MOST_INCIDENTS = 20;

type Texts = Messages["announcements"];

export async function announcementsPage(
  runtime: Runtime,
  actions: StatusTools,
  call: OperatorCall,
): Promise<Page> {
  const { registry } = runtime;
  const { language } = call;
  const messages = consoleMessages(registry, language);
  const texts = messages.announcements;
  const format = formatOf(language);
  const listed = (await actions.list()).filter(({ kind }) => kind !== "update");
  const known = new Set(listed.map(({ id }) => id));
  const incidents = (await incidentsOf(runtime, call)).filter(({ id }) => !known.has(String(id)));
  const part = (kind: "note" | "maintenance") => {
    const own = listed.filter((one) => one.kind === kind);
    return html`<section><h2>${texts.kinds[kind]}</h2>
${own.length === 0 ? html`<p class="soft">${texts.none}</p>` : html`<ul class="rows">${own.map((one) => item(one, language, format, texts))}</ul>`}
<details class="write"><summary>${texts.add[kind]}</summary>${addForm(kind, texts)}</details></section>
`;
  };
  const content = html`<section><h2>${texts.incidents}</h2>
${incidents.length === 0 ? html`<p class="soft">${texts.none}</p>` : html`<ul class="rows">${incidents.slice(0, MOST_INCIDENTS).map((one) => incident(one, format, texts))}</ul>`}</section>
${part("maintenance")}${part("note")}`;
  return { title: messages.menu.announcements, content };
}

async function incidentsOf(runtime: Runtime, call: OperatorCall): Promise<readonly Row[]> {
  const read = await runtime.read("status-page.showApiIncidents", {}, { onBehalfOf: call });
  if (read.refusal !== undefined || !isRow(read.value)) return [];
  const { incidents } = read.value;
  return Array.isArray(incidents) ? incidents.filter(isRow) : [];
}

/** Shows an incident as the Statuspage API has it: its texts are in English. */
function incident({ id, name, status, incident_updates }: Row, format: Format, texts: Texts): Html {
  const updates = Array.isArray(incident_updates) ? incident_updates.filter(isRow) : [];
  const isOver = status === "resolved";
  const path = String(id);
  return html`<li><h3><span lang="en">${String(name)}</span> <span class="tag ${isOver ? "good" : "bad"}">${stateText(status, texts)}</span></h3>
<ol class="course">${updates.map(({ status: state, body, created_at: at }) => html`<li><strong>${stateText(state, texts)}</strong> <span lang="en">${String(body)}</span> <span class="small soft">${moment(Date.parse(String(at)), format)}</span></li>`)}</ol>
<details class="write"><summary>${texts.add.update}</summary><form data-act="/console/status">
${hidden({ kind: "update", action: "add", id: path })}
<div class="option"><label for="state-${path}">${texts.fields.state}</label><select id="state-${path}" name="state" required>${STATES.map((one) => html`<option value="${one}">${texts.states[one]}</option>`)}</select></div>
${field("text", path, texts, true)}${field("text-es", path, texts)}
${send(texts.send)}</form></details></li>
`;
}

function item(one: Announced, language: string, format: Format, texts: Texts): Html {
  const { id, kind, title, text, from, until, isConfigured } = one;
  const now = Date.now();
  const state = until !== undefined && until <= now ? "over" : from > now ? "planned" : "current";
  const form = (
    action: "end" | "remove",
  ) => html`<form data-act="/console/status" data-ask="${texts.ask[action]}">
${hidden({ kind, action, id })}<button class="quiet">${texts.actions[action]}</button> <output></output></form>`;
  return html`<li><h3>${textIn(title, language)} <span class="tag ${state === "current" ? "info" : ""}">${texts.times[state]}</span></h3>
<p class="small soft">${from > 0 && moment(from, format)}${until !== undefined && html` – ${moment(until, format)}`}</p>
${text !== undefined && html`<p>${textIn(text, language)}</p>`}
<div class="line">${isConfigured ? html`<span class="soft">${texts.configured}</span>` : html`${state === "current" && form("end")}${form("remove")}`}</div></li>
`;
}

function addForm(kind: "note" | "maintenance", texts: Texts): Html {
  const isPlanned = kind === "maintenance";
  return html`<form data-act="/console/status">
${hidden({ kind, action: "add" })}
${isPlanned && html`${field("title", kind, texts, true)}${field("title-es", kind, texts)}`}
${field("text", kind, texts, !isPlanned)}${field("text-es", kind, texts)}
${field("from", kind, texts)}${field("until", kind, texts, isPlanned)}${isPlanned && field("affects", kind, texts)}
${send(texts.send)}</form>`;
}

function field(name: keyof Texts["fields"], of: string, texts: Texts, isRequired = false): Html {
  const hint = name === "from" || name === "until" ? "2h, 2027-01-31T22:00:00Z" : "";
  return html`<div class="option"><label for="${name}-${of}">${texts.fields[name]}</label><input id="${name}-${of}" name="${name}"${isRequired && html` required`} placeholder="${hint}" autocomplete="off"></div>
`;
}

function hidden(values: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

const send = (name: string) => html`<p><button>${name}</button> <output></output></p>`;

const moment = (at: number, format: Format) => timeElement(at, format.moment(at));

function stateText(state: unknown, { states }: Texts): string {
  return STATES.some((one) => one === state)
    ? states[state as keyof Texts["states"]]
    : String(state);
}
