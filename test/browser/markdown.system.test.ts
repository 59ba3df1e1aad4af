/** Every page as Markdown: what language models, and people at a terminal, read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { BROWSER_ACCEPT, pages, textOf } from "./_pages.ts";

const FENCED = /^ *(```+|~~~+)[^]*?^ *\1 *$/gm;
const CODE = /(`+)[^]*?\1/g;
const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe.each(pages)("$path", ({ path, languages }) => {
  it.each(languages)("has the same parts in %s, and no tags", async (language) => {
    const headers = { "Accept-Language": language };
    const ask = (accept: string) => server.fetch(path, { headers: { ...headers, Accept: accept } });
    const page = await (await ask(BROWSER_ACCEPT)).text();
    const answer = await ask("text/markdown");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": expect.stringMatching(/^text\/markdown\b/),
      "content-language": language,
    });
    const markdown = (await answer.text()).replace(FENCED, "");
    const { parts, smaller } = headingsOf(page);
    expect(partsOf(markdown)).toEqual(parts);
    // A table, say, may stand for what is a card each for those who see the page.
    expect(smaller.filter((heading) => !plain(markdown).includes(heading))).toEqual([]);
    expect(markdown.replace(CODE, "").match(TAG)).toBeNull();
  });
});

/** The headings of the first two levels, and those below. */
function headingsOf(page: string): { parts: string[]; smaller: string[] } {
  const headings = [...page.matchAll(/<h([1-6])[^>]*>([^]*?)<\/h\1>/g)].map(
    ([, level, content = ""]) => ({ level: Number(level), text: plain(textOf(content)) }),
  );
  return {
    parts: headings.filter(({ level }) => level <= 2).map(({ text }) => text),
    smaller: headings.filter(({ level }) => level > 2).map(({ text }) => text),
  };
}

function partsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^##? (.+)$/gm)].map(([, heading = ""]) => plain(heading));
}

/** Text without the marks that Markdown puts around it. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
