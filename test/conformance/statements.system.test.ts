/** Numbers, headers and plans in documents that no policy's conformance test checks, against what is sent (B7). */
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { json } from "../_setup.ts";

const server = await createTestServer({
  config: { plugins: { "rate-limit": { limit: 100_000 } } },
});
afterAll(() => server.close());

/** A document of the service. */
async function read<T>(path: string): Promise<T> {
  const answer = await server.request(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return json<T>(answer);
}
const send = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  server.request(path, { ...init, headers });

/** Headers of requests that documents tell clients to send. */
const REQUEST_HEADERS: readonly (readonly [document: string, names: (body: never) => string[]])[] =
  [
    ["/api/prefer", ({ headerName }: { headerName: string }) => [headerName]],
    ["/api/conditional-requests", ({ conditions }: { conditions: string[] }) => conditions],
    [
      "/api/consistency-policy",
      ({ cachingInteraction: { bypass } }: { cachingInteraction: { bypass: string } }) =>
        bypass.split(":").slice(0, 1),
    ],
    [
      "/api/idempotency",
      ({ supported, headerName }: { supported: boolean; headerName: string }) =>
        supported ? [headerName] : [],
    ],
  ];

describe("headers that documents name", () => {
  it.each(REQUEST_HEADERS)("%s: scripts may send them", async (path, names) => {
    const { allowedHeaders } = await read<{ allowedHeaders: string[] }>("/api/cors");
    const lower = allowedHeaders.map((name) => name.toLowerCase());
    const preflight = await send(
      "/api/offices",
      { origin: "https://app.example", "access-control-request-method": "GET" },
      { method: "OPTIONS" },
    );
    const sent = (preflight.headers.get("access-control-allow-headers") ?? "").toLowerCase();
    for (const name of names(await read<never>(path))) {
      expect(lower).toContain(name.toLowerCase());
      expect(sent.split(", ")).toContain(name.toLowerCase());
    }
  });

  it("/api/timing-policy: the format is that of the header", async () => {
    const { headerName, format } = await read<Record<string, string>>("/api/timing-policy");
    const names = (text: string) => text.split(", ").map((metric) => metric.split(";")[0]);
    const sent = (await send("/api/version")).headers.get(headerName ?? "") ?? "";
    expect(names(format ?? "")).toEqual(names(sent));
    expect(names(sent)).toEqual(["app", "trace"]);
  });

  it("/api/errors-policy: errors carry the request's id, in the stated forms", async () => {
    const policy = await read<Record<string, string>>("/api/errors-policy");
    const { requestIdHeader = "", problemDetailsAccept = "", defaultMediaType = "" } = policy;
    for (const accept of [problemDetailsAccept, defaultMediaType]) {
      const { headers } = await send("/api/nothing", { accept });
      expect(headers.get(requestIdHeader)).toMatch(/./);
      expect(headers.get("content-type")).toMatch(new RegExp(`^${accept.replace("+", "\\+")}`));
    }
  });
});

describe("plans", () => {
  it("every document that plans something is on the roadmap, and nothing else is", async () => {
    const roadmap = await (await send("/roadmap", { accept: "text/html" })).text();
    const [plans = ""] = /<ul[^]*?<\/ul>/.exec(roadmap.slice(roadmap.indexOf("<h1"))) ?? [];
    const planned = server.registry.routes
      .filter(({ document, kind }) => document && kind === "returns")
      .filter((route) => Object(server.registry.document(route))["planned"] === true)
      .map(({ path }) => path);
    expect(planned).toEqual(["/api/webhooks", "/api/bulk-policy"]);
    expect([...plans.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(planned);
  });

  it("the roadmap announces nothing without plans", async () => {
    const plugins = { webhooks: { planned: false }, "bulk-policy": { planned: false } };
    const bare = await createTestServer({ config: { plugins } });
    const text = await (await bare.request("/roadmap")).text();
    await bare.close();
    expect(text).toContain("has not announced any plans");
    expect(text).not.toContain("/api/webhooks");
  });

  it("what is planned does nothing yet", async () => {
    const post = (path: string) =>
      send(path, { "content-type": "application/json" }, { method: "POST", body: "{}" });
    expect((await post("/api/bulk")).status).toBe(501);
    expect((await post("/api/webhooks")).status).toBe(405);
    const { supportedEndpoints, supported } =
      await read<Record<string, unknown>>("/api/idempotency");
    expect([supported, supportedEndpoints]).toEqual([false, []]);
  });
});

describe("values that documents list", () => {
  it("languages: the locales, and what texts come in", async () => {
    type Locales = { locales: { code: string; default: boolean }[] };
    const { locales } = await read<Locales>("/api/locales");
    const { acceptLanguage } = await read<{
      acceptLanguage: { default: string; supported: string[] };
    }>("/api/accept-policy");
    expect(locales.map(({ code }) => code).toSorted()).toEqual(acceptLanguage.supported.toSorted());
    expect(locales.find((locale) => locale.default)?.code).toBe(acceptLanguage.default);
    for (const language of acceptLanguage.supported) {
      const { headers } = await send("/docs", { "accept-language": language });
      expect(headers.get("content-language")).toBe(language);
    }
  });

  it("media types: some route answers in each", async () => {
    const { accept } = await read<{ accept: { supported: string[] } }>("/api/accept-policy");
    const { produce } = await read<{ produce: string[] }>("/api/media-types");
    expect(accept.supported).toEqual(produce);
    for (const type of produce) {
      const route = server.registry.routes.find(({ mediaTypes }) => mediaTypes.includes(type));
      const path = (route?.path ?? "/api/nothing").replace("{type}", "Office");
      const query = path === "/api/graphql" ? "?query={__typename}" : "";
      const answer = await send(path + query, { accept: type });
      await answer.body?.cancel();
      const [name] = type.split(";");
      expect(answer.headers.get("content-type")).toContain(name);
    }
  });

  it.each([
    ["/api/documentation", "resources"],
    ["/api/well-known-paths", "paths"],
  ])("%s: every place answers", async (document, key) => {
    const body = await read<Record<string, { href?: string; path?: string }[]>>(document);
    for (const { href, path } of body[key] ?? [])
      expect((await send(href ?? path ?? "")).status).toBeLessThan(400);
  });

  it("/api/errors-policy and /api/resilience-policy: the statuses of the catalog", async () => {
    const { errors } = await read<{ errors: { code: string; httpStatus: number }[] }>(
      "/api/errors",
    );
    const { standardCodes } = await read<{ standardCodes: unknown[] }>("/api/errors-policy");
    expect(standardCodes).toEqual(errors.map(({ code, httpStatus }) => ({ code, httpStatus })));
    type Semantics = { failureSemantics: { retryable: number[]; doNotRetry: number[] } };
    const { failureSemantics } = await read<Semantics>("/api/resilience-policy");
    const { retryable, doNotRetry } = failureSemantics;
    expect(new Set([...retryable, ...doNotRetry])).toEqual(
      new Set(errors.map(({ httpStatus }) => httpStatus)),
    );
    const { retryOn } = await read<{ retryOn: number[] }>("/api/retry-policy");
    expect(retryable).toEqual(retryOn);
  });

  it("/api/capabilities: the number of types", async () => {
    const { schemaTypes } = await read<{ schemaTypes: number }>("/api/capabilities");
    expect(schemaTypes).toBe((await read<{ schemas: string[] }>("/api/schemas")).schemas.length);
  });
});
