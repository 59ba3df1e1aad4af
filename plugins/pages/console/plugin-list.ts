/** The plugins with their state, by purpose. */
import { access } from "node:fs/promises";
import { basename } from "node:path";
import { html, type Html, type Registry } from "waymark";
import type { Nodes, Runtime } from "waymark/services";
import { fill, plural } from "../shared/fill.ts";
import { translatedHtml } from "../shared/translate.ts";
import type { Described } from "./config-worker.ts";
import type { Page } from "./frame.ts";
import { consoleMessages, type Messages } from "./messages.ts";
import { nodesPart } from "./nodes.ts";
import { refusalPart } from "./preview-part.ts";

/** A plugin as the console lists it. */
export interface ListedPlugin {
  readonly id: string;
  readonly summary: string;
  readonly state: "on" | "off" | "degraded" | "available";
  readonly routes: number;
  readonly group: keyof Messages["groups"];
  /** Cause of a failed start, or the setting that installs the plugin. */
  readonly note: string | undefined;
}

/** Changes that a page may say were served. */
export type Done = "applied" | "undone";

const TONES = { on: "good", off: "", degraded: "bad", available: "" } as const;

/** @param note the file for changes, and the last one. */
export async function pluginList(runtime: Runtime, language: string, note: Html): Promise<Page> {
  const messages = consoleMessages(runtime.registry, language);
  const { available, problem } = await configured(runtime);
  const groups = Map.groupBy(listPlugins(runtime, available), ({ group }) => group);
  const names = Object.keys(messages.groups) as readonly ListedPlugin["group"][];
  const content = html`${note}
${problem !== undefined && refusalPart(problem, messages)}
${names.map((name) => {
  const entries = groups.get(name) ?? [];
  if (entries.length === 0) return undefined;
  return html`<section><h2>${messages.groups[name]}</h2>
<ul class="plugins">${entries.map((entry) => row(entry, messages, { registry: runtime.registry, language }))}</ul></section>
`;
})}`;
  return { title: messages.menu.plugins, content };
}

/** @param plugin the plugin whose options are wanted. */
export async function configured({ configFile }: Runtime, plugin?: string): Promise<Described> {
  if (configFile === undefined) return { available: [], options: [] };
  const { describeConfig } = await import("./config-thread.ts");
  return describeConfig(configFile, plugin);
}

/** Returns the installed and the available plugins. */
export function listPlugins(
  { registry, degraded }: Runtime,
  available: Described["available"],
): readonly ListedPlugin[] {
  const routes = [...registry.routes, ...registry.adminRoutes];
  const policies = new Set(registry.policies.map(({ plugin }) => plugin));
  const listed = registry.installed.map(({ plugin, enabled }): ListedPlugin => {
    const { id, summary, section } = plugin;
    const reason = degraded.find((one) => one.plugin === id)?.reason;
    const own = routes.filter((route) => route.plugin === id);
    const isPage = own.some(({ kind, site }) => site || kind === "page");
    return {
      id,
      summary,
      state: reason !== undefined ? "degraded" : enabled ? "on" : "off",
      routes: own.length,
      group:
        section ??
        (isPage ? "pages" : policies.has(id) ? "policies" : own.length > 0 ? "resources" : "other"),
      note: reason,
    };
  });
  const others = available.map(({ id, how, summary }): ListedPlugin => {
    return { id, summary, state: "available", routes: 0, group: "available", note: how };
  });
  return [...listed, ...others];
}

function row(
  { id, summary, state, routes, note }: ListedPlugin,
  messages: Messages,
  page: { readonly registry: Registry; readonly language: string },
): Html {
  const isOn = state === "on" || state === "degraded";
  const href = `/console/plugins/${encodeURIComponent(id)}`;
  const act = isOn ? messages.switchOff : messages.switchOn;
  return html`<li><a href="${href}"><strong>${id}</strong></a>
<span><span class="tag ${TONES[state]}">${messages.states[state]}</span></span>
<span class="soft">${translatedHtml(state === "degraded" ? note : summary, page)}</span>
<span class="soft small">${routes > 0 && plural(messages.routeCount, routes, page.language)}</span>
<a class="chip" href="${href}?on=${String(!isOn)}#preview" aria-label="${act} ${id}">${act}</a></li>
`;
}

/**
 * Returns where changes are written, which node serves which revision, and a way to take back the last change.
 *
 * @param done the change that has just been served.
 */
export async function fileNote(
  runtime: Runtime,
  nodes: Nodes | undefined,
  language: string,
  done: Done | undefined,
): Promise<Html> {
  const { configFile, registry } = runtime;
  const messages = consoleMessages(registry, language);
  if (configFile === undefined) return html`<p class="notice warn">${messages.noFile}</p>`;
  const file = basename(configFile);
  const hasUndo = await access(`${configFile}.undo`).then(
    () => true,
    () => false,
  );
  return html`${done && html`<p class="notice good" role="status">${fill(messages[done].served, { file })}</p>`}
<p class="soft">${fill(messages.file, { file })}</p>
${await nodesPart(runtime, nodes, language)}
${hasUndo && html`<form data-act="/console/plugins"><button class="quiet">${messages.undo}</button> <output></output></form>`}`;
}
