/**
 * A snapshot of every route and every derived document, under a fixed clock and fixed ids. Generated from the registry:
 * a plugin that joins the preset brings its snapshots along (`vitest run -u` writes them).
 */
import { STATUS_CODES } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { definePlugin, openapiDocument, servedSchema, type SealedRoute } from "waymark";
import preset from "waymark/preset";
import { Clock, Ids } from "waymark/services";
import { createTestServer, type TestServer } from "waymark/testing";
import { samplePaths } from "./sample-paths.ts";

const fixed = definePlugin({
  id: "fixed",
  summary: "Time that stands still, and ids that are always the same.",
  provides: { clock: Clock, ids: Ids },
  setup: () => ({
    clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) },
    ids: {
      uuid: () => "01900000-0000-7000-8000-000000000000",
      hex: (digits: 16 | 32) => "1".repeat(digits),
    },
  }),
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    plugins: [fixed, ...preset.filter(({ id }) => id !== "clock" && id !== "ids")],
    config: { baseUrl: "https://api.example.com", plugins: { "rate-limit": { limit: 100_000 } } },
  });
});
afterAll(() => server.close());

/** What differs from run to run, as a word. */
const MASKED: readonly (readonly [RegExp, string])[] = [
  [/^date: .*/m, "date: <date>"],
  [/dur=[\d.]+/g, "dur=<ms>"],
  [/^(x-ratelimit-remaining|x-ratelimit-reset): \d+/gm, "$1: <number>"],
  [/^(ratelimit: "default");r=\d+;t=\d+/m, "$1;r=<number>;t=<seconds>"],
];

/** One answer as text. Numbers of answers that nobody may store differ from run to run. */
async function transcript(route: SealedRoute, path: string): Promise<string> {
  const method = route.kind === "stream" ? "HEAD" : "GET";
  const answer = await server.fetch(path, { method });
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).toSorted();
  const text = await answer.text();
  const json = (answer.headers.get("content-type") ?? "").includes("json");
  const volatile = route.declaration.cache === "no-store";
  const body = json
    ? JSON.stringify(
        JSON.parse(text),
        (_key, value: unknown) => (volatile && typeof value === "number" ? 0 : value),
        2,
      )
    : text;
  const status = `${answer.status} ${STATUS_CODES[answer.status]}`;
  const whole = [`${method} ${path}`, status, ...head, "", body, ""].join("\n");
  const masked = volatile
    ? [...MASKED, [/^content-length: \d+/m, "content-length: <number>"] as const]
    : MASKED;
  return masked.reduce((kept, [pattern, word]) => kept.replace(pattern, word), whole);
}

it("every route that reads answers as before", async () => {
  const paths = await samplePaths(server);
  for (const [route, path] of paths) {
    await expect(await transcript(route, path)).toMatchFileSnapshot(
      `../golden/routes/${route.ref}.txt`,
    );
  }
});

it("every derived document is as before", async () => {
  const { registry } = server;
  const documents: Readonly<Record<string, unknown>> = {
    openapi: openapiDocument(registry),
    schemas: Object.fromEntries(
      [...registry.schemas.keys()].map((name) => [
        name,
        servedSchema(registry, name, `https://api.example.com/api/schemas/${name}`),
      ]),
    ),
    statements: registry.statements,
    "root-links": registry.rootLinks,
    capabilities: registry.capabilities,
  };
  for (const [name, document] of Object.entries(documents)) {
    await expect(`${JSON.stringify(document, undefined, 2)}\n`).toMatchFileSnapshot(
      `../golden/documents/${name}.json`,
    );
  }
});
