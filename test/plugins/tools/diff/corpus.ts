/**
 * Edits of small registries, and what a comparison has to say about each, forth and back: every change with its severity,
 * place and rule, and no others. The way back is a corpus of its own: what grows for a client forth shrinks back.
 */
import graphqlPlugin from "../../../../plugins/graphql/index.ts";
import { definePolicy, type Plugin } from "waymark";
import { z } from "zod";
import {
  gate,
  identifying,
  pacing,
  plugin,
  publishing,
  reading,
  routes,
  writing,
  type Plugins,
} from "./_sketch.ts";
import { Teas, type Tea } from "../../../fixtures/teas/point.ts";
import { TABLES } from "./corpus-tables.ts";

/** `severity | where | rule`. */
type Expected = `${"breaking" | "unknown" | "non-breaking"} | ${string} | ${string}`;

export interface Edit {
  readonly name: string;
  readonly before: Plugins;
  readonly after: Plugins;
  /** Versions of the service. */
  readonly versions?: readonly [before: string, after: string];
  readonly forth: readonly Expected[];
  readonly back: readonly Expected[];
}

type Sides = readonly [before: z.ZodType, after: z.ZodType];
type Short = readonly [
  name: string,
  sides: Sides,
  forth: readonly Expected[],
  back: readonly Expected[],
];

const OUT = "GET /thing";
const IN = "POST /thing";
const o = z.object;
const s = z.string();

/** More items at least, more at most, and more of them with a schema of their own. */
const TUPLE: readonly Expected[] = [
  `unknown | ${OUT} | schema-keyword-changed`,
  `unknown | ${OUT} | output-limit-loosened`,
  `non-breaking | ${OUT} | output-limit-tightened`,
];

/** Changes of the field `a` in an answer. */
const answers: readonly Short[] = [
  [
    "a key is added",
    [o({ a: s }), o({ a: s, b: s })],
    [`non-breaking | ${OUT} | output-key-added`],
    [`breaking | ${OUT} | output-key-removed`],
  ],
  [
    "a key is added to a closed object",
    [z.strictObject({ a: s }), z.strictObject({ a: s, b: s })],
    [`breaking | ${OUT} | output-key-added-to-closed`],
    [`breaking | ${OUT} | output-key-removed`],
  ],
  [
    "a key becomes optional",
    [o({ a: s }), o({ a: s.optional() })],
    [`breaking | ${OUT} | output-key-made-optional`],
    [`non-breaking | ${OUT} | output-key-made-required`],
  ],
  [
    "a key is renamed",
    [o({ a: s }), o({ b: s })],
    [`breaking | ${OUT} | output-key-removed`, `non-breaking | ${OUT} | output-key-added`],
    [`breaking | ${OUT} | output-key-removed`, `non-breaking | ${OUT} | output-key-added`],
  ],
  [
    "an object closes",
    [o({ a: s }), z.strictObject({ a: s })],
    [`non-breaking | ${OUT} | output-closed`],
    [`unknown | ${OUT} | output-opened`],
  ],
  [
    "a value may be null",
    [o({ a: s }), o({ a: s.nullable() })],
    [`breaking | ${OUT} | output-type-added`],
    [`non-breaking | ${OUT} | output-type-removed`],
  ],
  [
    "a type changes",
    [o({ a: s }), o({ a: z.number() })],
    [`breaking | ${OUT} | output-type-changed`],
    [`breaking | ${OUT} | output-type-changed`],
  ],
  [
    "whole numbers become numbers",
    [o({ a: z.int() }), o({ a: z.number() })],
    [`breaking | ${OUT} | output-type-added`],
    [`non-breaking | ${OUT} | output-type-removed`],
  ],
  [
    "a value becomes anything",
    [o({ a: s }), o({ a: z.unknown() })],
    [`breaking | ${OUT} | output-type-added`],
    [`non-breaking | ${OUT} | output-type-removed`],
  ],
  [
    "an enum gets a value",
    [o({ a: z.enum(["x"]) }), o({ a: z.enum(["x", "y"]) })],
    [`unknown | ${OUT} | output-value-added`],
    [`non-breaking | ${OUT} | output-value-removed`],
  ],
  [
    "literals in a union are an enum",
    [o({ a: z.union([z.literal("x"), z.literal("y")]) }), o({ a: z.enum(["x", "y"]) })],
    [],
    [],
  ],
  [
    "an enum becomes any text",
    [o({ a: z.enum(["x"]) }), o({ a: s })],
    [`unknown | ${OUT} | output-value-added`],
    [`non-breaking | ${OUT} | output-value-removed`],
  ],
  [
    "a maximum rises",
    [o({ a: z.number().max(5) }), o({ a: z.number().max(9) })],
    [`unknown | ${OUT} | output-limit-loosened`],
    [`non-breaking | ${OUT} | output-limit-tightened`],
  ],
  [
    "a format is given",
    [o({ a: s }), o({ a: z.iso.date() })],
    [`non-breaking | ${OUT} | output-format-added`],
    [`breaking | ${OUT} | output-format-changed`],
  ],
  [
    "a format changes",
    [o({ a: z.iso.date() }), o({ a: z.iso.datetime() })],
    [`breaking | ${OUT} | output-format-changed`],
    [`breaking | ${OUT} | output-format-changed`],
  ],
  [
    "a pattern is given",
    [o({ a: s }), o({ a: s.regex(/^a/) })],
    [`non-breaking | ${OUT} | output-pattern-added`],
    [`unknown | ${OUT} | output-pattern-dropped`],
  ],
  [
    "a pattern changes",
    [o({ a: s.regex(/^b/) }), o({ a: s.regex(/^a/) })],
    [`unknown | ${OUT} | pattern-changed`],
    [`unknown | ${OUT} | pattern-changed`],
  ],
  [
    "items of a list change",
    [o({ a: z.array(o({ b: s })) }), o({ a: z.array(o({})) })],
    [`breaking | ${OUT} | output-key-removed`],
    [`non-breaking | ${OUT} | output-key-added`],
  ],
  [
    "values of a record change",
    [o({ a: z.record(s, s) }), o({ a: z.record(s, z.number()) })],
    [`breaking | ${OUT} | output-type-changed`],
    [`breaking | ${OUT} | output-type-changed`],
  ],
  ["a tuple grows", [o({ a: z.tuple([s]) }), o({ a: z.tuple([s, s]) })], TUPLE, TUPLE],
  [
    "a variant is added",
    [
      z.discriminatedUnion("kind", [o({ kind: z.literal("x"), a: s })]),
      z.discriminatedUnion("kind", [
        o({ kind: z.literal("y"), b: s }),
        o({ kind: z.literal("x"), a: s }),
      ]),
    ],
    [`unknown | ${OUT} | output-variant-added`],
    [`non-breaking | ${OUT} | output-variant-removed`],
  ],
  [
    "a variant changes, wherever it stands",
    [
      z.union([o({ kind: z.literal("x"), a: s }), o({ kind: z.literal("y") })]),
      z.union([o({ kind: z.literal("y") }), o({ kind: z.literal("x") })]),
    ],
    [`breaking | ${OUT} | output-key-removed`],
    [`non-breaking | ${OUT} | output-key-added`],
  ],
  [
    "a closed variant changes",
    [
      o({ a: z.union([s, z.strictObject({ b: s })]) }),
      o({ a: z.union([s, z.strictObject({ b: s.optional() })]) }),
    ],
    [`breaking | ${OUT} | output-key-made-optional`],
    [`non-breaking | ${OUT} | output-key-made-required`],
  ],
  [
    "an intersection is an object",
    [z.intersection(o({ a: s }), o({ b: s })), o({ a: s, b: s })],
    [],
    [],
  ],
  [
    "a key is deprecated",
    [o({ a: s }), o({ a: s.meta({ deprecated: true }) })],
    [`non-breaking | ${OUT} | key-deprecated`],
    [`non-breaking | ${OUT} | key-undeprecated`],
  ],
  ["a key is described", [o({ a: s }), o({ a: s.describe("text") })], [], []],
  ["a default of an answer changes", [o({ a: s.default("x") }), o({ a: s.default("y") })], [], []],
  [
    "a named type changes, used twice",
    [named(o({ x: s })), named(o({}))],
    ["breaking | schema Part | output-key-removed"],
    ["non-breaking | schema Part | output-key-added"],
  ],
  [
    "a recursive type changes",
    [tree(s), tree(z.number())],
    ["breaking | schema Tree | output-type-changed"],
    ["breaking | schema Tree | output-type-changed"],
  ],
];

function named(part: z.ZodType): z.ZodType {
  const Part = part.meta({ id: "Part" });
  return o({ a: Part, b: z.array(Part) });
}

function tree(label: z.ZodType): z.ZodType {
  const Tree = z
    .object({
      label,
      get children() {
        return z.array(Tree);
      },
    })
    .meta({ id: "Tree" });
  return o({ a: Tree });
}

/** Changes of a request body. */
const bodies: readonly Short[] = [
  [
    "a required key is added",
    [o({}), o({ a: s })],
    [`breaking | ${IN} | input-required-key-added`],
    [`breaking | ${IN} | input-key-removed`],
  ],
  [
    "an optional key is added",
    [o({}), o({ a: s.optional() })],
    [`non-breaking | ${IN} | input-key-added`],
    [`breaking | ${IN} | input-key-removed`],
  ],
  [
    "a key becomes required",
    [o({ a: s.optional() }), o({ a: s })],
    [`breaking | ${IN} | input-key-made-required`],
    [`non-breaking | ${IN} | input-key-made-optional`],
  ],
  [
    "an object closes",
    [o({ a: s }), z.strictObject({ a: s })],
    [`breaking | ${IN} | input-closed`],
    [`non-breaking | ${IN} | input-opened`],
  ],
  [
    "a value may be null",
    [o({ a: s }), o({ a: s.nullable() })],
    [`non-breaking | ${IN} | input-type-added`],
    [`breaking | ${IN} | input-type-removed`],
  ],
  [
    "a type changes",
    [o({ a: s }), o({ a: z.boolean() })],
    [`breaking | ${IN} | input-type-changed`],
    [`breaking | ${IN} | input-type-changed`],
  ],
  [
    "numbers become whole",
    [o({ a: z.number() }), o({ a: z.int() })],
    [`breaking | ${IN} | input-type-removed`],
    [`non-breaking | ${IN} | input-type-added`],
  ],
  [
    "an enum loses a value",
    [o({ a: z.enum(["x", "y"]) }), o({ a: z.enum(["x"]) })],
    [`breaking | ${IN} | input-value-removed`],
    [`non-breaking | ${IN} | input-value-added`],
  ],
  [
    "an enum swaps a value",
    [o({ a: z.enum(["x", "y"]) }), o({ a: z.enum(["x", "z"]) })],
    [`breaking | ${IN} | input-value-removed`, `non-breaking | ${IN} | input-value-added`],
    [`breaking | ${IN} | input-value-removed`, `non-breaking | ${IN} | input-value-added`],
  ],
  [
    "true only",
    [o({ a: z.boolean() }), o({ a: z.literal(true) })],
    [`breaking | ${IN} | input-value-removed`],
    [`non-breaking | ${IN} | input-value-added`],
  ],
  [
    "a minimum falls",
    [o({ a: z.number().min(5) }), o({ a: z.number().min(1) })],
    [`non-breaking | ${IN} | input-limit-loosened`],
    [`breaking | ${IN} | input-limit-tightened`],
  ],
  [
    "an end of a range is in it",
    [o({ a: z.number().gt(0) }), o({ a: z.number().min(0) })],
    [`non-breaking | ${IN} | input-limit-loosened`],
    [`breaking | ${IN} | input-limit-tightened`],
  ],
  [
    "the ends of whole numbers are written in another way",
    [o({ a: z.int().gt(0).lt(10) }), o({ a: z.int().min(1).max(9) })],
    [],
    [],
  ],
  [
    "a length is limited",
    [o({ a: s }), o({ a: s.max(9) })],
    [`breaking | ${IN} | input-limit-tightened`],
    [`non-breaking | ${IN} | input-limit-loosened`],
  ],
  [
    "a list must not be empty",
    [o({ a: z.array(s) }), o({ a: z.array(s).min(1) })],
    [`breaking | ${IN} | input-limit-tightened`],
    [`non-breaking | ${IN} | input-limit-loosened`],
  ],
  [
    "steps become finer",
    [o({ a: z.number().multipleOf(10) }), o({ a: z.number().multipleOf(5) })],
    [`non-breaking | ${IN} | input-limit-loosened`],
    [`breaking | ${IN} | input-limit-tightened`],
  ],
  [
    "steps become others",
    [o({ a: z.number().multipleOf(10) }), o({ a: z.number().multipleOf(7) })],
    [`unknown | ${IN} | schema-keyword-changed`],
    [`unknown | ${IN} | schema-keyword-changed`],
  ],
  [
    "a date is asked for",
    [o({ a: s }), o({ a: z.iso.date() })],
    [`breaking | ${IN} | input-format-changed`],
    [`non-breaking | ${IN} | input-format-dropped`],
  ],
  [
    "a pattern is asked for",
    [o({ a: s }), o({ a: s.regex(/^a/) })],
    [`breaking | ${IN} | input-pattern-added`],
    [`non-breaking | ${IN} | input-pattern-dropped`],
  ],
  [
    "a pattern changes",
    [o({ a: s.regex(/^b/) }), o({ a: s.regex(/^a/) })],
    [`unknown | ${IN} | pattern-changed`],
    [`unknown | ${IN} | pattern-changed`],
  ],
  [
    "a default changes",
    [o({ a: s.default("x") }), o({ a: s.default("y") })],
    [`unknown | ${IN} | input-default-changed`],
    [`unknown | ${IN} | input-default-changed`],
  ],
  [
    "a key gets a default",
    [o({ a: s }), o({ a: s.default("y") })],
    [`unknown | ${IN} | input-default-changed`, `non-breaking | ${IN} | input-key-made-optional`],
    [`breaking | ${IN} | input-key-made-required`, `unknown | ${IN} | input-default-changed`],
  ],
  [
    "a variant is added",
    [
      z.union([o({ kind: z.literal("x") })]),
      z.union([o({ kind: z.literal("x") }), o({ kind: z.literal("y") })]),
    ],
    [`non-breaking | ${IN} | input-variant-added`],
    [`breaking | ${IN} | input-variant-removed`],
  ],
];

type Pair = readonly [before: Plugins, after: Plugins];
type Long = readonly [
  name: string,
  plugins: Pair,
  forth: readonly Expected[],
  back: readonly Expected[],
];

const Thing = o({ a: s });
const other = (path: string) => ({
  method: "GET",
  path,
  summary: "Read.",
  cache: "no-store",
  returns: o({}),
});
const cached = (scope: string, maxAge: string, staleWhileRevalidate = "0s") =>
  reading({ returns: o({}), cache: { scope, maxAge, staleWhileRevalidate } });
const stating = (statement: unknown): Plugins => [pacing({ statement }), reading()];
const saying = (pace?: unknown): Plugins => [
  pacing(),
  reading({ returns: o({}), ...(pace === undefined ? {} : { pace }) }),
];
/** A route behind the gate; one that needs no principal without scopes. */
const gated = (scopes?: readonly string[]): Plugins => [
  gate,
  reading({ returns: o({}), ...(scopes === undefined ? {} : { gate: scopes }) }),
];
/** A stream of events that plugins contribute, one of them for this audience. */
const noticing = (
  access: "public" | "authenticated" | { scopes: string[] } = "public",
): Plugins => [
  reading(
    { stream: { events: {}, contributed: true } },
    { events: { moved: { of: o({}), access } } },
  ),
];
const more = plugin({ id: "more", events: { left: { of: o({}), access: "authenticated" } } });
const querying = (query: z.ZodType) => [reading({ returns: o({}), query })];
const PLANNED = { code: "not-implemented" };
const KEY = { "pace-key": { description: "Which request it is." } };
const Grown = o({ a: s, b: s.optional() });
/** A resource whose answers have an ETag. */
const tagged = { getThing: { ...other("/thing"), cache: { scope: "private", maxAge: "0s" } } };
const patching = (taken: object, schemas: object = {}, keys: object = {}, beside: object = {}) =>
  routes(
    {
      patchThing: {
        method: "PATCH",
        path: "/thing",
        summary: "Change.",
        idempotency: "none",
        returns: o({}),
        bodies: taken,
        ...keys,
      },
      ...beside,
    },
    { schemas: schemas as Record<string, z.ZodType> },
  );
const text = (mediaType: string) => [reading({ text: { mediaType } })];
const streaming = (events: object) => [reading({ stream: { events } })];

const others: readonly Long[] = [
  [
    "a route is added",
    [[routes({ a: other("/a") })], [routes({ a: other("/a"), b: other("/b") })]],
    ["non-breaking | GET /b | route-added"],
    ["breaking | GET /b | route-removed"],
  ],
  [
    "a route moves",
    [[routes({ a: other("/a") })], [routes({ a: other("/b") })]],
    ["breaking | GET /a | route-removed", "non-breaking | GET /b | route-added"],
    ["breaking | GET /b | route-removed", "non-breaking | GET /a | route-added"],
  ],
  [
    "an operation is renamed",
    [[routes({ a: other("/a") })], [routes({ b: other("/a") })]],
    ["breaking | GET /a | operation-renamed"],
    ["breaking | GET /a | operation-renamed"],
  ],
  [
    "a route goes to another plugin",
    [[routes({ a: other("/a") })], [routes({ a: other("/a") }, { id: "maps" })]],
    [],
    [],
  ],
  [
    "a parameter of a path is renamed",
    [[routes({ a: other("/a/{id}") })], [routes({ a: other("/a/{key}") })]],
    ["unknown | GET /a/{key} | path-parameter-renamed"],
    ["unknown | GET /a/{id} | path-parameter-renamed"],
  ],
  [
    "a parameter of a path is limited",
    [
      [routes({ a: other("/a/{id}") })],
      [routes({ a: { ...other("/a/{id}"), params: o({ id: s.max(3) }) } })],
    ],
    ["breaking | GET /a/{id} | input-limit-tightened"],
    ["non-breaking | GET /a/{id} | input-limit-loosened"],
  ],
  ["a summary changes", [[reading()], [reading({ returns: o({}), summary: "Look." })]], [], []],
  [
    "JSON becomes text",
    [[reading()], text("text/plain")],
    [`breaking | ${OUT} | body-kind-changed`],
    [`breaking | ${OUT} | body-kind-changed`],
  ],
  [
    "what is planned comes",
    [[reading({ alwaysFails: { code: "not-implemented" } })], [reading()]],
    [`non-breaking | ${OUT} | refusal-lifted`],
    [`breaking | ${OUT} | body-kind-changed`],
  ],
  [
    "a write that is planned comes, with a body of limited size",
    [
      [pacing({ maxBodyBytes: 9 }), writing({ returns: undefined, alwaysFails: PLANNED })],
      [pacing({ maxBodyBytes: 9 }), writing({ body: o({}) })],
    ],
    [`non-breaking | ${IN} | refusal-lifted`],
    [`breaking | ${IN} | body-kind-changed`, `breaking | ${IN} | request-body-removed`],
  ],
  [
    "a query parameter is added",
    [querying(o({})), querying(o({ q: s.optional() }))],
    [`non-breaking | ${OUT} | input-key-added`],
    [`breaking | ${OUT} | input-key-removed`],
  ],
  [
    "a query parameter must be given",
    [querying(o({ q: s.optional() })), querying(o({ q: s }))],
    [`breaking | ${OUT} | input-key-made-required`],
    [`non-breaking | ${OUT} | input-key-made-optional`],
  ],
  [
    "a request body is asked for",
    [[writing()], [writing({ body: o({}) })]],
    [`breaking | ${IN} | request-body-added`],
    [`breaking | ${IN} | request-body-removed`],
  ],
  [
    "request bodies may be of a further media type",
    [
      [patching({ "application/a+json": o({ a: s }) })],
      [patching({ "application/a+json": o({ a: s }), "application/b+json": o({}) })],
    ],
    ["non-breaking | PATCH /thing | request-media-type-added"],
    ["breaking | PATCH /thing | request-media-type-removed"],
  ],
  [
    "request bodies of one media type change",
    [
      [patching({ "application/a+json": o({ a: s }), "application/b+json": o({ a: s }) })],
      [patching({ "application/a+json": o({ a: s }), "application/b+json": o({ a: s, b: s }) })],
    ],
    ["breaking | PATCH /thing | input-required-key-added"],
    ["breaking | PATCH /thing | input-key-removed"],
  ],
  [
    "request bodies are declared in another way",
    [[writing({ body: o({ a: s }) })], [writing({ bodies: { "application/json": o({ a: s }) } })]],
    [],
    [],
  ],
  [
    "a type that only patches have grows",
    [
      [patching({ "application/a+json": Thing }, { Thing })],
      [patching({ "application/a+json": Grown }, { Thing: Grown })],
    ],
    ["non-breaking | PATCH /thing | input-key-added"],
    ["breaking | PATCH /thing | input-key-removed"],
  ],
  [
    "writes must name the state that they change",
    [
      [patching({ "application/a+json": Thing }, {}, { returns: Thing }, tagged)],
      [
        patching(
          { "application/a+json": Thing },
          {},
          { returns: Thing, preconditions: "required" },
          tagged,
        ),
      ],
    ],
    [
      "breaking | PATCH /thing | condition-made-required",
      "non-breaking | error precondition-required | error-added",
    ],
    [
      "breaking | error precondition-required | error-removed",
      "non-breaking | PATCH /thing | condition-made-optional",
    ],
  ],
  [
    "a request header becomes required",
    [
      [pacing({ reads: KEY }), reading()],
      [pacing({ reads: KEY, requires: ["pace-key"] }), reading()],
    ],
    [`breaking | ${OUT} | input-key-made-required`],
    [`non-breaking | ${OUT} | input-key-made-optional`],
  ],
  [
    "an answer without a body gets one",
    [[writing({ returns: undefined, empty: true })], [writing()]],
    [`unknown | ${IN} | answer-body-added`],
    [`breaking | ${IN} | body-kind-changed`],
  ],
  [
    "request bodies are limited",
    [
      [pacing({ maxBodyBytes: 9 }), writing({ body: o({}) })],
      [pacing({ maxBodyBytes: 5 }), writing({ body: o({}) })],
    ],
    [`breaking | ${IN} | body-limit-lowered`],
    [`non-breaking | ${IN} | body-limit-raised`],
  ],
  [
    "repeating becomes safe",
    [[writing()], [writing({ idempotency: "natural" })]],
    [`non-breaking | ${IN} | idempotency-strengthened`],
    [`breaking | ${IN} | idempotency-weakened`],
  ],
  [
    "a request header is read",
    [
      [pacing(), reading()],
      [pacing({ reads: { "want-pace": { description: "How fast." } } }), reading()],
    ],
    [`non-breaking | ${OUT} | input-key-added`],
    [`unknown | ${OUT} | request-header-removed`],
  ],
  [
    "a policy may refuse",
    [
      [pacing(), reading()],
      [pacing({ refuses: true }), reading()],
    ],
    [`breaking | ${OUT} | refusal-added`],
    [`non-breaking | ${OUT} | refusal-removed`],
  ],
  [
    "a route requires authentication",
    [gated(), gated([])],
    [`breaking | ${OUT} | access-raised`],
    [`non-breaking | ${OUT} | access-lowered`],
  ],
  [
    "a route requires scopes",
    [gated(), gated(["a", "b"])],
    [`breaking | ${OUT} | access-raised`],
    [`non-breaking | ${OUT} | access-lowered`],
  ],
  [
    "a route requires one more scope",
    [gated(["a"]), gated(["b", "a"])],
    [`breaking | ${OUT} | access-raised`],
    [`non-breaking | ${OUT} | access-lowered`],
  ],
  [
    "a route requires another scope",
    [gated(["a"]), gated(["b"])],
    [`breaking | ${OUT} | access-raised`, `non-breaking | ${OUT} | access-lowered`],
    [`breaking | ${OUT} | access-raised`, `non-breaking | ${OUT} | access-lowered`],
  ],
  ["scopes come in another order", [gated(["a", "b"]), gated(["b", "a"])], [], []],
  [
    "an event requires authentication",
    [noticing(), noticing("authenticated")],
    ["breaking | event moved | access-raised"],
    ["non-breaking | event moved | access-lowered"],
  ],
  [
    "an event requires a scope",
    [noticing("authenticated"), noticing({ scopes: ["a"] })],
    ["breaking | event moved | access-raised"],
    ["non-breaking | event moved | access-lowered"],
  ],
  [
    "an event with an audience is added",
    [noticing(), [...noticing(), more]],
    ["non-breaking | GET /thing | event-added"],
    ["breaking | GET /thing | event-removed"],
  ],
  [
    "callers can say who they are",
    [[reading()], [identifying({ type: "http", scheme: "bearer" }), reading()]],
    [
      "non-breaking | authentication badges | identifier-added",
      `non-breaking | ${OUT} | input-key-added`,
    ],
    [
      "breaking | authentication badges | identifier-removed",
      `unknown | ${OUT} | request-header-removed`,
    ],
  ],
  [
    "credentials have another place",
    [
      [identifying({ type: "http", scheme: "bearer" })],
      [identifying({ type: "apiKey", in: "header", name: "X-Key" })],
    ],
    ["breaking | authentication badges | identifier-changed"],
    ["breaking | authentication badges | identifier-changed"],
  ],
  [
    "credentials have another format",
    [
      [identifying({ type: "http", scheme: "bearer" })],
      [identifying({ type: "http", scheme: "bearer", bearerFormat: "JWT" })],
    ],
    [],
    [],
  ],
  [
    "a route becomes exempt",
    [saying(), saying("exempt")],
    [`non-breaking | ${OUT} | exemption-added`],
    [`breaking | ${OUT} | exemption-removed`],
  ],
  [
    "a route says something else to a policy",
    [saying("slow"), saying("fast")],
    [`unknown | ${OUT} | route-setting-changed`],
    [`unknown | ${OUT} | route-setting-changed`],
  ],
  [
    "a route is deprecated",
    [
      [deprecating(), reading()],
      [deprecating(), reading({ returns: o({}), deprecated: { sunset: "2028-01-01" } })],
    ],
    [`non-breaking | ${OUT} | route-deprecated`],
    [`non-breaking | ${OUT} | route-undeprecated`],
  ],
  [
    "a sunset comes nearer",
    [
      [deprecating(), reading({ returns: o({}), deprecated: { sunset: "2028-01-01" } })],
      [deprecating(), reading({ returns: o({}), deprecated: { sunset: "2027-01-01" } })],
    ],
    [`unknown | ${OUT} | route-setting-changed`],
    [`unknown | ${OUT} | route-setting-changed`],
  ],

  [
    "a media type is added",
    [
      [reading()],
      [reading({ returns: o({}), produces: ["application/json", "application/hal+json"] })],
    ],
    [`non-breaking | ${OUT} | media-type-added`],
    [`breaking | ${OUT} | media-type-removed`],
  ],
  [
    "another media type is the default",
    [
      [reading({ returns: o({}), produces: ["application/json", "application/hal+json"] })],
      [reading({ returns: o({}), produces: ["application/hal+json", "application/json"] })],
    ],
    [`breaking | ${OUT} | default-media-type-changed`],
    [`breaking | ${OUT} | default-media-type-changed`],
  ],
  [
    "text has another media type",
    [text("text/plain"), text("text/csv")],
    [
      `breaking | ${OUT} | media-type-removed`,
      `breaking | ${OUT} | default-media-type-changed`,
      `non-breaking | ${OUT} | media-type-added`,
    ],
    [
      `breaking | ${OUT} | media-type-removed`,
      `breaking | ${OUT} | default-media-type-changed`,
      `non-breaking | ${OUT} | media-type-added`,
    ],
  ],
  [
    "a status is added",
    [[reading()], [reading({ returns: o({}), statuses: [503] })]],
    [`unknown | ${OUT} | status-added`],
    [`non-breaking | ${OUT} | status-removed`],
  ],
  [
    "a redirect leads elsewhere",
    [redirecting("a"), redirecting("b")],
    [`unknown | ${OUT} | redirect-changed`],
    [`unknown | ${OUT} | redirect-changed`],
  ],
  [
    "a redirect becomes permanent",
    [redirecting("a", 302), redirecting("a", 301)],
    [`unknown | ${OUT} | status-added`, `non-breaking | ${OUT} | status-removed`],
    [`unknown | ${OUT} | status-added`, `non-breaking | ${OUT} | status-removed`],
  ],
  [
    "an event is added",
    [streaming({ a: s }), streaming({ a: s, b: s })],
    [`non-breaking | ${OUT} | event-added`],
    [`breaking | ${OUT} | event-removed`],
  ],
  [
    "an event changes",
    [streaming({ a: s }), streaming({ a: z.number() })],
    [`breaking | ${OUT} | output-type-changed`],
    [`breaking | ${OUT} | output-type-changed`],
  ],
  [
    "an answer's type is published",
    [[reading({ returns: Thing })], [publishing(Thing)]],
    [`unknown | ${OUT} | schema-replaced`, "non-breaking | schema Thing | schema-added"],
    ["breaking | schema Thing | schema-removed", `unknown | ${OUT} | schema-replaced`],
  ],
  [
    "a published type changes",
    [[publishing(o({ a: s }))], [publishing(o({ a: s.optional() }))]],
    ["breaking | schema Thing | output-key-made-optional"],
    ["non-breaking | schema Thing | output-key-made-required"],
  ],
  [
    "a type that only requests have grows",
    [[accepting(o({ a: s }))], [accepting(o({ a: s, b: s.optional() }))]],
    ["non-breaking | POST /thing | input-key-added"],
    ["breaking | POST /thing | input-key-removed"],
  ],
  [
    "items of a list change",
    [[listing(o({ id: s, a: s }))], [listing(o({ id: s }))]],
    ["breaking | schema Item | output-key-removed"],
    ["non-breaking | schema Item | output-key-added"],
  ],
  [
    "a list has another key",
    [[listing(o({ id: s }))], [listing(o({ id: s }), "rows")]],
    [
      "breaking | schema Items | output-key-removed",
      "non-breaking | schema Items | output-key-added",
    ],
    [
      "breaking | schema Items | output-key-removed",
      "non-breaking | schema Items | output-key-added",
    ],
  ],
  [
    "a route may answer with a further error",
    [[reading()], [reading({ returns: o({}), errors: ["not-found"] })]],
    [`non-breaking | ${OUT} | route-error-added`],
    [`unknown | ${OUT} | route-error-removed`],
  ],
  [
    "an error is added",
    [[plugin({})], [plugin({ errors: { "too-deep": { status: 400, message: "Too deep." } } })]],
    ["non-breaking | error too-deep | error-added"],
    ["breaking | error too-deep | error-removed"],
  ],
  [
    "an error has another status",
    [
      [plugin({ errors: { "too-deep": { status: 400, message: "Too deep." } } })],
      [plugin({ errors: { "too-deep": { status: 422, message: "Too deep." } } })],
    ],
    ["breaking | error too-deep | error-status-changed"],
    ["breaking | error too-deep | error-status-changed"],
  ],
  [
    "an error has another message",
    [
      [plugin({ errors: { "too-deep": { status: 400, message: "Too deep." } } })],
      [plugin({ errors: { "too-deep": { status: 400, message: "It is too deep." } } })],
    ],
    [],
    [],
  ],
  [
    "a link is added",
    [linking({}), linking({ up: "a" })],
    [`non-breaking | ${OUT} | relation-added`],
    [`breaking | ${OUT} | relation-removed`],
  ],
  [
    "a link leads elsewhere",
    [linking({ up: "a" }), linking({ up: "b" })],
    [`non-breaking | ${OUT} | relation-moved`],
    [`non-breaking | ${OUT} | relation-moved`],
  ],

  [
    "a header has another value",
    [
      [pacing(), reading()],
      [pacing({ value: "fast" }), reading()],
    ],
    [
      `unknown | ${OUT} | header-value-changed`,
      "unknown | requests without a route | header-value-changed",
    ],
    [
      `unknown | ${OUT} | header-value-changed`,
      "unknown | requests without a route | header-value-changed",
    ],
  ],
  [
    "a header has another value on each request",
    [
      [pacing(), reading()],
      [pacing({ value: () => "fast" }), reading()],
    ],
    [
      `unknown | ${OUT} | header-value-changed`,
      "unknown | requests without a route | header-value-changed",
    ],
    [
      `unknown | ${OUT} | header-value-changed`,
      "unknown | requests without a route | header-value-changed",
    ],
  ],
  [
    "a header shows a limit",
    [
      [pacing({ value: "5", statement: { limit: 5 } }), reading()],
      [pacing({ value: "9", statement: { limit: 9 } }), reading()],
    ],
    ["non-breaking | policy pace | limit-loosened"],
    ["breaking | policy pace | limit-tightened"],
  ],
  [
    "a policy comes",
    [[reading()], [pacing(), reading()]],
    [
      `non-breaking | ${OUT} | header-added`,
      "non-breaking | requests without a route | header-added",
    ],
    [`breaking | ${OUT} | header-removed`, "breaking | requests without a route | header-removed"],
  ],
  [
    "answers vary",
    [
      [varying([]), reading()],
      [varying(["want-pace"]), reading()],
    ],
    [
      `non-breaking | ${OUT} | vary-changed`,
      "non-breaking | requests without a route | vary-changed",
    ],
    [
      `non-breaking | ${OUT} | vary-changed`,
      "non-breaking | requests without a route | vary-changed",
    ],
  ],
  [
    "answers are fresh for less",
    [[cached("public", "60s")], [cached("public", "10s")]],
    [`non-breaking | ${OUT} | cache-shortened`],
    [`unknown | ${OUT} | cache-lengthened`],
  ],
  [
    "answers may be stale",
    [[cached("public", "60s")], [cached("public", "60s", "5m")]],
    [`unknown | ${OUT} | cache-lengthened`],
    [`non-breaking | ${OUT} | cache-shortened`],
  ],
  [
    "answers become private",
    [[cached("public", "60s")], [cached("private", "60s")]],
    [`non-breaking | ${OUT} | cache-made-private`],
    [`unknown | ${OUT} | cache-made-public`],
  ],
  [
    "answers are stored no longer",
    [[cached("public", "60s")], [reading()]],
    [`non-breaking | ${OUT} | cache-stopped`],
    [`unknown | ${OUT} | cache-started`],
  ],
  [
    "a flag is added",
    [[plugin({})], [plugin({ capabilities: { deep: true } })]],
    ["non-breaking | capability deep | capability-added"],
    ["breaking | capability deep | capability-off"],
  ],
  [
    "a flag is switched on",
    [[plugin({ capabilities: { deep: false } })], [plugin({ capabilities: { deep: true } })]],
    ["non-breaking | capability deep | capability-on"],
    ["breaking | capability deep | capability-off"],
  ],
  [
    "a flag that was false goes",
    [[plugin({ capabilities: { deep: false } })], [plugin({})]],
    ["non-breaking | capability deep | capability-forgotten"],
    ["non-breaking | capability deep | capability-added"],
  ],
  [
    "the root has a further link",
    [[plugin({})], [plugin({ rootLinks: { help: { href: "https://example.com/a" } } })]],
    ["non-breaking | root link help | root-link-added"],
    ["breaking | root link help | root-link-removed"],
  ],
  [
    "a link of the root leads elsewhere",
    [
      [plugin({ rootLinks: { help: { href: "https://example.com/a" } } })],
      [plugin({ rootLinks: { help: { href: "https://example.com/b" } } })],
    ],
    ["non-breaking | root link help | root-link-moved"],
    ["non-breaking | root link help | root-link-moved"],
  ],
  [
    "a policy states something",
    [stating(undefined), stating({ limit: 5 })],
    ["non-breaking | policy pace | statement-added"],
    ["unknown | policy pace | statement-removed"],
  ],
  [
    "a window becomes shorter",
    [stating({ windowSeconds: 60 }), stating({ windowSeconds: 10 })],
    ["non-breaking | policy pace | limit-loosened"],
    ["breaking | policy pace | limit-tightened"],
  ],
  [
    "a limit within limits falls",
    [stating({ limits: { filters: 9 } }), stating({ limits: { filters: 5 } })],
    ["breaking | policy pace | limit-tightened"],
    ["non-breaking | policy pace | limit-loosened"],
  ],
  [
    "advice changes",
    [stating({ maxRetries: 3 }), stating({ maxRetries: 2 })],
    ["unknown | policy pace | statement-changed"],
    ["unknown | policy pace | statement-changed"],
  ],
  [
    "something is allowed",
    [stating({ allowedMethods: ["GET"] }), stating({ allowedMethods: ["GET", "POST"] })],
    ["non-breaking | policy pace | statement-grew"],
    ["breaking | policy pace | allowance-removed"],
  ],
  [
    "a statement has a further member",
    [stating({ a: 1 }), stating({ a: 1, b: 2 })],
    ["non-breaking | policy pace | statement-grew"],
    ["unknown | policy pace | statement-shrank"],
  ],
  [
    "an entry of a statement changes",
    [
      stating({ of: [{ name: "a", on: true }, { name: "b" }] }),
      stating({ of: [{ name: "b" }, { name: "a", on: false }] }),
    ],
    ["unknown | policy pace | statement-changed"],
    ["unknown | policy pace | statement-changed"],
  ],
  [
    "a statement names another path",
    [stating({ endpoints: ["/a"] }), stating({ endpoints: ["/b"] })],
    [],
    [],
  ],

  [
    "GraphQL comes",
    [[publishing(Thing)], [publishing(Thing), graphql()]],
    [
      "non-breaking | capability graphql | capability-added",
      "non-breaking | export graphql | export-added",
    ],
    [
      "breaking | capability graphql | capability-off",
      "breaking | export graphql | export-removed",
    ],
  ],
  [
    "a type grows, in GraphQL too",
    [
      [publishing(Thing), graphql()],
      [publishing(o({ a: s, b: s })), graphql()],
    ],
    [
      "non-breaking | schema Thing | output-key-added",
      "non-breaking | export graphql | export-safe",
    ],
    ["breaking | schema Thing | output-key-removed", "breaking | export graphql | export-breaking"],
  ],
  [
    "an enum grows, in GraphQL too",
    [
      [publishing(o({ a: z.enum(["x"]) })), graphql()],
      [publishing(o({ a: z.enum(["x", "y"]) })), graphql()],
    ],
    ["unknown | schema Thing | output-value-added", "unknown | export graphql | export-unknown"],
    [
      "breaking | export graphql | export-breaking",
      "non-breaking | schema Thing | output-value-removed",
    ],
  ],
  [
    "a summary changes, in GraphQL too",
    [
      [publishing(Thing), graphql()],
      [reading({ returns: Thing, summary: "Look." }, { schemas: { Thing } }), graphql()],
    ],
    [],
    [],
  ],
  [
    "nothing changes but the order of plugins",
    [
      [pacing(), reading()],
      [reading(), pacing()],
    ],
    [],
    [],
  ],
];

function graphql() {
  const { exports = {} } = graphqlPlugin;
  return plugin({ id: "graphql", summary: "Queries.", capabilities: { graphql: true }, exports });
}

function deprecating() {
  const compile = () => undefined;
  return plugin({
    id: "ends",
    policies: [definePolicy({ id: "ends", key: "deprecated", schema: z.unknown(), compile })],
  });
}

function varying(varies: readonly string[]) {
  const reads = { "want-pace": { description: "How fast." } };
  return plugin({
    id: "vary",
    policies: [definePolicy({ id: "vary", reads, compile: () => ({ reads: [], varies }) })],
  });
}

function redirecting(to: string, status = 302) {
  const redirect = { to, status };
  return [
    routes({
      getThing: { method: "GET", path: "/thing", summary: "Go.", cache: "no-store", redirect },
      a: other("/a"),
      b: other("/b"),
    }),
  ];
}

function accepting(body: z.ZodType) {
  const route = {
    method: "POST",
    path: "/thing",
    summary: "Write.",
    idempotency: "none",
    body,
    returns: o({}),
  };
  return routes({ postThing: route }, { schemas: { Thing: body } });
}

function listing(Item: z.ZodType, as = "items") {
  return reading({ list: { of: Item, as, name: "Items" } }, { schemas: { Item } });
}

/** A plugin that has teas, and reads them itself. */
function serving(teas: Readonly<Record<string, Tea>>): Plugin {
  return routes({}, { points: [Teas], teas });
}

function linking(relations: object) {
  return [routes({ getThing: { ...other("/thing"), relations }, a: other("/a"), b: other("/b") })];
}

const side =
  (make: (schema: z.ZodType) => Plugins, kind: string) =>
  ([name, [before, after], forth, back]: Short): Edit => ({
    name: `${kind}: ${name}`,
    before: make(before),
    after: make(after),
    forth,
    back,
  });

export const CORPUS: readonly Edit[] = [
  ...answers.map(side((returns) => [reading({ returns })], "answer")),
  ...bodies.map(side((body) => [writing({ body })], "request")),
  ...others.map(([name, [before, after], forth, back]) => ({ name, before, after, forth, back })),
  ...TABLES,
  {
    name: "entries of a point",
    before: [serving({ green: { grams: 2 }, white: { grams: 2 } })],
    after: [serving({ green: { grams: 3 } })],
    forth: ["breaking | tea white | point-breaking", "unknown | tea green | point-unknown"],
    back: ["non-breaking | tea white | point-safe", "unknown | tea green | point-unknown"],
  },
  {
    name: "the service has another version",
    before: [],
    after: [],
    versions: ["1.0.0", "2.0.0"],
    forth: [],
    back: [],
  },
];
