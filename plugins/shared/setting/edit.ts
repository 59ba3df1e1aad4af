/** The text of a config file with another setting of a plugin: every other byte stays as it is. */
import { extname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ENABLED_KEY, UsageError } from "waymark/tools";
import type { Node, Scalar, YAMLMap } from "yaml";

/** Value of an option that a form can write. */
export type Plain = string | number | boolean;

/** A change of a plugin's setting. */
export interface SettingChange {
  /** Key below `plugins`. */
  readonly key: string;
  /** True to switch the plugin on, false to switch it off. Default: as it is. */
  readonly on?: boolean | undefined;
  /** Options by their path, such as `retry.after`. */
  readonly options?: Readonly<Record<string, Plain>> | undefined;
}

/**
 * Returns the text of a file with the change; of a file that does not exist yet without `text`. A plugin that is switched
 * off keeps its options, which count again once it is on. Throws a UsageError for a file that is a program, or has the
 * setting in a form that only its author can change.
 */
export async function editText(
  file: string,
  text: string | undefined,
  change: SettingChange,
): Promise<string> {
  const isData = /^\.(?:ya?ml|json)$/.test(extname(file));
  const next = isData ? await edited(text ?? "", change) : (text ?? "");
  if (isData && isMade(await settingIn(next, change.key), change)) return next;
  throw new UsageError(
    `${file} ${isData ? "has the setting in a form" : "is a program"} that only its author can change\n  hint: write ${textOf(change)} below plugins`,
  );
}

/** Returns the setting of a plugin as the text has it. JSON is YAML. */
export async function settingIn(text: string, key: string): Promise<unknown> {
  const { parse } = await import("yaml");
  const config: unknown = parse(text, { merge: true });
  return Object(Object(config).plugins)[key];
}

function isMade(setting: unknown, { on, options = {} }: SettingChange): boolean {
  if (on !== undefined && (Object(setting)[ENABLED_KEY] ?? setting !== false) !== on) return false;
  return Object.entries(options).every(([path, value]) => {
    const found = path.split(".").reduce<unknown>((at, name) => Object(at)[name], setting);
    return isDeepStrictEqual(found, value);
  });
}

function textOf({ key, on, options }: SettingChange): string {
  const value = options === undefined ? on : options;
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

async function edited(text: string, { key, on, options = {} }: SettingChange): Promise<string> {
  let next = on === undefined ? text : await switchedTo(on, text, key);
  for (const [path, value] of Object.entries(options))
    next = await setIn(next, ["plugins", key, ...path.split(".")], value);
  return next;
}

async function switchedTo(on: boolean, text: string, key: string): Promise<string> {
  const { isMap, parseDocument } = await import("yaml");
  const setting = parseDocument(text).getIn(["plugins", key], true);
  if (!isMap<Scalar, Node>(setting) || setting.items.length === 0)
    return setIn(text, ["plugins", key], on);
  const at = setting.items.findIndex((item) => item.key.value === ENABLED_KEY);
  const [own, next] = at === -1 ? [] : setting.items.slice(at);
  if (own === undefined) return setIn(text, ["plugins", key, ENABLED_KEY], on);
  if (!on || next === undefined) return replace(text, own.value, String(on));
  return `${text.slice(0, own.key.range?.[0])}${text.slice(next.key.range?.[0])}`;
}

/** Sets a value by its path. Makes the maps that are missing; the text stays where another value is in the place of a map. */
async function setIn(text: string, path: readonly string[], value: Plain): Promise<string> {
  const { isMap, isNode, isScalar, parseDocument, stringify } = await import("yaml");
  const root = parseDocument(text).contents;
  const isFlow = isMap(root) && root.flow === true; // JSON, or YAML in its form
  const quoted = isFlow ? JSON.stringify : nameOf;
  const isJson = isFlow || String(value).includes("\n");
  const own = isJson ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
  const member = ([name = "", ...rest]: readonly string[]): string =>
    `${quoted(name)}: ${rest.length === 0 ? own : `{ ${member(rest)} }`}`;
  const [top = "", ...below] = path;
  const lines = `${nameOf(top)}:\n  ${member(below)}\n`;
  if (root === null) return `${text}${lines}`; // nothing but comments
  let node: unknown = root;
  for (const [depth, name] of path.entries()) {
    const rest = path.slice(depth);
    if (isScalar(node) && typeof node.value === "boolean")
      return replace(
        text,
        node,
        `{ ${node.value ? "" : `${ENABLED_KEY}: false, `}${member(rest)} }`,
      );
    if (!isMap<Scalar, Node>(node)) return text;
    const found = node.get(name, true);
    if (found === undefined) {
      if (node.items.length === 0) return replace(text, node, `{ ${member(rest)} }`);
      if (node === root && !isFlow) return `${text.replace(/\n?$/, "\n")}${lines}`;
      return insert(text, node, member(rest));
    }
    node = found;
  }
  return isNode(node) ? replace(text, node, own) : text;
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
