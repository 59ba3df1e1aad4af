// @ts-expect-error -- the package has no types
import LinkHeader from "http-link-header";
import { describe, expect, it } from "vitest";
import type { Outcome, SealedRoute } from "waymark";
import type { BodyInfo, ListEngine } from "waymark/advanced";
import { OUTCOMES } from "../../../registry/contract/call/call.ts";
import { parsePath } from "../../../registry/contract/route/path.ts";
import links from "../../../plugins/policies/links/index.ts";
import {
  compiled,
  headersOf,
  sketchCall,
  sketchFailure,
  sketchReply,
  sketchRoute,
  statementOf,
  type CallSketch,
  type RouteSketch,
} from "./_sketch.ts";

const pages: Readonly<Record<string, string>> = {
  "openapi.showOpenapi": "/api/openapi",
  "errors.listErrors": "/api/errors",
};
/** Everything is on. */
const href = (ref: string, params: Readonly<Record<string, string>> = {}) =>
  ref === "schemas.showSchema" ? `/api/schemas/${params["type"]}` : pages[ref];

function linkHeader(
  route: SealedRoute,
  outcome: Outcome,
  {
    facts = {},
    added = [] as readonly string[],
    ctx = href,
  }: { facts?: BodyInfo; added?: readonly string[]; ctx?: typeof href } = {},
): string | undefined {
  const reply = sketchReply({ outcome, facts });
  return headersOf(compiled(links, { route, href: ctx }), outcome, {
    reply,
    added: { Link: added },
  })["Link"];
}

const describedby = '</api/openapi>; rel="describedby"; type="application/json"';
const profile = '</api/schemas/Thing>; rel="profile"';
const thing = sketchRoute({ schema: "Thing" });
const things = sketchRoute({ schema: "Thing", kind: "list" });
const forms = { schema: "Thing", mediaTypes: ["application/json", "text/plain"] } as const;
const offSchema = { facts: { offSchema: true } };
const off = () => undefined;

describe("Link", () => {
  it.each([
    ["a resource", thing, "ok", {}, [describedby, profile]],
    ["a resource not modified", thing, "notModified", {}, [describedby, profile]],
    ["an error", thing, "error", {}, [describedby]],
    ["a redirect", thing, "redirect", {}, [describedby]],
    ["OPTIONS", thing, "options", {}, [describedby]],
    ["a body without a schema", sketchRoute(), "ok", {}, [describedby]],
    ["a list", things, "ok", {}, [describedby, profile]],
    [
      "a page",
      things,
      "ok",
      { facts: { next: "/a?b=1,2" } },
      [describedby, profile, '</a?b=1,2>; rel="next"'],
    ],
    ["a described form", sketchRoute(forms), "ok", {}, [describedby, profile]],
    ["a rendered form", sketchRoute(forms), "ok", offSchema, [describedby]],
    ["a rendered form not modified", sketchRoute(forms), "notModified", offSchema, [describedby]],
    ["a rendered list", sketchRoute({ ...forms, kind: "list" }), "ok", offSchema, [describedby]],
    [
      "what others add",
      thing,
      "redirect",
      { added: ['</b>; rel="successor-version"'] },
      [describedby, '</b>; rel="successor-version"'],
    ],
    [
      "what others add to a list",
      things,
      "ok",
      { added: ['</b>; rel="up"'] },
      [describedby, profile, '</b>; rel="up"'],
    ],
    ["no other plugin", thing, "ok", { ctx: off }, undefined],
    ["no other plugin, on a list", things, "ok", { ctx: off }, undefined],
  ] as const)("of %s", (_name, route, outcome, at, expected) => {
    const header = linkHeader(route, outcome, at as Parameters<typeof linkHeader>[2]);
    expect(header).toBe(expected?.join(", "));
    expect(LinkHeader.parse(header ?? "").refs).toHaveLength(expected?.length ?? 0);
  });

  it("is fixed wherever a request changes nothing", () => {
    const view = { contributed: () => [], written: [], read: [] };
    for (const outcome of OUTCOMES) {
      expect(typeof compiled(links, { route: thing, href }).fields?.(outcome, view)["Link"]).toBe(
        "string",
      );
    }
  });
});

/** The `_links` of an answer, as JSON. */
function bodyLinks(
  sketch: RouteSketch,
  {
    call: callSketch,
    facts = {},
    body = {},
    failure,
    ctx = href,
  }: {
    call?: CallSketch;
    facts?: BodyInfo;
    body?: object;
    failure?: Parameters<typeof sketchFailure>[0];
    ctx?: typeof href;
  } = {},
): Record<string, string> | undefined {
  const route = sketchRoute({ schema: "Thing", ...sketch });
  const outcome = failure === undefined ? "ok" : "error";
  const members = compiled(links, { route, href: ctx }).members?.(outcome) ?? {};
  const value = members["_links"]?.value({
    call: sketchCall({ ...callSketch, route }),
    body: { ...body },
    facts,
    failure: failure && sketchFailure(failure),
  }) as Record<string, { href: string }> | undefined;
  return value && Object.fromEntries(Object.entries(value).map(([rel, link]) => [rel, link.href]));
}

const relation = (rel: string, path: string, bindings: Record<string, string> = {}) => ({
  rel,
  target: parsePath(path),
  bindings,
});

describe("_links", () => {
  it("lead to itself, relations and the schema", () => {
    const office = relation("office", "/api/offices/{officeId}", { officeId: "officeId" });
    const route = {
      kind: "list",
      schema: "IntegrationsList",
      relations: [office, relation("all", "/api/all")],
    } as const;
    const call = {
      path: "/api/offices/a%20b/integrations",
      search: "?limit=1",
      params: { officeId: "a b" },
    };
    expect(bodyLinks(route, { call, facts: { next: "/n" } })).toEqual({
      self: "/api/offices/a%20b/integrations?limit=1",
      office: "/api/offices/a%20b",
      all: "/api/all",
      profile: "/api/schemas/IntegrationsList",
      next: "/n",
    });
  });

  it("have no profile in a form that the schema does not describe", () => {
    expect(bodyLinks({}, { facts: { offSchema: true } })).toEqual({ self: "/api/things" });
  });

  it.each([
    ["from the body", {}, { id: "7" }, "/api/offices/7"],
    ["from the path before the body", { id: "3" }, { id: "7" }, "/api/offices/3"],
    ["from a number", {}, { id: 7 }, "/api/offices/7"],
    ["from nothing", {}, {}, undefined],
    ["from an object", {}, { id: {} }, undefined],
  ])("fill a parameter %s", (_name, params, body, expected) => {
    const route = {
      relations: [relation("office", "/api/offices/{officeId}", { officeId: "id" })],
    };
    expect(bodyLinks(route, { call: { params }, body })?.["office"]).toBe(expected);
  });

  it("hold what the plugin computes, once", () => {
    let times = 0;
    const route = sketchRoute({
      schema: "Thing",
      computed: () => ({ "schema:Brain": `/api/schemas/Brain?${++times}` }),
    });
    const member = compiled(links, { route, href }).members?.("ok")["_links"];
    const at = { call: sketchCall({ route }), body: {}, facts: {}, failure: undefined };
    expect(member?.value(at)).toMatchObject({ "schema:Brain": { href: "/api/schemas/Brain?1" } });
    expect(member?.value(at)).toEqual(member?.value(at));
    expect(times).toBe(1);
  });

  it.each([
    ["a list", { kind: "list" }, "/api/things?x=1"],
    ["a route with parameters in its query", { declaration: { query: {} } }, "/api/things?x=1"],
    ["anything else", {}, "/api/things"],
  ] satisfies [string, RouteSketch, string][])(
    "of %s point at itself, with what matters of the query",
    (_name, route, expected) => {
      expect(bodyLinks(route, { call: { search: "?x=1" } })?.["self"]).toBe(expected);
    },
  );

  it.each(["", "//evil.test/a", "/\\evil.test/a", "*", "http://evil.test/"])(
    "never point elsewhere as self: %s",
    (path) => {
      expect(bodyLinks({}, { call: { path } })).not.toHaveProperty("self");
      expect(bodyLinks({}, { call: { path }, failure: {} })).not.toHaveProperty("self");
    },
  );

  it("have no place in bodies without a published type", () => {
    expect(bodyLinks({ schema: undefined })).toBeUndefined();
  });

  it("shrink to the profile and the next page where the client wants little and gets it (B5)", () => {
    const call = { preferences: { return: "minimal" } } as const;
    const applied = ["return=minimal"];
    const list = { kind: "list", schema: "Thing" } as const;
    const kept = { profile: "/api/schemas/Thing" };
    expect(bodyLinks(list, { call, facts: { applied, next: "/n" } })).toEqual({
      ...kept,
      next: "/n",
    });
    expect(bodyLinks(list, { call, facts: { applied } })).toEqual(kept);
    expect(bodyLinks(list, { call, facts: { applied }, ctx: off })).toBeUndefined();
    expect(bodyLinks(list, { call })).toHaveProperty("self");
    expect(bodyLinks({}, { call })).toHaveProperty("self");
  });

  it("do not repeat a target that was too long", () => {
    expect(bodyLinks({}, { failure: { code: "uri-too-long", status: 414 } })).not.toHaveProperty(
      "self",
    );
  });

  it("of errors lead to the catalog and the description", () => {
    const route = { relations: [relation("all", "/api/all")], computed: () => ({ docs: "/docs" }) };
    expect(bodyLinks(route, { failure: {} })).toEqual({
      self: "/api/things",
      errors: "/api/errors",
      describedby: "/api/openapi",
    });
    expect(bodyLinks(route, { failure: {}, ctx: off })).toEqual({ self: "/api/things" });
  });

  it("of the handler's own refusal lead on", () => {
    const route = {
      declaration: { errors: ["not-implemented"] },
      relations: [relation("all", "/api/all"), relation("one", "/api/all/{id}", { id: "id" })],
      computed: () => ({ docs: "/docs" }),
    };
    expect(
      bodyLinks(route, { failure: { code: "not-implemented", status: 501 }, ctx: off }),
    ).toEqual({
      self: "/api/things",
      all: "/api/all",
      docs: "/docs",
    });
  });

  it.each(OUTCOMES)("have a schema that requires none of them (%s)", (outcome) => {
    const route = sketchRoute({
      kind: "list",
      schema: "T",
      declaration: { relations: { all: "all" } },
    });
    const member = compiled(links, { route, href }).members?.(outcome)["_links"];
    const expected = {
      ok: ["self", "all", "profile", "next"],
      error: ["self", "errors", "describedby"],
    };
    expect(member && Object.keys(member.schema.properties ?? {})).toEqual(
      Reflect.get(expected, outcome),
    );
    expect(member?.schema.required).toBeUndefined();
  });
});

it("states the relations in use", () => {
  const engine: ListEngine = {
    parameters: [],
    meta: {},
    parse: () => ({ code: "bad-request" }),
    finish: () => ({ items: [], meta: {}, facts: {} }),
  };
  const routes = [
    sketchRoute({ ref: "schemas.showSchema" }),
    sketchRoute({
      kind: "list",
      schema: "Thing",
      relations: [relation("office", "/o")],
      engine,
    }),
    sketchRoute({ computed: () => ({ docs: "/docs", "schema:Thing": "/t" }) }),
    sketchRoute({
      policies: [
        {
          policy: { id: "deprecation" },
          index: 0,
          compiled: { contributes: [{ header: "Link", value: '</h>; rel="successor-version"' }] },
        },
      ],
    }),
  ];
  expect(statementOf(links, routes, { href })).toEqual({
    header: ["describedby", "profile", "next", "successor-version"],
    body: ["self", "profile", "next", "describedby", "errors", "office", "docs", "schema:{key}"],
  });
  expect(statementOf(links, [thing])).toEqual({ header: [], body: ["self"] });
  // Without an engine no list has further pages.
  const whole = sketchRoute({ kind: "list", schema: "Thing" });
  expect(statementOf(links, [whole])).toEqual({ header: [], body: ["self"] });
});
