/** The operator's own text of a page: a Markdown file, with front matter if need be. */
import { readFile } from "node:fs/promises";
import { didYouMean, messageOf, show } from "waymark";
import { z } from "zod";

export interface OwnText {
  /** File as the config names it. */
  readonly file: string;
  /** Text without front matter and title. */
  readonly body: string;
  /** Line at which the body begins in the file, from 1. */
  readonly firstLine: number;
  /** Title from the front matter, or a heading of the first level at the top of the text. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly updated?: string | undefined;
  /** Problems, each with the file and its line. */
  readonly problems: readonly string[];
}

const FrontMatter = z.strictObject({
  title: z.string().trim().min(1).optional(),
  description: z.string().trim().min(1).optional(),
  updated: z.iso.date().optional(),
});
type FrontMatter = z.output<typeof FrontMatter>;

/** Reads the text. Never rejects: a file that cannot be read is among the `problems`. */
export async function readOwnText(file: string): Promise<OwnText> {
  const problems: string[] = [];
  const report: Report = (line, what, received, hint) =>
    void problems.push(problemAt(file, line, what, received, hint));
  const text = await decode(file, report);
  const matter = /^---[ \t]*\n(?<yaml>[^]*?)(?<=\n)---[ \t]*(?:\n|(?![^]))/.exec(text);
  if (matter === null && /^---[ \t]*\n/.test(text))
    report(1, "the front matter has no end", "---", "close it with a line ---");
  const yaml = matter?.groups?.["yaml"];
  const frontMatter = yaml === undefined ? {} : await readFrontMatter(yaml, report);
  const rest = text.slice(matter?.[0].length ?? 0);
  const heading = /^\s*?[ ]{0,3}#[ \t]+(?<title>.*?)[ \t]*#*[ \t]*(?:\n|(?![^]))/.exec(rest);
  const title = heading?.groups?.["title"] ?? "";
  const body = rest.slice(heading?.[0].length ?? 0);
  if (body.trim() === "" && problems.length === 0) {
    const hint = "write the text, or take the file out of the config for the text that is built in";
    report(1, "the page has no text", title === "" ? "an empty file" : "a heading only", hint);
  }
  const firstLine = lineAt(text, text.length - body.length);
  return { file, body, firstLine, ...(title !== "" && { title }), ...frontMatter, problems };
}

/** Returns a problem of a file as the log shows it. */
export function problemAt(
  file: string,
  line: number,
  what: string,
  received: string,
  hint: string,
): string {
  return `${file}:${line}: ${what}; received ${received}; ${hint}`;
}

/** Returns the line of an index, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

type Report = (line: number, what: string, received: string, hint: string) => void;

/** Returns the text with `\n` between its lines; empty if there is none, which is reported. */
async function decode(file: string, report: Report): Promise<string> {
  let bytes;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code = messageOf(error) } = error as NodeJS.ErrnoException; // readFile throws nothing else
    const hint = "name a Markdown file that the server may read; paths start where it is started";
    report(1, "the file cannot be read", code, hint);
    return "";
  }
  const text = bytes.toString("utf8").replace(/\r\n/g, "\n");
  if (new TextDecoder().decode(bytes).includes("\uFFFD")) {
    const line = text.split("\n").find((one) => one.includes("\uFFFD")) ?? "";
    const at = lineAt(text, text.indexOf("\uFFFD"));
    report(at, "the text is not UTF-8", show(line.slice(0, 40)), "save the file as UTF-8");
  }
  return text.replace(/^\uFEFF/, "");
}

/** Reads the text between the `---` at the top, as YAML. */
async function readFrontMatter(yaml: string, report: Report): Promise<FrontMatter> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false });
  for (const { pos, message } of document.errors) {
    // The YAML begins on the second line of the file.
    const line = lineCounter.linePos(pos[0]).line + 1;
    report(
      line,
      `the front matter is not YAML: ${message}`,
      show(yaml.slice(...pos)),
      "correct it",
    );
  }
  if (document.errors.length > 0) return {};
  const values: unknown = document.toJS() ?? {};
  const { data, error } = FrontMatter.safeParse(values);
  const lines = yaml.split("\n");
  const lineOf = (key: string) => lines.findIndex((line) => line.startsWith(key)) + 2;
  for (const issue of error?.issues ?? []) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const hint = didYouMean(key, Object.keys(FrontMatter.shape));
        report(lineOf(key), "the front matter has an unknown key", show(key), hint);
      }
    } else {
      const key = String(issue.path[0] ?? "");
      const value: unknown = key === "" ? values : Reflect.get(Object(values), key);
      const hint = "write title and description as text, and updated as a day such as 2026-11-21";
      const what = `the front matter's ${key || "content"} is not valid: ${issue.message}`;
      report(lineOf(key), what, show(value), hint);
    }
  }
  return data ?? {};
}
