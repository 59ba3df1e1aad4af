/**
 * Templates in the syntax of Mustache (https://mustache.github.io/mustache.5.html): `{{name}}` for a value, `{{{name}}}` for
 * a value as it is, `{{#name}}…{{/name}}` for each item of a list or for what is present, `{{^name}}…{{/name}}` for what is
 * absent, and `{{>name}}` for another template. Unlike in Mustache, a name that the view lacks is an error, a value of
 * several lines is indented as its tag is, and no section lies in a section of the same name.
 */
import { readFileSync } from "node:fs";

interface Input {
  /** Texts by name. */
  readonly templates: Readonly<Record<string, string>>;
  readonly view: object;
  /** Writes the value of `{{name}}`, such as in quotes; `before` is the template up to it. Default: as it is. */
  readonly write?: (value: unknown, before: string) => string;
}

const TAG =
  /\{\{(?<sign>[#^])(?<section>[\w.-]+)\}\}(?<body>[^]*?)\{\{\/\k<section>\}\}|(?<indent>[ \t]*)(?:\{\{>(?<partial>[\w.-]+)\}\}\n|\{\{\{(?<raw>[\w.-]+)\}\}\})|\{\{(?<value>[\w.-]+)\}\}/g;

/** Returns the texts of files, by the same names. */
export function readTemplates(files: Readonly<Record<string, URL>>): Input["templates"] {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, readFileSync(file, "utf8")]),
  );
}

/** Returns the text of a template, filled. */
export function fill(name: string, { templates, view, write = String }: Input): string {
  const include = (template: string, scopes: readonly unknown[]) =>
    render(withoutTagLines(templates[template] ?? missing(template)), scopes);
  const render = (text: string, scopes: readonly unknown[]): string =>
    text.replaceAll(TAG, (...match) => {
      const tag = match.at(-1) as Readonly<Record<string, string | undefined>>; // its groups
      const before = text.slice(0, Number(match.at(-3)));
      const { sign, section, body = "", indent = "", partial, raw, value } = tag;
      if (partial !== undefined) return indented(include(partial, scopes), indent);
      if (raw !== undefined) return indented(String(present(raw, scopes)), indent);
      if (value !== undefined) return write(present(value, scopes), before);
      const found = lookUp(section ?? "", scopes);
      const items = Array.isArray(found) ? found : found ? [found] : [];
      if (sign === "^") return items.length === 0 ? render(body, scopes) : "";
      return items.map((item) => render(body, [...scopes, item])).join("");
    });
  return include(name, [view]);
}

/** Returns the template without the line ends of tags that stand alone on their line. */
function withoutTagLines(text: string): string {
  return text.replaceAll(/^[ \t]*(\{\{[#^/][\w.-]+\}\})\n/gm, "$1");
}

/** Indents every line that is not empty. Only line feeds end one: U+2028 and such are characters of a value. */
function indented(text: string, indent: string): string {
  return text.replaceAll(/(^|\n)(?=[^\n])/g, (start) => start + indent);
}

/** Returns a value by its path, from the innermost scope that has the path's first name. */
function lookUp(path: string, scopes: readonly unknown[]): unknown {
  if (path === ".") return scopes.at(-1);
  const [first = "", ...rest] = path.split(".");
  const hasFirst = (one: unknown) => typeof one === "object" && one !== null && first in one;
  const scope = scopes.findLast(hasFirst) ?? missing(path);
  return [first, ...rest].reduce((value: unknown, name) => Object(value)[name] as unknown, scope);
}

function present(path: string, scopes: readonly unknown[]): unknown {
  return lookUp(path, scopes) ?? missing(path);
}

function missing(name: string): never {
  throw new Error(`nothing to fill a template with has the name ${name}`);
}
