/** Reads a page's text from a Markdown file: its front matter, its title and its body. */
import { readFile } from "node:fs/promises";
import { didYouMean, show } from "waymark";
import { z } from "zod";
import type { Mistake } from "./mistakes.ts";

/** A text as a file has it. */
export interface TextFile {
  /** As the config names it. */
  readonly file: string;
  /** Without what is above the text, each line of which is empty: lines count as in the file. */
  readonly body: string;
  /** From the front matter, or the heading of the first level that the text begins with. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly updated?: string | undefined;
  readonly mistakes: readonly Mistake[];
}

const Head = z.strictObject({
  title: z.string().trim().min(1).optional(),
  description: z.string().trim().min(1).optional(),
  updated: z.iso.date().optional(),
});
type Head = z.output<typeof Head>;

/** Never fails: a file that cannot be read is a mistake at its first line. */
export async function readText(file: string): Promise<TextFile> {
  const mistakes: Mistake[] = [];
  const report = (line: number, column: number, what: string, received: string, hint: string) =>
    void mistakes.push({ file, line, column, what, received, hint });
  const lines = await readLines(file, report);
  if (lines === undefined) return { file, body: "", mistakes };
  const { head, length } = await readHead(lines, report);
  const rest = lines.map((line, index) => (index < length ? "" : line));
  const first = rest.findIndex((line) => line.trim() !== "");
  const heading = /^ {0,3}#[ \t]+(?<text>.*?)[ \t]*#*[ \t]*$/.exec(rest[first] ?? "");
  const text = heading?.groups?.["text"] ?? "";
  if (heading !== null) rest[first] = "";
  const body = rest.join("\n");
  if (body.trim() === "" && mistakes.length === 0) {
    const hint = "write the text, or take the file out of the config for the text that is built in";
    report(1, 1, "the page has no text", text === "" ? "an empty file" : "a heading only", hint);
  }
  return { file, body, ...(text === "" ? {} : { title: text }), ...head, mistakes };
}

type Report = (line: number, column: number, what: string, received: string, hint: string) => void;

/** Undefined when there are none to be had, and why is reported. */
async function readLines(file: string, report: Report): Promise<string[] | undefined> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    const hint = "name a Markdown file that the service may read; paths start where it is started";
    report(1, 1, "the file cannot be read", error.code ?? error.message, hint);
  });
  if (bytes === undefined) return undefined;
  const text = bytes.toString("utf8");
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (Buffer.from(text).equals(bytes)) return lines;
  const hint = "save the file as UTF-8";
  lines.forEach((line, index) => {
    const at = line.indexOf("\uFFFD");
    if (at >= 0) report(index + 1, at + 1, "this is not UTF-8", show(line.slice(0, 40)), hint);
  });
  return undefined;
}

/** What stands between `---` and `---` at the top, as YAML, and how many lines that takes. */
async function readHead(
  lines: readonly string[],
  report: Report,
): Promise<{ readonly head: Head; readonly length: number }> {
  if (lines[0]?.trimEnd() !== "---") return { head: {}, length: 0 };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end < 0) {
    report(1, 1, "the front matter has no end", "---", "close it with a line ---");
    return { head: {}, length: lines.length };
  }
  const length = end + 1;
  const { isNode, LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const source = lines.slice(1, end).join("\n");
  const document = parseDocument(source, { lineCounter, prettyErrors: false });
  const say = (offset: number, what: string, received: string, hint: string) => {
    const { line, col } = lineCounter.linePos(offset);
    // The text begins below the first line.
    report(line + 1, col, what, received, hint);
  };
  for (const { pos, message } of document.errors)
    say(pos[0], `the front matter is not YAML: ${message}`, show(source.slice(...pos)), "mend it");
  if (document.errors.length > 0) return { head: {}, length };
  const values: unknown = document.toJS() ?? {};
  const { data, error } = Head.safeParse(values);
  const known = Object.keys(Head.shape);
  for (const issue of error?.issues ?? []) {
    const [key = ""] = issue.path;
    const node = key === "" ? document.contents : document.getIn([key], true);
    const offset = isNode(node) && node.range ? node.range[0] : 0;
    if (issue.code === "unrecognized_keys") {
      for (const name of issue.keys)
        say(
          source.indexOf(name),
          "front matter has no such key",
          show(name),
          didYouMean(name, known),
        );
    } else {
      const value: unknown = key === "" ? values : Reflect.get(Object(values), key);
      const what = `the front matter's ${String(key) || "content"} does not fit: ${issue.message}`;
      say(
        offset,
        what,
        show(value),
        "write title and description as texts, updated like 2026-11-21",
      );
    }
  }
  return { head: data ?? {}, length };
}
