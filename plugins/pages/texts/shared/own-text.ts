/** The operator's own text of a page: a Markdown file. */
import { readFile } from "node:fs/promises";
import { messageOf, show } from "waymark";

export interface OwnText {
  readonly body: string;
  /** Heading of the first level at the top of the file; empty without one. */
  readonly title: string;
  /** Problem of the file; undefined if there is none. */
  readonly problem: string | undefined;
}

/** Reads the text. Never rejects: a file that cannot be read is a `problem`. */
export async function readOwnText(file: string): Promise<OwnText> {
  const withProblem = (what: string, received: string, hint: string): OwnText => ({
    body: "",
    title: "",
    problem: `${file}: ${what}; received ${received}; ${hint}`,
  });
  let bytes;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code = messageOf(error) } = error as NodeJS.ErrnoException; // readFile throws nothing else
    const hint = "name a Markdown file that the server may read; paths start where it is started";
    return withProblem("the file cannot be read", code, hint);
  }
  const text = bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
  const wrong = text.split("\n").find((line) => line.includes("\uFFFD"));
  if (wrong !== undefined)
    return withProblem("the text is not UTF-8", show(wrong.slice(0, 40)), "save the file as UTF-8");
  if (/^---[ \t]*\n/.test(text))
    return withProblem("the file begins with front matter", "---", "write the title as a heading");
  const heading = /^\s*?[ ]{0,3}#[ \t]+(?<title>.*?)[ \t]*#*[ \t]*(?:\n|(?![^]))/.exec(text);
  const title = heading?.groups?.["title"] ?? "";
  const body = text.slice(heading?.[0].length ?? 0);
  if (body.trim() !== "") return { body, title, problem: undefined };
  const hint = "write the text, or take the file out of the config for the text that is built in";
  return withProblem(
    "the page has no text",
    title === "" ? "an empty file" : "a heading only",
    hint,
  );
}
