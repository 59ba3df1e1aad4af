/**
 * The law of truth, by mutation, for documents that draw conclusions from several plugins: what is published and what is
 * done change together. Observations come from answers alone, never from the registry. The statements of single policies
 * are proved by their conformance tests (check.test.ts), with the default options and with others.
 */
import { describe, expect, it } from "vitest";
import type { Ask } from "../_setup.ts";
import { header, maxAgeOf, read, start, status, pick, type Settings } from "./truth-probe.ts";

const PREFLIGHT = { origin: "https://a.example", "access-control-request-method": "GET" };
const preflight = (origin: string): RequestInit => ({
  method: "OPTIONS",
  headers: { ...PREFLIGHT, origin },
});

interface Row {
  /** Two settings that differ in one thing. */
  readonly settings: readonly [Settings, Settings];
  readonly published: (ask: Ask) => Promise<unknown>;
  readonly observed: (ask: Ask) => Promise<unknown>;
}

/** Settings with two values of one option. */
const option = (plugin: string, name: string, first: unknown, second: unknown): Row["settings"] => [
  { [plugin]: { [name]: first } },
  { [plugin]: { [name]: second } },
];
const switched = (plugin: string): Row["settings"] => [{}, { [plugin]: false }];

const ROWS: Readonly<Record<string, Row>> = {
  "the lists that can be queried": {
    settings: switched("probes"),
    published: async (ask) =>
      ((await read(ask, "/api/query-policy", "applicableEndpoints")) as string[]).includes(
        "/api/probes",
      ),
    observed: async (ask) =>
      (await read(ask, "/api/probes?filter[id]=b&fields=id&sort=-id", "_meta", "count")) === 1,
  },
  "all origins or one, in /api/security-policy": {
    settings: option("cors", "origins", ["*"], ["https://a.example"]),
    published: (ask) => read(ask, "/api/security-policy", "cors", "allowedOrigins"),
    observed: async (ask) => [
      await header(ask, "access-control-allow-origin", "/api/ping", { headers: PREFLIGHT }),
    ],
  },
  "the headers that scripts may read": {
    settings: switched("digest"),
    published: (ask) => read(ask, "/api/cors", "exposeHeaders"),
    observed: async (ask) =>
      (await header(ask, "access-control-expose-headers", "/api/ping")).split(", "),
  },
  "the headers that scripts may send": {
    settings: switched("digest"),
    published: (ask) => read(ask, "/api/cors", "allowedHeaders"),
    observed: async (ask) =>
      (
        await header(ask, "access-control-allow-headers", "/api/ping", preflight("https://a.test"))
      ).split(", "),
  },
  "the content codings, in /api/accept-policy": {
    settings: switched("encoding"),
    published: (ask) => read(ask, "/api/accept-policy", "acceptEncoding", "supported"),
    observed: async (ask) => [
      "identity",
      ...(await pick(
        ["gzip", "br"],
        async (coding) =>
          (await header(ask, "content-encoding", "/api/openapi", {
            headers: { "accept-encoding": coding },
          })) === coding,
      )),
    ],
  },
  "what readers can count on": {
    settings: switched("cache"),
    published: (ask) => read(ask, "/api/consistency-policy", "staleReadsAllowed"),
    observed: async (ask) => maxAgeOf(await header(ask, "cache-control", "/api/offices")) > 0,
  },
  "which preferences are honoured": {
    settings: switched("lists"),
    published: (ask) => read(ask, "/api/prefer", "preferences", 0, "honored"),
    observed: async (ask) =>
      (await header(ask, "preference-applied", "/api/offices", {
        headers: { prefer: "return=minimal" },
      })) === "return=minimal",
  },
  "the form of errors": {
    settings: switched("problem-details"),
    published: async (ask) =>
      (await read(ask, "/api/errors-policy", "problemDetailsAccept")) ?? "application/json",
    observed: (ask) =>
      header(ask, "content-type", "/api/nothing", {
        headers: { accept: "application/problem+json" },
      }),
  },
  "the name of a request": {
    settings: switched("request-id"),
    published: async (ask) =>
      (await read(ask, "/api/errors-policy", "requestIdHeader")) !== undefined,
    observed: async (ask) => (await header(ask, "x-request-id", "/api/ping")) !== "",
  },
  "the media types": {
    settings: switched("openapi"),
    published: async (ask) =>
      ((await read(ask, "/api/media-types", "produce")) as string[]).includes("application/yaml"),
    observed: async (ask) =>
      (await header(ask, "content-type", "/api/openapi", {
        headers: { accept: "application/yaml" },
      })) === "application/yaml",
  },
  "the well-known paths": {
    settings: switched("security-txt"),
    published: async (ask) =>
      ((await read(ask, "/api/well-known-paths", "paths")) as { name: string }[]).some(
        ({ name }) => name === "security.txt",
      ),
    observed: async (ask) => (await status(ask, "/.well-known/security.txt")) === 200,
  },
  "whom to tell about a weakness": {
    settings: switched("security-txt"),
    published: (ask) => read(ask, "/api/security-policy", "securityTxt"),
    observed: async (ask) =>
      (await status(ask, "/.well-known/security.txt")) === 200
        ? "/.well-known/security.txt"
        : undefined,
  },
  "the relations": {
    settings: switched("changelog"),
    published: async (ask) =>
      ((await read(ask, "/api/link-relations", "relations")) as { rel: string }[]).some(
        ({ rel }) => rel === "feed",
      ),
    observed: async (ask) =>
      (await read(ask, "/api/deprecation-policy", "_links", "feed")) !== undefined,
  },
};

describe("what is published is what is done, before and after a change", () => {
  it.each(Object.entries(ROWS))("%s", async (_what, { settings, published, observed }) => {
    const found: unknown[] = [];
    for (const plugins of settings) {
      const ask = await start(plugins);
      const said = await published(ask);
      expect(said).toEqual(await observed(ask));
      found.push(said);
    }
    expect(found[0]).not.toEqual(found[1]);
  });
});

describe("notices and objectives follow their options", () => {
  it.each([
    ["slo", { availabilityPercent: 99 }, "/api/slo", ["objectives", 0, "target"], 99],
    ["slo", { latencyP99: "1s" }, "/api/slo", ["objectives", 1, "target"], 1000],
    [
      "deprecation",
      { noticePeriodMonths: 6 },
      "/api/deprecation-policy",
      ["noticePeriodMonths"],
      6,
    ],
  ])("%s %j", async (plugin, options, document, keys, expected) => {
    expect(await read(await start({}), document, ...keys)).not.toEqual(expected);
    expect(await read(await start({ [plugin]: options }), document, ...keys)).toEqual(expected);
  });
});
