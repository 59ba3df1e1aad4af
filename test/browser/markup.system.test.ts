/** The Nu HTML checker, the validator of the W3C, checks every file that browsers load. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTestServer } from "waymark/testing";
import { BROWSER_ACCEPT, pages } from "./_pages.ts";
import { needs, run } from "../_programs.ts";
import { needsOpinions, opinionFile } from "../opinions/index.ts";

/** Types other than HTML that the checker knows, with their extensions. */
const EXTENSIONS: Readonly<Record<string, string>> = { "text/css": "css", "image/svg+xml": "svg" };
/** False alarms: the checker lacks some CSS properties of SVG, and new at-rules. */
const WRONG =
  /^CSS: (?:“(vector-effect|paint-order)”: Property “\1” doesn't exist|Unrecognized at-rule “@view-transition”)/;

needs("java");
needsOpinions();

it("finds no fault with pages, styles and icon", async () => {
  const server = await createTestServer();
  const folder = await mkdtemp(join(tmpdir(), "waymark-markup-"));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const documents = [
    ...[...pages, { path: "/no-such-page", languages: ["en", "es"] }].flatMap(
      ({ path, languages }) =>
        languages.map((language) => ({ path, file: `${nameOf(path)}.${language}.html`, language })),
    ),
    ...server.registry.routes.flatMap(({ site, mediaTypes: [mediaType = ""], path }) => {
      const extension = EXTENSIONS[mediaType];
      const file = `${nameOf(path)}.${extension}`;
      return site && extension !== undefined ? [{ path, file, language: "en" }] : [];
    }),
  ];
  const files = documents.map(async ({ path, file, language }) => {
    const headers = { Accept: BROWSER_ACCEPT, "Accept-Language": language };
    await writeFile(join(folder, file), await (await server.fetch(path, { headers })).text());
    return join(folder, file);
  });
  expect(await check(await Promise.all(files))).toEqual([]);
});

function nameOf(path: string): string {
  return path.slice(1).replaceAll("/", "-");
}

interface Message {
  readonly type: string;
  readonly url?: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
}

/** Errors and warnings, a line each. All files in one Java machine, which starts faster without its optimizer. */
async function check(files: readonly string[]): Promise<string[]> {
  const java = [
    "-Xss8m",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-jar",
    opinionFile("vnu-jar/build/dist/vnu.jar"),
  ];
  const kinds = ["--also-check-css", "--also-check-svg"];
  const form = ["--format", "json", "--exit-zero-always", "--stdout"];
  const { output } = await run("java", ...java, ...kinds, ...form, ...files);
  const { messages } = JSON.parse(output) as { messages: Message[] };
  return messages
    .filter(({ message }) => !WRONG.test(message))
    .map(({ type, url = "", lastLine, message, extract = "" }) => {
      const file = url.slice(url.lastIndexOf("/") + 1);
      return `${file}:${lastLine} ${type}: ${message} ${extract.replace(/\s+/g, " ").trim()}`;
    });
}
