/** The policy documents: the contract's field names, and each list of paths against what these paths answer. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SealedRoute } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { json } from "../_setup.ts";
import { samplePaths } from "./sample-paths.ts";

/** Path, what the contract asks for by name, and the links that it asks for. */
const CONTRACT: readonly (readonly [path: string, members: string, links?: string])[] = [
  ["auth-methods", "methods"],
  ["encoding", "encodings default"],
  [
    "cors",
    "allowedOrigins allowedMethods allowPostOn allowedHeaders exposeHeaders preflightMaxAge",
  ],
  ["retry-policy", "retryOn maxRetries backoff"],
  ["media-types", "accept produce defaultAccept defaultProduce"],
  ["well-known-paths", "paths"],
  ["link-relations", "relations"],
  ["size-limits", "maxRequestPayloadBytes maxUrlLength"],
  ["prefer", "preferences"],
  ["idempotency", "headerName keyFormat ttlSeconds methods supportedEndpoints"],
  ["cache-policy", "cacheable noStore revalidation"],
  ["pagination", "style defaultPageSize maxPageSize parameters responseMeta"],
  ["deprecation-policy", "noticePeriodMonths sunsetHeader stabilityValues", "changelog versions"],
  ["slo", "objectives"],
  ["query-policy", "filter sort fields applicableEndpoints"],
  ["webhooks", "supported planned signatureAlgorithm deliveryRetry"],
  ["accept-policy", "accept acceptLanguage acceptEncoding"],
  ["bulk-policy", "supported planned maxOperationsPerRequest requestFormat responseFormat"],
  ["errors-policy", "reference problemDetailsAccept catalogLink standardCodes requestIdHeader"],
  ["timing-policy", "enabled endpoints headerName format"],
  ["security-policy", "hsts cors securityTxt auth permissionsPolicy referrerPolicy"],
  ["documentation", "resources"],
  ["rate-limit-policy", "reference headers on429", "limits retryPolicy"],
  ["conditional-requests", "validator conditions status endpoints", "cachePolicy"],
  [
    "resilience-policy",
    "timeouts failureSemantics circuitBreaker",
    "retryPolicy slo rateLimitPolicy",
  ],
  [
    "consistency-policy",
    "model readYourWrites monotonicReads staleReadsAllowed cachingInteraction",
    "cachePolicy conditionalRequests pagination",
  ],
];

let server: TestServer;
let paths: ReadonlyMap<SealedRoute, string>;
beforeAll(async () => {
  server = await createTestServer({ config: { plugins: { "rate-limit": { limit: 100_000 } } } });
  paths = await samplePaths(server);
});
afterAll(() => server.close());

const read = async <T>(path: string) => json<T>(await server.fetch(path));

/** The first answer of each route that reads; a stream's headers come without its events. */
async function answers(init: RequestInit = {}): Promise<(readonly [SealedRoute, Response])[]> {
  return Promise.all(
    [...paths].map(async ([route, path]) => {
      const method = route.kind === "stream" ? "HEAD" : "GET";
      return [route, await server.fetch(path, { method, ...init })] as const;
    }),
  );
}

/** Paths whose answers fit, sorted. */
const pathsOf = (
  all: readonly (readonly [SealedRoute, Response])[],
  fits: (answer: Response, route: SealedRoute) => boolean,
) =>
  all
    .filter(([route, answer]) => fits(answer, route))
    .map(([{ path }]) => path)
    .toSorted();

it.each(CONTRACT)("/api/%s has what the contract names", async (path, members = "", links = "") => {
  const body = await read<{ _links: object }>(`/api/${path}`);
  expect(Object.keys(body)).toEqual(expect.arrayContaining(members.split(" ")));
  expect(Object.keys(body._links)).toEqual(
    expect.arrayContaining(["self", "profile", ...links.split(" ").filter(Boolean)]),
  );
});

it("the root leads to each of them", async () => {
  const { _links } = await read<{ _links: Record<string, { href: string }> }>("/api");
  const hrefs = Object.values(_links).map(({ href }) => href);
  expect(hrefs).toEqual(expect.arrayContaining(CONTRACT.map(([path]) => `/api/${path}`)));
});

describe("lists of paths are those that behave so", () => {
  it("conditional requests", async () => {
    const { endpoints } = await read<{ endpoints: string[] }>("/api/conditional-requests");
    const all = await answers({ headers: { "if-none-match": "*" } });
    expect(endpoints.toSorted()).toEqual(pathsOf(all, ({ status }) => status === 304));
  });

  it("Server-Timing", async () => {
    const { endpoints } = await read<{ endpoints: string[] }>("/api/timing-policy");
    const timed = pathsOf(await answers(), ({ headers }) => headers.has("server-timing"));
    expect([...new Set(endpoints)].toSorted()).toEqual(timed);
  });

  it("Cache-Control", async () => {
    const { cacheable, noStore } = await read<{
      cacheable: { path: string; scope: string; maxAge: number; revalidate: number }[];
      noStore: string[];
    }>("/api/cache-policy");
    const said = new Map(
      cacheable.map(({ path, scope, maxAge, revalidate }) => [
        path,
        `${scope}, max-age=${maxAge}${revalidate > 0 ? `, stale-while-revalidate=${revalidate}` : ""}`,
      ]),
    );
    for (const path of noStore) said.set(path, "no-store");
    for (const [{ path }, answer] of await answers()) {
      const value = answer.headers.get("cache-control")?.replace(", no-transform", "");
      expect([path, value]).toEqual([path, said.get(path)]);
    }
  });

  it("exemptions from the rate limit", async () => {
    const { exemptPaths } = await read<{ exemptPaths: string[] }>("/api/rate-limit-policy");
    const remaining = async (path: string, method: string) =>
      Number((await server.request(path, { method })).headers.get("x-ratelimit-remaining"));
    for (const [{ path, kind }, sample] of paths) {
      const before = await remaining("/api/ping", "HEAD");
      const after = await remaining(sample, kind === "stream" ? "HEAD" : "GET");
      expect([path, after === before]).toEqual([path, exemptPaths.includes(path)]);
    }
  });
});

it("the media types are all that answers have", async () => {
  const { produce } = await read<{ produce: string[] }>("/api/media-types");
  const types = (await answers()).flatMap(([{ site }, { headers }]) =>
    site ? [] : (headers.get("content-type") ?? []),
  );
  const bare = (type: string) => type.split(";")[0];
  expect(produce.map(bare)).toEqual(expect.arrayContaining([...new Set(types)].map(bare)));
});

it("the relations are all that links have, in headers and in bodies", async () => {
  const { relations } = await read<{
    relations: { rel: string; in: string[]; registered: boolean }[];
  }>("/api/link-relations");
  const listed = (place: string) =>
    relations.filter((relation) => relation.in.includes(place)).map(({ rel }) => rel);
  const seen = { header: new Set<string>(), body: new Set<string>() };
  for (const [, answer] of [...(await answers()), ...(await answers({ method: "DELETE" }))]) {
    const link = answer.headers.get("link") ?? "";
    for (const [, rel = ""] of link.matchAll(/rel="([^"]+)"/g)) seen.header.add(rel);
    const text = await answer.text();
    if (!(answer.headers.get("content-type") ?? "").includes("json") || text === "") continue;
    const { _links = {} } = JSON.parse(text) as { _links?: object };
    for (const rel of Object.keys(_links)) if (!rel.includes(":")) seen.body.add(rel);
  }
  const missing = (place: "header" | "body") =>
    [...seen[place]].filter((rel) => !listed(place).includes(rel));
  expect({ header: missing("header"), body: missing("body") }).toEqual({ header: [], body: [] });
  // The contract's five, of which IANA knows all but one.
  for (const rel of ["self", "profile", "describedby", "feed", "successor-version"]) {
    expect(relations).toContainEqual(expect.objectContaining({ rel, registered: rel !== "feed" }));
  }
});

it("the standard codes are the catalog's", async () => {
  const { standardCodes } = await read<{ standardCodes: unknown }>("/api/errors-policy");
  const { errors } = await read<{ errors: { code: string; httpStatus: number }[] }>("/api/errors");
  expect(standardCodes).toEqual(errors.map(({ code, httpStatus }) => ({ code, httpStatus })));
});

it("the methods for pages of other origins are those of all paths", async () => {
  const { allowedMethods } = await read<{ allowedMethods: string[] }>("/api/cors");
  const allowed = new Set<string>();
  for (const { path } of server.registry.routes) {
    const answer = await server.fetch(path.replaceAll(/[{}]/g, ""), { method: "OPTIONS" });
    for (const method of answer.headers.get("allow")?.split(", ") ?? []) allowed.add(method);
  }
  expect(allowedMethods.toSorted()).toEqual([...allowed].toSorted());
});

it("well-known names that IANA does not know are marked", async () => {
  const body = await read<{ paths: { name: string; registered: boolean }[] }>(
    "/api/well-known-paths",
  );
  const names = Object.fromEntries(body.paths.map(({ name, registered }) => [name, registered]));
  expect(names).toEqual({
    "security.txt": true,
    "api-catalog": true,
    "api-discovery": false,
    "change-log": false,
    openapi: false,
  });
});
