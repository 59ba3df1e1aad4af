/** The effect of a change of a plugin's setting, before it is applied. */
import { hash } from "node:crypto";
import { html, type Html, type Registry } from "waymark";
import { plural } from "../shared/fill.ts";
import { prose } from "../shared/prose.ts";
import { draftChangelog, groupChanges, type ChangeGroup } from "../../shared/diff/report.ts";
import type { Wanted } from "../../shared/setting/preview.ts";
import type { Effect } from "./config-worker.ts";
import { consoleMessages, type Messages } from "./messages.ts";

interface Shown {
  readonly language: string;
  readonly messages: Messages;
  readonly texts: Effect["texts"];
  readonly uses: ReadonlyMap<string, number>;
}

const TONES = { breaking: "bad", unknown: "warn", "non-breaking": "good" } as const;
const SEVERITIES = ["breaking", "unknown", "non-breaking"] as const;

/** Returns the preview, or why the config would not work. */
export async function previewPart(
  registry: Registry,
  file: string,
  id: string,
  wanted: Wanted,
  language: string,
  requestsOf: (ref: string) => number,
): Promise<Html> {
  const messages = consoleMessages(registry, language);
  const uses = usesOf(registry, requestsOf);
  const { previewChange } = await import("./config-thread.ts");
  const preview = await previewChange(file, id, wanted, language);
  if ("refused" in preview) return refusalPart(preview.refused, messages);
  return html`<section class="preview" aria-labelledby="preview"><h2 id="preview" tabindex="-1">${messages.willChange}</h2>
${changesPart(id, wanted, preview, { language, messages, texts: preview.texts, uses })}</section>`;
}

/** Returns why the config would not work. */
export function refusalPart(reason: string, messages: Messages): Html {
  return html`<section class="preview" aria-labelledby="preview"><h2 id="preview" tabindex="-1">${messages.refused}</h2>
<pre class="bad" lang="en">${reason}</pre></section>`;
}

/** Returns the requests of the last day by operation, as changes name it: `GET /api/brains`. */
function usesOf(
  { routes }: Registry,
  requestsOf: (ref: string) => number,
): ReadonlyMap<string, number> {
  return new Map(routes.map(({ method, path, ref }) => [`${method} ${path}`, requestsOf(ref)]));
}

/** Returns the hash of a file's text, which ties the applied change to its preview. */
export function hashOf(text: string | undefined): string {
  return hash("sha256", text ?? "", "base64url");
}

function changesPart(id: string, wanted: Wanted, { changes, text }: Effect, shown: Shown): Html {
  const { language, messages } = shown;
  const draft = draftChangelog(changes);
  const body = JSON.stringify({ ...wanted, text: hashOf(text) });
  return html`<p>${changes.length === 0 ? messages.noChanges : plural(messages.changes, changes.length, language)}</p>
${SEVERITIES.map((severity) => {
  const groups = groupChanges(changes.filter((one) => one.severity === severity));
  if (groups.length === 0) return undefined;
  return html`<details${severity === "breaking" && html` open`}><summary><span class="tag ${TONES[severity]}">${messages.severities[severity]}</span> ${groups.length}</summary>
<ul class="changes">${groups.map((group) => changeRow(group, shown))}</ul></details>
`;
})}
${draft !== "" && html`<details><summary>${messages.draft}</summary>\n<pre lang="en">${draft}</pre></details>`}
<form data-act="/console/plugins/${encodeURIComponent(id)}" data-body="${body}"><button>${messages.apply}</button> <output></output></form>`;
}

function changeRow(
  { change: { message, rule }, wheres }: ChangeGroup,
  { language, messages, texts, uses }: Shown,
): Html {
  const name = (where: string) => html`<code>${texts[where] ?? where}</code>`;
  const text = texts[message];
  const used = wheres.reduce((sum, where) => sum + (uses.get(where) ?? 0), 0);
  const [first = "", ...others] = wheres;
  const places =
    others.length > 0 &&
    html` <details><summary>+ ${others.length}</summary><ul>${others.map((where) => html`<li>${name(where)}</li>`)}</ul></details>`;
  return html`<li>${name(first)}: ${text === undefined ? html`<span lang="en">${prose(message)}</span>` : prose(text)} <span class="small soft">${rule}</span>${used > 0 && html` <strong class="small">${plural(messages.used, used, language)}</strong>`}${places}</li>
`;
}
