/** The policy documents: the names that the contract asks for, and what no conformance test of a policy proves. */
import { afterAll, beforeAll, expect, it } from "vitest";
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

it("the paths of conditional requests are those that answer 304", async () => {
  const { endpoints } = await read<{ endpoints: string[] }>("/api/conditional-requests");
  const all = await answers({ headers: { "if-none-match": "*" } });
  expect(endpoints.toSorted()).toEqual(pathsOf(all, ({ status }) => status === 304));
});

it("the media types are all that answers have", async () => {
  const { produce } = await read<{ produce: string[] }>("/api/media-types");
  const types = (await answers()).flatMap(([{ site }, { headers }]) =>
    site ? [] : (headers.get("content-type") ?? []),
  );
  const bare = (type: string) => type.split(";")[0];
  expect(produce.map(bare)).toEqual(expect.arrayContaining([...new Set(types)].map(bare)));
});

it("the relations have the contract's five, of which IANA knows all but one", async () => {
  const { relations } = await read<{ relations: unknown[] }>("/api/link-relations");
  for (const rel of ["self", "profile", "describedby", "feed", "successor-version"])
    expect(relations).toContainEqual(expect.objectContaining({ rel, registered: rel !== "feed" }));
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
