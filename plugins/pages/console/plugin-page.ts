/** The page of a plugin: its options, its routes, and beside them what a change of its setting would do. */
import { html, type Html } from "waymark";
import type { Runtime } from "waymark/services";
import { translatedHtml } from "../shared/translate.ts";
import type { Page } from "./frame.ts";
import { consoleMessages, type Messages } from "./messages.ts";
import { changedOptions, optionFields } from "./options-form.ts";
import { configured, listPlugins } from "./plugin-list.ts";
import { previewPart, refusalPart } from "./preview-part.ts";

type Query = Readonly<Record<string, unknown>>;

/**
 * Returns the page of a plugin, with a preview if the query asks for a change; undefined for an unknown plugin.
 *
 * @param requestsOf number of requests of a route within the last day, by its ref.
 * @param note where changes are written, and what was done last.
 */
export async function pluginPage(
  runtime: Runtime,
  id: string,
  query: Query,
  language: string,
  requestsOf: (ref: string) => number,
  note: Html,
): Promise<Page | undefined> {
  const { registry, configFile } = runtime;
  const messages = consoleMessages(registry, language);
  const { available, options, problem } = await configured(runtime, id);
  const entry = listPlugins(runtime, available).find((one) => one.id === id);
  if (entry === undefined) return undefined;
  const page = { registry, language };
  const isOn = entry.state === "on" || entry.state === "degraded";
  const asked = query["on"] === undefined ? isOn : query["on"] === "true";
  const changed = changedOptions(options, query);
  const wanted = {
    on: asked === isOn ? undefined : asked,
    options: Object.keys(changed).length === 0 ? undefined : changed,
  };
  const isAsked = wanted.on !== undefined || wanted.options !== undefined;
  const content = html`<p class="lead">${translatedHtml(entry.summary, page)}</p>
${entry.note !== undefined && html`<p class="notice${entry.state === "degraded" && " bad"}">${translatedHtml(entry.note, page)}</p>`}
${note}
${!isAsked && problem !== undefined && refusalPart(problem, messages)}
<div class="change${isAsked && " asked"}">
<form class="setting" method="get" action="#preview">
<fieldset><legend>${messages.switch}</legend>
${choice("true", asked, messages.states.on)}
${choice("false", !asked, messages.states.off)}
</fieldset>
${options.length > 0 && html`<h2>${messages.options}</h2>\n${optionFields(options, query, messages, page)}`}
<p><button${configFile === undefined && html` disabled`}>${messages.preview}</button></p>
</form>
${isAsked && configFile !== undefined && (await previewPart(registry, configFile, id, wanted, language, requestsOf))}
</div>
${routesPart(runtime, id, messages, language)}`;
  return { title: id, content };
}

function choice(value: string, isChosen: boolean, text: string): Html {
  return html`<label><input type="radio" name="on" value="${value}"${isChosen && html` checked`}> ${text}</label>`;
}

function routesPart(
  { registry }: Runtime,
  id: string,
  messages: Messages,
  language: string,
): Html | undefined {
  const all = [...registry.routes, ...registry.adminRoutes];
  const routes = all.filter(({ plugin }) => plugin === id);
  if (routes.length === 0) return undefined;
  return html`<h2>${messages.routes}</h2>
<ul class="routes">${routes.map(
    ({
      method,
      path,
      declaration: { summary },
    }) => html`<li><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="soft">${translatedHtml(summary, { registry, language })}</span></li>
`,
  )}</ul>`;
}
