/** Answers of routes that the config protects belong to whom they were made for, and the documents say so. */
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { openapiDocument } from "../../../plugins/discovery/openapi/document.ts";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { json } from "../../_setup.ts";
import { samplePaths } from "../../conformance/sample-paths.ts";
import { as, startNotes } from "./_setup.ts";

const ids = preset.filter(({ routes }) => routes !== undefined).map(({ id }) => id);

/** A path for each GET route, by `plugin.routeId`. */
let paths: ReadonlyMap<string, string>;
beforeAll(async () => {
  const server = await createTestServer();
  paths = new Map([...(await samplePaths(server))].map(([{ ref }, path]) => [ref, path]));
  await server.close();
});

function startWith(raised: readonly string[]): Promise<TestServer> {
  const require = Object.fromEntries(raised.map((id) => [id, "authenticated"] as const));
  const plugins = { "rate-limit": { limit: 1_000_000 } };
  return startNotes({ config: { plugins } }, { require, failures: 1_000_000 });
}

/** Asks for the head of an answer, and for its body unless that never ends. */
async function ask(server: TestServer, { kind }: SealedRoute, path: string, init: RequestInit) {
  const { origin } = server;
  const controller = new AbortController();
  const { signal } = controller;
  const answer = await fetch(`${origin}${path}`, { redirect: "manual", signal, ...init });
  const body = kind === "stream" && answer.ok ? "" : await answer.text();
  controller.abort();
  return { status: answer.status, headers: answer.headers, body };
}

/** Rules that the answers of a route break, as sentences. */
async function brokenBy(server: TestServer, route: SealedRoute): Promise<string[]> {
  const path = paths.get(route.ref) ?? route.path; // that of a fixture's route has no parameters
  const known = await ask(server, route, path, { headers: as("ann") });
  const tag = known.headers.get("etag") ?? '"any"';
  const none = await ask(server, route, path, { headers: {} });
  const cacheControl = known.headers.get("cache-control") ?? "missing";
  const vary = known.headers.get("vary") ?? "";
  const isPublic = cacheControl.startsWith("public");
  const broken: string[] = [];
  const ben = { headers: { ...as("ben"), "if-none-match": tag } };
  const [other, same] = [
    await ask(server, route, path, { headers: as("ben") }),
    await ask(server, route, path, ben),
  ];
  if (same.status === 304 && other.body !== known.body) broken.push("takes another's tag");
  if (requiredScopes(route) === undefined) {
    if (none.status === 401) broken.push("is refused, though it is open");
    if (isPublic && none.body !== known.body) broken.push("is public, and depends on who asks");
    return broken.map((text) => `${route.ref} ${text}`);
  }
  const own = [known, await ask(server, route, path, { method: "HEAD", headers: as("ben") })];
  if (own.some(({ status }) => status === 401)) broken.push("refuses those whom it knows");
  if (isPublic || cacheControl === "missing") broken.push(`has Cache-Control ${cacheControl}`);
  if (cacheControl !== "no-store" && !vary.includes("Authorization"))
    broken.push(`has Vary ${vary}`);
  const conditional = { headers: { "if-none-match": tag } };
  for (const init of [{}, { method: "HEAD" }, conditional, { headers: as("eve") }]) {
    const refused = await ask(server, route, path, init);
    if (refused.status !== 401) broken.push(`answers ${refused.status} to ${JSON.stringify(init)}`);
    if (refused.headers.get("cache-control") !== "no-store") broken.push("lets refusals be kept");
  }
  return broken.map((text) => `${route.ref} ${text}`);
}

async function brokenWith(raised: readonly string[]): Promise<string[]> {
  const server = await startWith(raised);
  const routes = server.registry.routes.filter(({ method }) => method === "GET");
  const isRaised = ({ plugin }: SealedRoute) => raised.includes(plugin);
  for (const route of routes.filter(isRaised)) expect(requiredScopes(route)).toBeDefined();
  const broken: string[] = [];
  for (const route of routes) broken.push(...(await brokenBy(server, route)));

  const document = await server.request("/api/cache-policy", { headers: as("ann") });
  const { cacheable } = await json<{ cacheable: { path: string; scope: string }[] }>(document);
  const { paths: operations } = openapiDocument(server.registry) as {
    paths: Readonly<Record<string, Readonly<Record<string, { security?: unknown }>>>>;
  };
  for (const { path, site } of routes.filter(isRaised)) {
    if (cacheable.some((entry) => entry.path === path && entry.scope !== "private"))
      broken.push(`/api/cache-policy says that ${path} is public`);
    if (!site && operations[path]?.["get"]?.security === undefined)
      broken.push(`OpenAPI says that ${path} is open`);
  }
  return broken;
}

it("holds with every plugin protected", async () => {
  expect(await brokenWith(ids)).toEqual([]);
});

// Others are drawn in each run, and a failure names its seed.
it("holds with one plugin protected", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ids), async (id) => {
      expect(await brokenWith([id])).toEqual([]);
    }),
    { numRuns: 2, examples: [["offices"]] },
  );
});
