/** Declarations that would do nothing, or not what they say: each is a finding that names what to write instead (B9). */
import type { Plugin } from "waymark";
import { describe, expect, it } from "vitest";
import { RootLinks, Tables } from "waymark/services";
import { z } from "zod";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import { sealed } from "./_sealed.ts";

const Brain = z.object({ id: z.string(), name: z.string(), tags: z.array(z.string()) });
const get = { method: "GET", summary: "Read.", cache: "no-store" } as const;
const getBrain = { ...get, path: "/brains/{id}", returns: Brain };
const listBrains = {
  ...get,
  path: "/brains",
  list: { of: Brain, as: "brains", name: "BrainsList" },
};
const create = {
  method: "POST",
  path: "/brains",
  summary: "Create.",
  idempotency: "none",
  body: Brain,
} as const;
const links = {
  points: [RootLinks, Tables],
  id: "links",
  summary: "Adds a member to bodies.",
  policies: [
    {
      id: "links",
      compile: () => ({ members: () => ({ _links: { schema: {}, value: () => ({}) } }) }),
    },
  ],
};

/** The findings about a plugin `atlas`, as an author without types may write it. */
function findingsOf(rest: object, others: readonly Plugin[] = []): readonly Finding[] {
  const atlas = { id: "atlas", summary: "Maps.", handlers: () => ({}), ...rest };
  const result = sealed([atlas, ...others]);
  if (result.registry === undefined) return result.findings;
  return [...result.slowFindings()].filter((finding) => finding !== undefined);
}

const policy = (rest: object) => ({
  policies: [{ id: "pace", compile: () => undefined, ...rest }],
});
const routes = (rest: object) => ({ routes: { getBrain, listBrains, ...rest } });
const fields = (held: object) =>
  policy({ writes: { "X-Pace": "The pace." }, compile: () => ({ fields: () => held }) });

type Misuse = readonly [
  what: string,
  plugin: object,
  code: string,
  where: string,
  message: RegExp,
  hint: RegExp,
];

const misuses: readonly Misuse[] = [
  ...[
    [{ relations: 5 }, /relations: expected an object; received 5/, /write an object/],
    [{ relations: { up: 5 } }, /relations.up: expected one of several forms/, /id of a route/],
    [{ relations: { up: { to: 5 } } }, /relations.up.to: expected a string/, /id of a route/],
    [{ errors: "gone" }, /errors: expected an array; received "gone"/, /write an array/],
    [{ relations: { up: { to: "getBrain", wth: {} } } }, /no key "wth" here/, /mean "with"/],
    [{ listener: "public" }, /listener: expected "admin"/, /^leave it out, or write "admin"/],
    [{ languages: "en" }, /languages: expected an array/, /\["en","pt-BR"\].*default first/],
    [{ languages: ["en", "en"] }, /expected each one once/, /\["en","pt-BR"\].*default first/],
    [{ languages: ["pt-br"] }, /languages.0: /, /for example "pt-BR"/],
    [
      { responseHeaders: {} },
      /responseHeaders: expected one entry/,
      /\{ "X-Receipt": z.string\(\)/,
    ],
    [{ bytes: "Image/PNG", returns: undefined }, /bytes: .*"Image\/PNG"/, /"application\/pdf"/],
    [{ bytes: [], returns: undefined }, /bytes: .*received \[\]/, /bytes: "application\/pdf"/],
    [
      { bytes: { streamed: false, mediaTypes: "a/b" }, returns: undefined },
      /bytes.streamed: expected true/,
      /^leave it out, or/,
    ],
    [
      { page: { title: "B", updated: new Date(0) }, returns: undefined },
      /page.updated: .*received "1970-01-01/,
      /"2026-11-21"/,
    ],
    [{ bytes: { streamed: true, mediaTypes: "A" }, returns: undefined }, /bytes.mediaTypes/, /pdf/],
  ].map(([keys, message, hint]): Misuse => [
    `the shape ${JSON.stringify(keys)}`,
    routes({ bad: { ...get, path: "/b", returns: Brain, ...keys } }),
    "ROUTE_INVALID",
    "route bad",
    message as RegExp,
    hint as RegExp,
  ]),
  [
    "a promise that no policy keeps",
    routes({ bad: { ...create, path: "/b", idempotency: "key", returns: Brain } }),
    "ROUTE_KEY_UNENFORCED",
    "route bad",
    /idempotency: "key" promises what no enabled policy enforces/,
    /install a plugin whose policy enforces it\nor write another value for idempotency/,
  ],
  [
    "a parameter that every list has",
    routes({
      bad: {
        ...listBrains,
        path: "/b",
        list: { ...listBrains.list, name: "Bad" },
        query: z.object({ q: z.string(), sort: z.string(), after: z.string() }),
      },
    }),
    "ROUTE_INVALID",
    "route bad",
    /query has sort, after, which every list has already/,
    /rename/,
  ],
  ...[
    [{ empty: "yes", returns: undefined }, /empty: expected true/, /^leave it out, or write true/],
    [{ preconditions: true }, /preconditions: expected "required"/, /^leave it out, or/],
    [
      { body: undefined, returns: undefined, list: { of: Brain, as: "b", name: "Bad" } },
      /^a POST route has list, which is for GET/,
      /answer with returns/,
    ],
    [
      { returns: undefined, alwaysFails: { code: "not-found" } },
      /^body would do nothing, because a route with alwaysFails has no handler$/,
      /^remove body$/,
    ],
  ].map(([keys, message, hint]): Misuse => [
    `a write with ${JSON.stringify(keys)}`,
    routes({ bad: { ...create, path: "/b", returns: Brain, ...keys } }),
    "ROUTE_INVALID",
    "route bad",
    message as RegExp,
    hint as RegExp,
  ]),
  [
    "an audience that is none",
    { events: { moved: { of: Brain, access: "friends" } } },
    "EVENT_INVALID",
    "event moved",
    /access: expected .*; received "friends"/,
    /\{"scopes":\[/,
  ],
  [
    "a redirect after a write that clients would repeat",
    routes({
      bad: {
        ...create,
        path: "/b",
        returns: undefined,
        empty: true,
        creates: undefined,
        redirects: { to: "getBrain", status: 307 },
      },
    }),
    "ROUTE_INVALID",
    "route bad",
    /redirects\.status: expected 303; received 307/,
    /clients repeat/,
  ],
  [
    "a redirect in place of a body",
    routes({
      bad: {
        ...create,
        returns: Brain,
        path: "/b",
        creates: undefined,
        redirects: { to: "getBrain", status: 303 },
      },
    }),
    "ROUTE_INVALID",
    "route bad",
    /its answers have a body/,
    /empty: true/,
  ],
  [
    "a redirect to a route that is not there",
    routes({
      bad: {
        ...create,
        path: "/b",
        returns: undefined,
        empty: true,
        creates: undefined,
        redirects: { to: "getBran", status: 303 },
      },
    }),
    "RELATION_UNKNOWN",
    "route bad",
    /redirects leads to "getBran"/,
    /getBrain/,
  ],
  [
    "a document with a query",
    {
      ...routes({
        bad: {
          ...listBrains,
          path: "/b",
          list: { ...listBrains.list, name: "Bad" },
          document: true,
          query: z.object({ q: z.string() }),
        },
      }),
      documents: { bad: () => [] },
    },
    "ROUTE_INVALID",
    "route bad",
    /query would do nothing, because a document is the same for every request/,
    /remove query/,
  ],
  [
    "a body of a media type without a schema",
    routes({
      bad: { ...create, empty: true, body: undefined, bodies: { "application/json": {} } },
    }),
    "SCHEMA_UNSUPPORTED",
    "route bad",
    /^bodies\.application\/json is not a schema/,
    /zod 4/,
  ],
  [
    "a created resource whose path nothing fills",
    routes({
      bad: { ...create, path: "/b", returns: z.object({ key: z.string() }), creates: "getBrain" },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /creates leads to getBrain, and nothing fills \{id\}/,
    /creates: \{ to: "getBrain", with: \{ id: "…" \} \}.*key/s,
  ],
  [
    "a created resource of a body without fields",
    routes({
      bad: { ...create, path: "/b", text: { mediaType: "text/plain" }, creates: "getBrain" },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /nothing fills \{id\}/,
    /with: \{ id: "…" \}/,
  ],
  [
    "a relation whose path nothing fills",
    routes({
      bad: {
        ...get,
        path: "/b",
        returns: z.object({ key: z.string() }),
        relations: { up: "getBrain" },
      },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /relation up leads to getBrain, and nothing fills \{id\}/,
    /relations: \{ up: \{ to: "getBrain", with: \{ id: "…" \} \} \}/,
  ],
  [
    "a relation of a list, filled from a field of its items",
    routes({
      bad: {
        ...listBrains,
        path: "/b",
        list: { ...listBrains.list, name: "Bad" },
        relations: { first: "getBrain" },
      },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /relation first leads to getBrain, and nothing fills \{id\}/,
    /list: \{ relations \}/,
  ],
  [
    "a relation of items whose path nothing fills",
    routes({
      bad: {
        ...listBrains,
        path: "/b",
        list: {
          of: z.object({ key: z.string() }),
          as: "b",
          name: "Bad",
          relations: { brain: "getBrain" },
        },
      },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /relation brain leads to getBrain, and nothing fills \{id\}/,
    /with: \{ id: "…" \}/,
  ],
  [
    "a relation filled from a list",
    routes({
      bad: {
        ...get,
        path: "/b",
        returns: Brain,
        relations: { up: { to: "getBrain", with: { id: "tags" } } },
      },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /relation up fills \{id\} from "tags", which holds no text or number/,
    /id, name/,
  ],
  [
    "a relation that fills a parameter its target lacks",
    routes({
      bad: {
        ...get,
        path: "/b",
        returns: Brain,
        relations: { all: { to: "listBrains", with: { office: "id" } } },
      },
    }),
    "RELATION_UNBOUND",
    "route bad",
    /relation all fills \{office\}, which the path of listBrains does not have/,
    /remove/,
  ],
  [
    "a root link to a misspelt plugin",
    { ...routes({}), rootLinks: { brains: { to: "atals.listBrains" } } },
    "RELATION_UNKNOWN",
    "root link brains",
    /root link brains leads to "atals.listBrains", whose plugin is not installed/,
    /did you mean "atlas"\?/,
  ],
  [
    "a root link to nowhere",
    { ...routes({}), rootLinks: { brains: { to: "listBrians" } } },
    "RELATION_UNKNOWN",
    "root link brains",
    /root link brains leads to "listBrians", which is not a route/,
    /did you mean "listBrains"\?/,
  ],
  ...[
    ["listBrains", /expected an object; received "listBrains"/],
    [{ route: "listBrains" }, /expected a route under to, or an address under href; received/],
    [{ to: 5 }, /to: expected a string; received 5/],
    [null, /expected an object; received null/],
  ].map(([link, message]): Misuse => [
    `a root link of the form ${JSON.stringify(link)}`,
    { ...routes({}), rootLinks: { brains: link } },
    "RELATION_UNKNOWN",
    "root link brains",
    message as RegExp,
    /write an object, for example brains: \{"to":"listBrains"\}.*\{ href: |write a string \(the id of a route\)/,
  ]),
  [
    "a root link to a route with parameters",
    { ...routes({}), rootLinks: { brain: { to: "getBrain" } } },
    "RELATION_UNBOUND",
    "root link brain",
    /root link brain leads to getBrain, and nothing fills \{id\}/,
    /without parameters/,
  ],
  [
    "a route with parameters that is published as a root link",
    { routes: { getBrain: { ...getBrain, publish: { rootLink: "brain" } } } },
    "RELATION_UNBOUND",
    "route getBrain",
    /nothing fills \{id\}/,
    /without parameters/,
  ],
  [
    "an error of status 200",
    { errors: { "all-well": { status: 200, message: "All is well." } } },
    "ERROR_INVALID",
    "error all-well",
    /status: expected a whole number from 400 to 599; received 200/,
    /409/,
  ],
  [
    "an error without a message",
    { errors: { "all-well": { status: 409 } } },
    "ERROR_INVALID",
    "error all-well",
    /message: expected a string; received nothing/,
    /one sentence/,
  ],
  [
    "an error with an empty cause",
    { errors: { "all-well": { status: 409, message: "All is well.", cause: "" } } },
    "ERROR_INVALID",
    "error all-well",
    /cause: expected at least 1 character; received ""/,
    /leave it out/,
  ],
  [
    "an error with a member that errors do not have",
    { errors: { "all-well": { status: 409, message: "All is well.", remedies: "None." } } },
    "ERROR_INVALID",
    "error all-well",
    /^there is no key "remedies" here/,
    /remedy/,
  ],
  ...[999, 103, 304, 302, "503"].map((status): Misuse => [
    `the status ${JSON.stringify(status)}`,
    routes({ bad: { ...get, path: "/b", returns: Brain, statuses: [status] } }),
    "ROUTE_INVALID",
    "route bad",
    new RegExp(`statuses\\.0: expected .*; received ${JSON.stringify(status)}`),
    /write a whole number \(a redirect is a route of its own/,
  ]),
  [
    "a body that has the member of a policy",
    routes({
      bad: { ...get, path: "/b", returns: z.object({ id: z.string(), _links: z.object({}) }) },
    }),
    "ROUTE_INVALID",
    "route bad",
    /returns has the field _links, which the policy links adds to JSON bodies/,
    /relations/,
  ],
  [
    "T7: a body without a published type that has such a member, as others would",
    {
      ...routes({
        named: { ...get, path: "/n", returns: Brain },
        bad: { ...get, path: "/b", returns: z.object({ _rank: z.int() }) },
      }),
      policies: [
        {
          id: "rank",
          compile: ({ path }: { readonly path: string }) => ({
            members: () => (path === "/n" ? { _rank: { schema: {}, value: () => 1 } } : {}),
          }),
        },
      ],
    },
    "ROUTE_INVALID",
    "route bad",
    /returns has the field _rank, which the policy rank adds to JSON bodies/,
    /relations/,
  ],
  [
    "a request header in upper case",
    policy({ reads: { "X-Pace": { description: "The pace." } } }),
    "POLICY_INVALID",
    "policy pace",
    /reads names "X-Pace"; request headers have lower-case names here/,
    /write "x-pace"/,
  ],
  [
    "a response header whose name has a blank",
    policy({ writes: { "X Pace": "The pace." } }),
    "POLICY_INVALID",
    "policy pace",
    /writes.X Pace: expected a name of letters, digits and hyphens; received "X Pace"/,
    /write a name such as "X-Receipt"/,
  ],
  [
    "a shared header that it does not write",
    policy({ sharedHeaders: ["X-Pace"] }),
    "POLICY_INVALID",
    "policy pace",
    /sharedHeaders names "X-Pace", which writes does not have/,
    /writes: \{ "X-Pace": "…" \}/,
  ],
  [
    "a header that it promises and does not answer for",
    fields({}),
    "POLICY_FAILED",
    "route kernel.unknown and 1 more",
    /fields has no X-Pace for the outcome ok, which writes promises; undefined says/,
    /fix the policy/,
  ],
  [
    "headers that it promises without fields",
    policy({ writes: { "X-Pace": "The pace." }, compile: () => ({}) }),
    "POLICY_FAILED",
    "route kernel.unknown and 1 more",
    /it compiled without fields, and writes promises X-Pace; .* returns undefined/,
    /fix the policy/,
  ],
  [
    "a header that it does not own",
    fields({ "X-Pace": "slow", "X-Speed": "none" }),
    "POLICY_FAILED",
    "route kernel.unknown and 1 more",
    /fields has X-Speed, which writes does not have/,
    /fix the policy/,
  ],
  [
    "a body that it describes and does not receive",
    {
      routes: {
        bad: {
          ...create,
          body: undefined,
          transaction: false,
          path: "/b",
          returns: Brain,
          film: true,
        },
      },
      ...policy({
        key: "film",
        upload: () => ({ mediaTypes: ["video/mp4"], maxBytes: 5, schema: {} }),
      }),
    },
    "POLICY_FAILED",
    "route atlas.bad",
    /the policy pace compiled without receive/,
    /compile receive for the routes/,
  ],
  [
    "a value that a policy's key does not take (C1)",
    {
      routes: { bad: { ...get, path: "/b", returns: Brain, pace: { limit: ["60"] } } },
      ...policy({ key: "pace", schema: z.strictObject({ limit: z.record(z.string(), z.int()) }) }),
    },
    "ROUTE_KEY_INVALID",
    "route bad",
    /^pace\.limit: expected an object; received \["60"\]$/,
    /^write an object$/,
  ],
  [
    "a key that is like no other (C1)",
    routes({ bad: { ...get, path: "/b", returns: Brain, auth: "admin" } }),
    "ROUTE_KEY_UNKNOWN",
    "route bad",
    /no installed policy knows the key "auth"/,
    /^remove it, or install the plugin whose policy has this key; available: method, path/,
  ],
  ...["constructor", "toString"].map((key): Misuse => [
    `a key that all objects have: ${key}`,
    routes({ bad: { ...get, path: "/b", returns: Brain, [key]: "x" } }),
    "ROUTE_KEY_UNKNOWN",
    "route bad",
    new RegExp(`no installed policy knows the key "${key}"`),
    /^remove it|did you mean/,
  ]),
  ...[
    [
      "a table without a schema",
      { key: "id" },
      /of: expected the schema of its rows, .*; received nothing/,
    ],
    ["a table without a key", { of: Brain }, /key: expected a string; received nothing/],
    [
      "a seed that is a path",
      { of: Brain, key: "id", seed: "./brains.json" },
      /seed: expected a URL, .*; received "\.\/brains\.json"/,
    ],
    [
      "an unknown field as the owner",
      { of: Brain, key: "id", owner: "nmae" },
      /owner is a text field of the table, .*; received "nmae"/,
    ],
    ["a list as the owner", { of: Brain, key: "id", owner: "tags" }, /received "tags"/],
    ["a flag as the owner", { of: Brain, key: "id", owner: true }, /received true/],
    [
      "a flag as the line of the privacy page",
      { of: Brain, key: "id", personal: true },
      /personal: expected a string; received true/,
    ],
    [
      "a misspelt owner, which would make its rows public",
      { of: Brain, key: "id", onwer: "name" },
      /there is no key "onwer" here/,
    ],
  ].map(([what, table, message]): Misuse => [
    `${String(what)} (C1)`,
    { tables: { brains: table } },
    "TABLE_INVALID",
    "table brains",
    message as RegExp,
    /z\.object|key: "id"|personal: "|new URL\(|did you mean "(?:name|owner)"\?|available: id, name/,
  ]),
  ...(["schemas", "events"] as const).map((kind): Misuse => [
    `${kind} that are not schemas`,
    { [kind]: { Brain: { type: "object" } } },
    "SCHEMA_UNSUPPORTED",
    `${kind.slice(0, -1)} Brain`,
    /not a schema; received \{"type":"object"\}/,
    /zod/,
  ]),
  [
    "a parameter that the path does not have",
    routes({
      bad: { ...get, path: "/b/{id}", returns: Brain, params: z.object({ brainId: z.string() }) },
    }),
    "ROUTE_INVALID",
    "route bad",
    /params describes brainId, and the path has id/,
    /params: z\.object\(\{ id: … \}\)/,
  ],
  [
    "a parameter that params leaves out",
    routes({
      bad: { ...get, path: "/b/{id}/c/{no}", returns: Brain, params: z.object({ id: z.string() }) },
    }),
    "ROUTE_INVALID",
    "route bad",
    /params describes id, and the path has id, no/,
    /no: …/,
  ],
];

describe("a declaration that would not do what it says (B9)", () => {
  it.each(misuses)("%s", (_what, plugin, code, where, message, hint) => {
    expect(findingsOf(plugin, [links])).toEqual([
      expect.objectContaining({
        code,
        where,
        plugin: "atlas",
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    ]);
  });

  it("is reported beside keys of a wrong shape", () => {
    const bad = {
      ...get,
      path: "/b",
      summary: 5,
      returns: "Brain",
      errors: ["gone-away"],
      relations: { up: 5, down: "getBran" },
    };
    expect(findingsOf(routes({ bad })).map(({ code }) => code)).toEqual([
      "ROUTE_INVALID",
      "ROUTE_INVALID",
      "SCHEMA_UNSUPPORTED",
      "ERROR_CODE_UNKNOWN",
    ]);
  });

  it.each<[what: string, plugin: object]>([
    [
      "creates with its own parameter",
      routes({
        put: {
          ...create,
          method: "PUT",
          path: "/b/{id}",
          creates: "getBrain",
          returns: z.object({}),
        },
      }),
    ],
    [
      "creates with a field of the body",
      routes({ post: { ...create, returns: Brain, creates: "getBrain" } }),
    ],
    [
      "a body of any fields",
      routes({
        any: {
          ...get,
          path: "/b",
          returns: z.record(z.string(), z.string()),
          relations: { up: "getBrain" },
        },
      }),
    ],
    [
      "a body of one of several forms",
      routes({
        any: {
          ...get,
          path: "/b",
          returns: z.union([Brain, z.object({ key: z.string() })]),
          relations: { up: "getBrain" },
        },
      }),
    ],
    [
      "a field that may be missing or null",
      routes({
        any: {
          ...get,
          path: "/b",
          returns: z.object({ id: z.string().nullable().optional() }),
          relations: { up: "getBrain" },
        },
      }),
    ],
    [
      "params that refine one parameter",
      routes({
        any: {
          ...get,
          path: "/b/{no}",
          returns: Brain,
          params: z.object({ no: z.coerce.number() }),
        },
      }),
    ],
    [
      "a body in a format of its own",
      routes({
        any: { ...get, path: "/b", bareBody: true, returns: z.object({ _links: z.object({}) }) },
      }),
    ],
    [
      "an answer of status 202",
      routes({ any: { ...create, path: "/b", returns: Brain, statuses: [202, 409, 503] } }),
    ],
    ["a header that is absent on purpose", fields({ "X-Pace": undefined })],
    ["a root link elsewhere", { rootLinks: { terms: { href: "https://example.com/terms" } } }],
    [
      "root links with the other key undefined",
      {
        ...routes({}),
        rootLinks: {
          terms: { to: undefined, href: "https://example.com/terms" },
          brains: { to: "listBrains", href: undefined },
        },
      },
    ],
    [
      "relations that a class makes",
      routes({
        any: {
          ...get,
          path: "/b",
          returns: Brain,
          relations: new (class {
            readonly all = "listBrains";
          })(),
        },
      }),
    ],
    [
      "a route that is published with a link alone",
      routes({
        any: {
          ...get,
          path: "/b",
          returns: Brain,
          publish: { rootLink: "any", capability: undefined },
        },
      }),
    ],
    [
      "a root link to a plugin that is not installed",
      { rootLinks: { terms: { to: "terms.showTerms" } } },
    ],
  ])("lets pass %s", (_what, plugin) => {
    expect(findingsOf(plugin, [links])).toEqual([]);
  });
});
