/** The first page of the console: problems, health, the server, and its queues. */
import { type Html, html } from "waymark";
import { toJsonSchema } from "waymark/advanced";
import type { Nodes, Runtime } from "waymark/services";
import { linksOf } from "../shared/data/addresses.ts";
import { DataView, isRow, type Row } from "../shared/data/data-view.ts";
import { Shape } from "../shared/data/shape.ts";
import { type Format, formatOf, timeElement } from "../shared/format.ts";
import { translatedHtml } from "../shared/translate.ts";
import type { OperatorCall, Page } from "./frame.ts";
import { pageOf } from "./links.ts";
import { consoleMessages, type Messages } from "./messages.ts";
import { nodesPart } from "./nodes.ts";
import { table } from "./table.ts";

/** Answers of the listener for operators that are shown as they are, by the key of their title, where they are on. */
const SHOWN = {
  queues: "diagnostics.getQueues",
  underWay: "diagnostics.listRequests",
  statements: "diagnostics.listStatements",
} as const;

const TONES: Readonly<Record<string, string>> = { ok: "good", degraded: "warn", down: "bad" };

export async function overview(
  runtime: Runtime,
  nodes: Nodes | undefined,
  call: OperatorCall,
): Promise<Page> {
  const { registry } = runtime;
  const { language } = call;
  const reason = (text: unknown) =>
    translatedHtml(text === undefined ? undefined : String(text), { registry, language });
  const messages = consoleMessages(registry, language);
  const texts = messages.overview;
  const read = async (ref: string): Promise<Row | undefined> => {
    if (registry.adminRoutes.every((one) => one.ref !== ref)) return undefined;
    const answer = await runtime.read(ref, {}, { onBehalfOf: call });
    return answer.refusal === undefined && isRow(answer.value) ? answer.value : undefined;
  };
  const card = (ref: string, value: Row, title: string): Html => {
    const returns = registry.adminRoutes.find((one) => one.ref === ref)?.declaration.returns;
    const shape = returns && new Shape(toJsonSchema(returns));
    const view = new DataView(registry, language, linksOf(registry, pageOf));
    const [[name, list] = [], ...others] = Object.entries(value);
    if (name === undefined || others.length > 0 || !Array.isArray(list))
      return view.card(value, shape);
    const rows = rowsOf(list);
    const item = shape?.members.get(name)?.items;
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    if (rows.length === 0) return html`<p class="soft">${texts.none}</p>`;
    const shapes = columns.map((column) => ({ name: column, shape: item?.members.get(column) }));
    return view.table(rows, shapes, title);
  };
  const section = (title: string, content: Html) => html`<section><h2>${title}</h2>
${content}</section>
`;
  const health = await read("diagnostics.getHealthInDetail");
  const running = await read("diagnostics.getRunning");
  const { plugins: _, tasks, ...server } = running ?? {};
  const others = await Promise.all(
    Object.entries(SHOWN).map(async ([key, ref]) => {
      const value = await read(ref);
      const title = texts[key as keyof typeof SHOWN];
      return value && section(title, card(ref, value, title));
    }),
  );
  const format = formatOf(language);
  const content = html`${problems(runtime, health, texts, reason)}
${section(messages.nodes.title, await nodesPart(runtime, nodes, language))}
${health && section(texts.health, checks(health, format, texts, reason))}
${running && section(texts.server, card("diagnostics.getRunning", server, texts.server))}
${rowsOf(tasks).length > 0 && section(texts.tasks, taskTable(rowsOf(tasks), format, texts))}
${others}`;
  return { title: messages.menu.overview, content };
}

function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/** Returns what is wrong: plugins that did not start, checks that fail, and a config that was refused. */
function problems(
  { degraded, reloads }: Runtime,
  health: Row | undefined,
  texts: Messages["overview"],
  reasonHtml: (text: unknown) => Html,
): Html {
  const failing = rowsOf(health?.["checks"]).filter(({ status }) => status !== "ok");
  const entries = [
    ...degraded.map(({ plugin, reason }) => [plugin, reasonHtml(reason)] as const),
    ...failing.map(
      ({ plugin, name, detail }) => [`${plugin}:${name}`, reasonHtml(detail)] as const,
    ),
    ...(reloads.lastFailed ? [[texts.reload, texts.reloadFailed] as const] : []),
  ];
  if (entries.length === 0)
    return html`${health !== undefined && html`<p class="notice good">${texts.allWell}</p>`}`;
  return html`<section class="notice bad"><h2>${texts.problems}</h2>
<ul>${entries.map(([name, reason]) => html`<li><strong>${name}</strong> ${reason}</li>`)}</ul></section>`;
}

function checks(
  health: Row,
  format: Format,
  texts: Messages["overview"],
  reasonHtml: (text: unknown) => Html,
): Html {
  const states: Readonly<Record<string, string>> = texts.states;
  const rows = rowsOf(health["checks"]).map(({ plugin, name, status, detail, durationMs }) => [
    `${plugin}:${name}`,
    html`<span class="tag ${TONES[String(status)]}">${states[String(status)]}</span>`,
    typeof durationMs === "number" ? format.ms(durationMs) : "–",
    reasonHtml(detail),
  ]);
  return table([texts.check, texts.state, texts.took, texts.detail], rows, texts.health);
}

function taskTable(tasks: readonly Row[], format: Format, texts: Messages["overview"]): Html {
  const time = (value: unknown) => {
    const at = Date.parse(String(value));
    return Number.isNaN(at) ? "–" : timeElement(at, format.moment(at));
  };
  const rows = tasks.map(({ name, last, next, runs, failures }) => [
    String(name),
    time(last),
    time(next),
    format.number(Number(runs)),
    failures === 0 ? "0" : html`<strong class="bad">${format.number(Number(failures))}</strong>`,
  ]);
  return table([texts.task, texts.last, texts.next, texts.runs, texts.failures], rows, texts.tasks);
}
