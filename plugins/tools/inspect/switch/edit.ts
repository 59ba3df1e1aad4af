/** The text of a config file with a plugin switched: every other byte stays as it is. */
import { extname } from "node:path";
import { ENABLED_KEY, UsageError } from "waymark/tools";
import type { Node, Scalar, YAMLMap } from "yaml";

/** The switch of a plugin, by its key below `plugins`. */
export interface Switch {
  readonly key: string;
  readonly on: boolean;
}

/** Returns the text of a file that does not exist yet. */
export function newText({ key, on }: Switch): string {
  return `plugins:\n  ${nameOf(key)}: ${on}\n`;
}

/**
 * Returns the text of a file with the switch. A plugin that is switched off keeps its options, which count again once it
 * is on. Throws a UsageError for a file that is a program, or has the setting in a form that only its author can change.
 */
export async function switchText(file: string, text: string, change: Switch): Promise<string> {
  const isData = /^\.(?:ya?ml|json)$/.test(extname(file));
  const next = isData ? await edited(text, change) : text;
  if (isData && isSwitched(await settingIn(next, change), change)) return next;
  throw new UsageError(
    `${file} ${isData ? "has the setting in a form" : "is a program"} that only its author can change\n  hint: write ${JSON.stringify(change.key)}: ${change.on} below plugins`,
  );
}

/** Returns the setting of the plugin as the text has it. JSON is YAML. */
export async function settingIn(text: string, { key }: Switch): Promise<unknown> {
  const { parse } = await import("yaml");
  const config: unknown = parse(text, { merge: true });
  return Object(Object(config).plugins)[key];
}

function isSwitched(setting: unknown, { on }: Switch): boolean {
  return (Object(setting)[ENABLED_KEY] ?? setting !== false) === on;
}

async function edited(text: string, { key, on }: Switch): Promise<string> {
  const { isMap, parseDocument } = await import("yaml");
  const root = parseDocument(text).contents;
  if (root === null) return `${text}${newText({ key, on })}`; // nothing but comments
  if (!isMap<Scalar, Node>(root)) return text;
  const quoted = root.flow ? JSON.stringify : nameOf; // JSON, or YAML in its form
  const plugins = root.get("plugins", true);
  if (plugins === undefined)
    return root.flow
      ? insert(text, root, `"plugins": { ${quoted(key)}: ${on} }`)
      : `${text.replace(/\n?$/, "\n")}${newText({ key, on })}`;
  if (!isMap<Scalar, Node>(plugins)) return text;
  const setting = plugins.get(key, true);
  if (setting === undefined)
    return plugins.items.length === 0
      ? replace(text, plugins, `{ ${quoted(key)}: ${on} }`)
      : insert(text, plugins, `${quoted(key)}: ${on}`);
  if (!isMap<Scalar, Node>(setting) || setting.items.length === 0)
    return replace(text, setting, String(on));
  const at = setting.items.findIndex((item) => item.key.value === ENABLED_KEY);
  const [own, next] = at === -1 ? [] : setting.items.slice(at);
  if (own === undefined) return insert(text, setting, `${quoted(ENABLED_KEY)}: ${on}`);
  if (!on || next === undefined) return replace(text, own.value, String(on));
  return `${text.slice(0, own.key.range?.[0])}${text.slice(next.key.range?.[0])}`;
}

function nameOf(key: string): string {
  return /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
}

function replace(text: string, node: Node | null | undefined, by: string): string {
  const [start, end] = node?.range ?? [0, 0];
  return `${text.slice(0, start)}${by}${text.slice(end)}`;
}

/** Inserts a member before the first one, on a line of its own if that has one. */
function insert(text: string, map: YAMLMap<Scalar, Node>, member: string): string {
  const [start = 0] = map.items[0]?.key.range ?? [];
  const before = text.slice(0, start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const end = line.trim() === "" ? `\n${line}` : " ";
  return `${before}${member}${map.flow ? "," : ""}${end}${text.slice(start)}`;
}
