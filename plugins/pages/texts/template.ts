/** Texts with parts that depend on the service: blocks under a condition, and placeholders. */
import {
  mapStretches,
  scanMarkdown,
  type ScannedLine,
  type Stretch,
} from "../shared/markdown-scan.ts";
import type { Mistake } from "./mistakes.ts";

/** What a text may ask of the service. */
export interface Scope {
  /** Whether what stands after `if:` is so. */
  holds(condition: string): boolean;
  /** What a placeholder stands for; undefined where it is not set. */
  value(name: string): string | readonly string[] | undefined;
}

export interface Condition {
  readonly name: string;
  readonly negated: boolean;
  /** Where it is written. */
  readonly line: number;
  readonly column: number;
}

/** A line of the text with the conditions under which it is there. */
export interface TemplateLine extends ScannedLine {
  readonly when: readonly Condition[];
}

export interface Template {
  readonly lines: readonly TemplateLine[];
  /** All of them, whatever they are about. */
  readonly conditions: readonly Condition[];
  readonly mistakes: readonly Omit<Mistake, "file">[];
}

/** `<!-- if: options.email -->`, `<!-- if: not graphql -->`, `<!-- else -->`, `<!-- end -->`, each on a line of its own. */
const DIRECTIVE =
  /^\s*<!--\s*(?:(?<word>else|end)|if:\s*(?<not>not\s+)?(?<name>[\w.:-]+?))\s*-->\s*$/;
const ALMOST = /<!--\s*(?:if|else|end)\b/;
/** `{{service.name}}`; a backslash before it makes it text. */
export const PLACEHOLDER = /(?<escape>\\?)\{\{\s*(?<name>[^{}]*?)\s*\}\}/g;

/** Takes a text apart. Says what is wrong with its form; whether names mean anything is not known here. */
export function parseTemplate(body: string): Template {
  const { lines, unclosed } = scanMarkdown(body);
  const mistakes: Omit<Mistake, "file">[] = [];
  const report = ({ number, text }: ScannedLine, what: string, hint: string) =>
    void mistakes.push({
      line: number,
      column: text.search(/\S/) + 1,
      what,
      received: text.trim(),
      hint,
    });
  const open: { condition: Condition; readonly line: ScannedLine }[] = [];
  const kept: TemplateLine[] = [];
  const conditions: Condition[] = [];
  for (const line of lines) {
    const groups = line.code ? undefined : DIRECTIVE.exec(line.text)?.groups;
    const last = open.at(-1);
    if (groups === undefined) {
      if (!line.code && ALMOST.test(line.text.replace(/`[^`]*`/g, "")))
        report(
          line,
          "this is almost a condition",
          "write <!-- if: name -->, <!-- else --> or <!-- end --> on a line of its own",
        );
      kept.push({ ...line, when: open.map(({ condition }) => condition) });
    } else if (groups["name"] !== undefined) {
      const column = line.text.indexOf(groups["name"], line.text.indexOf("if:") + 3) + 1;
      const negated = groups["not"] !== undefined;
      const condition = { name: groups["name"], negated, line: line.number, column };
      open.push({ condition, line });
      conditions.push(condition);
    } else if (last === undefined) {
      report(line, "there is no condition open here", "remove the line, or write an if above it");
    } else if (groups["word"] === "end") open.pop();
    else last.condition = { ...last.condition, negated: !last.condition.negated };
  }
  if (unclosed !== undefined)
    report(unclosed, "nothing closes this code", "end it with a fence like the one it begins with");
  else
    for (const { line } of open)
      report(line, "nothing closes this condition", "add <!-- end --> where its block ends");
  return { lines: kept, conditions, mistakes };
}

/** Whether a line is there. */
export function isLive({ when }: TemplateLine, { holds }: Pick<Scope, "holds">): boolean {
  return when.every(({ name, negated }) => holds(name) !== negated);
}

/**
 * The text for one service, as Markdown. Values show as they are, whatever markup is in them. A line that has a
 * placeholder with several values is there once for each.
 */
export function fillTemplate({ lines }: Template, scope: Scope): string {
  const filled: string[] = [];
  for (const line of lines) {
    if (!isLive(line, scope)) continue;
    // Blocks that are left out would leave their blank lines.
    if (!line.code && line.text.trim() === "" && (filled.at(-1) ?? "").trim() === "") continue;
    const names = [...line.text.matchAll(PLACEHOLDER)].map(({ groups }) => groups?.["name"] ?? "");
    const many = names.map((name) => scope.value(name)).find((value) => typeof value === "object");
    for (const item of many ?? [""]) {
      const valueOf = (name: string) => {
        const value = scope.value(name) ?? "";
        return typeof value === "string" ? value : item;
      };
      filled.push(
        mapStretches(line, (stretch, kind, at) =>
          fillStretch(stretch, kind, line.text.slice(0, at), valueOf),
        ),
      );
    }
  }
  return `${filled.join("\n").trim()}\n`;
}

/** Before a value that stands where a line, a list item or a quotation begins. */
const LINE_START = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;

function fillStretch(
  stretch: string,
  kind: Stretch,
  before: string,
  valueOf: (name: string) => string,
): string {
  return stretch.replace(
    PLACEHOLDER,
    (whole: string, escape: string, name: string, offset: number) => {
      // Code has no escapes, so the backslash would show.
      if (escape !== "") return kind === "text" ? whole : whole.slice(1);
      const value = valueOf(name)
        .replace(/[\s\p{Cc}]+/gu, " ")
        .trim();
      const prefix = `${before}${stretch.slice(0, offset)}`.replace(PLACEHOLDER, "");
      const escaped = ESCAPES[kind](value);
      return kind === "text" && LINE_START.test(prefix) ? escapeStart(escaped) : escaped;
    },
  );
}

/** What only means something where a line begins: items of lists, and what makes a heading of the line above. */
function escapeStart(value: string): string {
  return value.replace(/^[-+=]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** A value of one line as it stands in each kind of stretch. */
const ESCAPES: Readonly<Record<Stretch, (value: string) => string>> = {
  text: (value) => value.replace(/[\\`*_{}[\]<>()#|&!~]/g, "\\$&"),
  // A backtick would end the code, tildes might close a fence.
  code: (value) => value.replaceAll("`", "'").replace(/~{3,}/g, "~~"),
  target: (value) =>
    value.replace(/[\s()<>[\]\\`"'{}|^]/g, (character) =>
      character === "(" ? "%28" : character === ")" ? "%29" : encodeURIComponent(character),
    ),
};
