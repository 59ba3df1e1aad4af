/** The text of a client: it is the same each time, and has no trace of what is off. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rolldown } from "rolldown";
import { clientText } from "../../../plugins/client/client-text.ts";
import { typescriptModule } from "../../../plugins/shared/typescript/module.ts";
import { serverOf } from "./_client.ts";

const root = join(import.meta.dirname, "../../..");

it("is the same for equal registries, ends in one line end, and fits in lines", async () => {
  const texts = [];
  for (let count = 0; count < 2; count++) texts.push(await clientText((await serverOf()).registry));
  expect(texts[0]).toBe(texts[1]);
  const lines = texts[0]?.split("\n") ?? [];
  expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
  expect(texts[0]).toMatch(/[^\n]\n$/);
});

it("has the types of `export types`, as they are", async () => {
  const { registry } = await serverOf();
  expect(await clientText(registry)).toContain(await typescriptModule(registry));
});

it("is a file of the service, kept under an entity tag, and the export is the same", async () => {
  const server = await serverOf();
  const path = "/developers/client.ts";
  const first = await server.fetch(path);
  expect(first.headers.get("content-type")).toBe("application/typescript");
  expect(await first.text()).toBe(await clientText(server.registry));
  const etag = first.headers.get("etag") ?? "";
  const again = await server.fetch(path, { headers: { "if-none-match": etag } });
  expect([etag.length > 2, again.status]).toEqual([true, 304]);
  const without = await serverOf({ client: false });
  for (const gone of [path, "/developers/client"])
    expect((await without.fetch(gone)).status).toBe(404);
});

const FEATURES: readonly (readonly [id: string, words: RegExp])[] = [
  ["lists", /Condition<|Order<|"cursor"|Field\b|"filter"/],
  ["links", /\bLink\b|Linked|withLinks/],
  ["rate-limit", /pacing|"ratelimit"|uncounted: true/],
  ["deprecation", /deprecations\(|onDeprecated|"sunset"/],
  ["cache", /answerCache|"if-none-match"|ReadOptions|maxAge: /],
  ["retry-policy", /retries\(|retryPolicy =|maxRetries/],
  ["resilience-policy", /circuitBreaker|resiliencePolicy =|timeouts:/],
  ["events", /EventStream|"last-event-id"/],
];

describe("without a plugin, the client has no word of", () => {
  it.each(FEATURES)("%s", async (id, words) => {
    const { registry } = await serverOf({ [id]: false });
    const [text, withIt] = [
      await clientText(registry),
      await clientText((await serverOf()).registry),
    ];
    expect(withIt).toMatch(words);
    const own = withoutCore(text);
    expect(own.match(new RegExp(words, `g${words.flags}`)) ?? []).toEqual([]);
  });

  it("callers, keys and conditions of writes, by default", async () => {
    const own = withoutCore(await clientText((await serverOf()).registry));
    expect(own).not.toMatch(/Bearer|scopes:|idempotencyKeys|if-match|Scope\b/);
  });
});

/** Returns the text without the files of every client. */
function withoutCore(text: string): string {
  return ["message", "errors", "transport", "client"].reduce((rest, name) => {
    const source = readFileSync(join(root, `plugins/client/runtime/${name}.ts`), "utf8");
    return rest.replace(source.replaceAll(/^import [^;]+;\n+/gm, "").trim(), "");
  }, text);
}

it("the runtime has at most 10 KB minified, and imports nothing", async () => {
  const folder = join(root, "plugins/client/runtime");
  for (const file of readdirSync(folder))
    expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/ from "(?!\.\/)/);
  const build = await rolldown({ input: join(folder, "index.ts"), platform: "neutral" });
  const { output } = await build.generate({ format: "esm", minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].code.length).toBeLessThanOrEqual(10 * 1024);
});
