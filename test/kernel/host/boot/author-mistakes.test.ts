/**
 * Mistakes that authors of plugins make, with types and without: where each is caught, and what its message has to say. At most
 * three are never caught, and none of those opens data.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Log, Plugin, PluginSetting } from "waymark";
import preset from "waymark/preset";
import { combine, file, resource } from "waymark/resources";
import { EventBus, readTable, Store } from "waymark/services";
import type { Finding } from "waymark/server";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { jsonRequest } from "../../../_setup.ts";

/** The plugins that the mistakes have to do with: a whole preset would take three times as long. */
const PLUGINS =
  "clock ids event-bus store jobs files lists links cache access webhooks idempotency metrics uploads site rate-limit server-timing deprecation digest";
const plugins = preset.filter(({ id = "" }) => PLUGINS.split(" ").includes(id));

const Note = z.object({ id: z.string(), text: z.string().min(1), stars: z.int().optional() });
const base = {
  name: { one: "shipNote", many: "shipNotes" },
  path: "/api/ship-notes",
  of: Note,
  key: "id",
} as const;
const owned = { owner: "sailor", access: { read: "authenticated", write: "authenticated" } };

/** Returns a declaration with an action that has these parts. */
const acting = (parts: object) => ({
  ...base,
  actions: { confirm: { summary: "Confirm a note.", set: { text: "Yes." }, ...parts } },
});

let mistakes = 0;

/** Counts the rows of a table. */
function counted<Row>(rows: readonly Row[]): readonly Row[] {
  mistakes += rows.length;
  return rows;
}

/** Declares a resource as an author without types may write it. */
const untyped = (declaration: unknown) => resource(declaration as never);

/** Parts of a plugin `ship-notes`, as an author without types may write them, and the config beside it. */
interface Mistake {
  readonly [part: string]: unknown;
  readonly config?: Readonly<Record<string, PluginSetting>>;
}

const started = ({ config = {}, ...parts }: Mistake, log?: Log): Promise<TestServer> => {
  const notes = { id: "ship-notes", summary: "Notes of ships.", ...parts } as Plugin;
  return createTestServer({
    plugins: [...plugins, notes],
    config: { plugins: config },
    ...(log && { log }),
  });
};

/** Returns the findings of a start that is refused, as texts. */
async function refusal(parts: unknown): Promise<string> {
  const outcome = await started(parts as Mistake).then(
    async (server) => `started: ${await server.close()}`,
    (error: { readonly findings?: readonly Finding[] }) =>
      (error.findings ?? []).map((finding) => Object.values(finding).join(" ")).join("\n") ||
      String(error),
  );
  return outcome;
}

const { name: _name, ...nameless } = base;

describe("a declaration that is refused", () => {
  it.each(
    counted<readonly [what: string, declaration: unknown, ...texts: string[]]>([
      ["a misspelt owner", { ...base, onwer: "sailor" }, 'no key "onwer"', 'did you mean "owner"?'],
      ["a key of nothing", { ...base, colour: "red" }, 'no key "colour"', "available: "],
      [
        "access in one word",
        { ...base, access: "authenticated" },
        'access: expected an object; received "authenticated"',
        '{"read":"authenticated","write":"authenticated"}',
      ],
      ["a misspelt access", { ...base, access: { reed: "authenticated" } }, 'did you mean "read"?'],
      [
        "access to what is not there",
        { ...base, writes: ["create"], access: { remove: "authenticated" } },
        "access.remove: the resource has no such operation",
        'add "remove" to writes',
      ],
      [
        "an owner with one open operation",
        { ...base, ...owned, access: { ...owned.access, list: "public" } },
        "access: rows have an owner, and anonymous callers own none",
      ],
      ["no declaration", undefined, "received nothing"],
      ["no name", nameless, "name: expected an object; received nothing", '{"one":"booking"'],
      [
        "a name of people",
        { ...base, name: { one: "ship note", many: "shipNotes" } },
        "name.one: ",
      ],
      ["a path of its own kind", { ...base, path: "ship-notes" }, "path: ", '"/api/bookings"'],
      ["no schema", { ...base, of: { id: "string" } }, "of: expected a schema"],
      ["a way to write", { ...base, writes: ["upsert"] }, 'writes.0: expected one of "create"'],
      ["one way to write", { ...base, writes: "create" }, "writes: expected an array"],
      [
        "keys of others",
        { ...base, keys: "server" },
        'keys: expected one of "generated", "client"',
      ],
      ["an empty owner", { ...base, owner: "" }, "owner: expected at least 1 character"],
      ["conditions", { ...base, preconditions: true }, 'preconditions: expected "required"'],
      ["repeats", { ...base, idempotency: true }, 'idempotency: expected one of "key", "none"'],
      [
        "a file of any size",
        { ...base, fields: { photo: { types: ["image/png"] } } },
        "fields.photo.maxBytes: ",
        '"5mb"',
      ],
      [
        "a misspelt type of files",
        { ...base, fields: { photo: { types: ["PNG"], maxBytes: "5mb" } } },
        "fields.photo.types.0: expected a media type",
      ],
      ["a seed by its name", { ...base, seed: "./notes.json" }, "seed: expected a URL"],
      ["a rule that is none", { ...base, rule: {} }, "rule: expected a function"],
      ["a text for nothing", { ...base, summary: { lst: "List." } }, 'did you mean "list"?'],
      [
        "a key that is not a field",
        { ...base, key: "ident" },
        'key: "ident" is not a field',
        "available: id, ",
      ],
      ["a computed field", { ...base, computed: ["txt"] }, 'computed: "txt" is not a', '"text"?'],
      ["an index", { ...base, indexes: ["txt"] }, 'indexes: "txt" is not a field', '"text"?'],
      ["a unique field", { ...base, unique: [["id", "txt"]] }, 'unique: "txt" is not a', '"text"?'],
      ["a parameter", { ...base, path: "/api/{ship}/notes" }, 'path: "ship" is not a field'],
      ["an owner without access", { ...base, owner: "sailor" }, "anonymous callers own none"],
      [
        "an owner with access to writes alone",
        { ...base, owner: "sailor", access: { write: "authenticated" } },
        'received {"write":"authenticated"}',
        "access: { read: ",
      ],
      ["S17: an owner and client keys", { ...base, ...owned, keys: "client" }, "leave keys"],
      ["S17: an owner and unique values", { ...base, ...owned, unique: ["text"] }, "leave unique"],
      ["a hidden field", { ...base, writeOnly: ["txt"] }, 'writeOnly: "txt" is not a', '"text"?'],
      [
        "a field of readers",
        { ...base, readableBy: { txt: "a" } },
        'readableBy: "txt" is',
        '"text"?',
      ],
      [
        "a scope of two words",
        { ...base, readableBy: { text: "a b" } },
        "readableBy.text: a scope",
      ],
      [
        "a scope that is none",
        { ...base, readableBy: { text: true } },
        "readableBy.text: expected",
      ],
      ["a hidden key", { ...base, writeOnly: ["id"] }, 'the path of the resource shows "id"'],
      [
        "a hidden unique field",
        { ...base, writeOnly: ["text"], unique: ["text"] },
        "leave it out of",
      ],
      ["a hidden computed field", { ...base, writeOnly: ["text"], computed: ["text"] }, "computed"],
      [
        "a field for some callers, and for none",
        { ...base, writeOnly: ["text"], readableBy: { text: "a" } },
        '"text" is in readableBy',
      ],
      [
        "a public cache of what differs",
        { ...base, readableBy: { text: "a" }, cache: { scope: "public", maxAge: "1m" } },
        "readableBy: answers differ by caller",
        'cache: { scope: "private"',
      ],
      ["an owner that clients see", { ...base, ...owned, owner: "text" }, "rename the owner"],
      [
        "a misspelt part of an action",
        acting({ form: {} }),
        'actions.confirm: there is no key "form"',
        '"from"',
      ],
      ["an action without a summary", acting({ summary: undefined }), "actions.confirm.summary: "],
      ["an action that changes nothing", acting({ set: undefined }), "it changes nothing", "set"],
      ["an action of words", acting({ set: "text" }), "actions.confirm.set: expected"],
      [
        "a state that is an object",
        acting({ from: { text: [{}] } }),
        "actions.confirm.from.text.0",
      ],
      ["no states", acting({ from: { text: [] } }), "actions.confirm.from.text: expected"],
      ["a state of no field", acting({ from: { txt: ["a"] } }), 'from: "txt" is not a', '"text"?'],
      [
        "a state that cannot be",
        acting({ from: { stars: ["a"] } }),
        "actions.confirm.from.stars: ",
      ],
      ["a value of no field", acting({ set: { txt: "a" } }), 'set: "txt" is not a', '"text"?'],
      ["a value that cannot be", acting({ set: { text: "" } }), "actions.confirm.set.text: "],
      ["an action that moves", acting({ set: { id: "b" } }), '"id" says which resource it is'],
      [
        "an action that every resource has",
        { ...base, actions: { patch: { summary: "Patch.", set: { text: "a" } } } },
        'every resource has "patch"',
      ],
      ["an action of two words", { ...base, actions: { "check in": {} } }, "actions"],
      [
        "a shape that is not a zod object",
        { ...base, of: z.intersection(Note, z.object({ mood: z.string() })) },
        "say under input what clients send",
      ],
    ]),
  )("%s", async (_what, declaration, ...texts) => {
    const message = await refusal(untyped(declaration));
    expect(message).toContain("DECLARATION_INVALID");
    expect(message).toContain("ship-notes");
    for (const text of texts) expect(message).toContain(text);
  });

  it("has each finding once, and those of other resources beside it", async () => {
    const notes = untyped({ ...base, onwer: "sailor", key: 5 });
    const logs = untyped({ ...base, name: { one: "log", many: "logs" }, acces: {} });
    const message = await refusal({ ...notes, routes: { ...notes.routes, ...logs.routes } });
    expect(message.match(/DECLARATION_INVALID/g)).toHaveLength(3);
    for (const text of ["resource shipNotes", '"owner"', "key: ", "resource logs", '"access"'])
      expect(message).toContain(text);
    expect(message).not.toContain("ROUTE_");
  });

  it("has no link that shows a field of no answer", async () => {
    const relations = { twin: { to: "getShipNote", with: { shipNoteId: "text" } } };
    const message = await refusal(untyped({ ...base, writeOnly: ["text"], relations }));
    expect(message).toMatch(/relation twin.*"text"/);
  });

  it("is found in routes that the author goes on from", async () => {
    const { routes, ...parts } = untyped({ ...base, onwer: "sailor" });
    const shown = { ...Object(routes).listShipNotes, summary: "List notes." };
    expect(await refusal({ ...parts, routes: { listShipNotes: shown } })).toContain('"onwer"');
  });

  it("has no handlers for routes of the author's own", async () => {
    const { handlers } = untyped({ ...base, onwer: "sailor" });
    const listShipNotes = {
      method: "GET",
      path: "/api/ship-notes",
      summary: "List.",
      returns: Note,
      cache: "no-store",
    };
    expect(await refusal({ routes: { listShipNotes }, handlers })).toContain('"onwer"');
  });
});

const get = { method: "GET", path: "/api/x", summary: "Read.", cache: "no-store" } as const;
const post = { method: "POST", path: "/api/x", summary: "Write.", idempotency: "none" } as const;
const Ship = z.object({ id: z.string(), name: z.string() });
const ships = { of: Ship, key: "id" };
const listed = { list: { of: Ship, as: "ships", name: "Ships" } };
const hook = { url: "https://a.example", secret: `whsec_${"A".repeat(44)}` };

/** Returns a plugin with one route and its handler. */
const answering = (route: object, go: unknown = () => ({}), more: object = {}) => ({
  routes: { go: route },
  handlers: () => ({ go }),
  ...more,
});
const using = (route: object, needs: object, handler: (use: never) => unknown, more = {}) => ({
  routes: { go: route },
  needs,
  handlers: (use: never) => ({ go: handler(use) }),
  ...more,
});
const withStore = (route: object, handler: (store: Store) => unknown, tables: object = { ships }) =>
  using(route, { store: Store }, ({ store }: { store: Store }) => handler(store), { tables });
const job = (one: object) => ({ jobs: () => ({ sweep: { run() {}, ...one } }) });
const metric = (one: object) => ({ metrics: () => ({ ships: { help: "Ships.", ...one } }) });
const noted = (parts: object, more: object = {}) => ({
  ...untyped({ ...base, ...parts }),
  ...more,
});

describe("a start that is refused where features meet, by", () => {
  it.each(
    counted<readonly [what: string, mistake: object, ...texts: string[]]>([
      ["a reference in one word", noted({ references: { text: "ships.id" } }), '{"to":"books.id"}'],
      ["a reference to no table", noted({ references: { text: { to: "shps.id" } } }), "shps"],
      ["a reference from no field", noted({ references: { txt: "ships.id" } }), '"text"?'],
      [
        "another end of references",
        noted({ references: { text: { to: "ships.id", onDelete: "cascades" } } }),
        '"restrict", "cascade" or "clear"',
      ],
      [
        "a required reference that is cleared",
        noted({ references: { text: { to: "ships.id", onDelete: "clear" } } }),
        "make the field optional",
      ],
      ["a misspelt foreign table", { needs: { ships: readTable("jobTime") } }, 'mean "jobTimes"?'],
      ["a service by its name", { needs: { store: "store" } }, "needs: { store: Store }"],
      ["a list of services", { needs: [Store] }, "needs: { store: Store }"],
      ["rows without a store", noted({}, { config: { store: false } }), "store: true"],
      [
        "a file without its plugin",
        noted(
          { fields: { photo: file({ types: ["image/png"], maxBytes: "1mb" }) } },
          { config: { files: false } },
        ),
        "plugins: { files: true }",
      ],
      [
        "a file with the name of a field",
        noted({ fields: { text: file({ types: ["image/png"], maxBytes: "1mb" }) } }),
        "rename one of them",
      ],
      [
        "a size in words",
        answering({ ...post, empty: true, upload: { mediaTypes: ["image/png"], maxBytes: "1mb" } }),
        "maxBytes: 10000000",
        "add transaction: false",
      ],
      ["one resource twice", combine(resource(base), resource(base)), "choose another name"],
      [
        "a second route of a resource's path",
        answering({ ...get, path: "/api/ship-notes", ...listed }, undefined, {
          routes: { ...resource(base).routes, go: { ...get, path: "/api/ship-notes", ...listed } },
        }),
        "rename one path",
      ],
      [
        "an action on a misspelt resource",
        answering({ ...post, empty: true, acts: "getShp" }),
        'acts leads to "getShp"',
      ],
      ["an action that reads", answering({ ...get, returns: Ship, acts: "go" }), "remove acts"],
      [
        "a relation to no route",
        answering({ ...get, returns: Ship, relations: { up: "og" } }),
        "go",
      ],
      [
        "a resource's relation to no route",
        noted({ relations: { first: "listShipNote" } }),
        'did you mean "listShipNotes"?',
      ],
      [
        "news of a read",
        answering({ ...get, returns: Ship, news: false }),
        "a GET route writes nothing",
      ],
      [
        "an audience that is misspelt",
        { events: { sunk: { of: Ship, acces: "public" } } },
        '"access"?',
      ],
      [
        "a webhook for no event",
        noted(
          {},
          {
            config: {
              webhooks: {
                enabled: true,
                subscriptions: { own: { ...hook, events: ["ship-notes.made"] } },
              },
            },
          },
        ),
        '"ship-notes.made": did you mean',
      ],
      [
        "keys for repeats without their plugin",
        answering({ ...post, empty: true, idempotency: "key" }),
        "idempotency",
        "enabled: true",
      ],
      ["an interval without its unit", job({ every: "60" }), 'every: "60s"'],
      ["a minute that clocks lack", job({ cron: "61 * * * *" }), "0 6 * * *"],
      ["a time zone by its city", job({ cron: "1 * * * *", zone: "Lisbon" }), "Europe/Lisbon"],
      ["two times of one job", job({ cron: "1 * * * *", every: "1m" }), "received both"],
      ["a job without work", job({ every: "60s", run: undefined }), "write a function"],
      ["jobs without services", { jobs: { sweep: { every: "60s" } } }, "write a function"],
      ["a misspelt key", { job: () => ({}) }, 'did you mean "jobs"?'],
      ["a metric of another type", metric({ type: "count", read: () => 1 }), '"counter", "gauge"'],
      ["a metric without words", metric({ type: "gauge", help: undefined }), "what it measures"],
      [
        "a translation that is a number",
        { translations: { es: { "Read.": 5 } } },
        "write a string",
      ],
      ["a translation with other gaps", { translations: { es: { "{n} ships": "Barcos" } } }, "{n}"],
      ["a page without a title", answering({ ...get, page: {} }), "page.title"],
      [
        "a title in languages that its page lacks",
        answering({ ...get, page: { title: { en: "X", es: "Y" } } }),
        "the route names no languages",
      ],
      ["options in words", { options: { size: "int" } }, "z.object({ … })"],
      [
        "options that take any key",
        { options: z.object({ size: z.int().default(1) }) },
        "z.strictObject",
      ],
      [
        "options that need a value",
        { options: z.strictObject({ size: z.int() }) },
        "plugins.ship-notes.size",
      ],
      [
        "a misspelt option",
        {
          options: z.strictObject({ size: z.int().default(1) }),
          config: { "ship-notes": { siez: 2 } },
        },
        'did you mean "size"?',
      ],
      [
        "an option of another type",
        {
          options: z.strictObject({ size: z.int().default(1) }),
          config: { "ship-notes": { size: "2" } },
        },
        "write a whole number; default 1",
      ],
      [
        "a misspelt plugin in the config",
        { config: { "ship-note": true } },
        'did you mean "ship-notes"?',
      ],
      [
        "access without its plugin",
        answering({ ...get, returns: Ship, access: "authenticated" }),
        "access: true",
      ],
      [
        "misspelt access",
        answering({ ...get, returns: Ship, acess: "authenticated" }),
        'did you mean "access"?',
      ],
      [
        "access of a role",
        answering({ ...get, returns: Ship, access: "admin" }, undefined, {
          config: { access: true },
        }),
        '"public" or "authenticated" or an object',
      ],
      [
        "protected answers that caches share",
        answering(
          {
            ...get,
            returns: Ship,
            access: "authenticated",
            cache: { scope: "public", maxAge: "60s" },
          },
          undefined,
          { config: { access: true } },
        ),
        'scope: "private"',
      ],
      [
        "a read without caching",
        answering({ ...get, cache: undefined, returns: Ship }),
        'cache: "no-store"',
      ],
      [
        "a parameter with a colon",
        answering({ ...get, path: "/api/x/:id", returns: Ship }),
        "parameters as {name}",
      ],
      ["a route without a body", answering(get), "exactly one of list, returns"],
      [
        "a time that JSON lacks",
        answering({ ...get, returns: z.object({ at: z.date() }) }),
        "z.iso.datetime()",
      ],
      [
        "a handler for no route",
        { ...answering({ ...get, returns: Ship }), handlers: () => ({ go() {}, og() {} }) },
        'did you mean "go"?',
      ],
      [
        "a route without a handler",
        { routes: { go: { ...get, returns: Ship } }, handlers: () => ({}) },
        "add go: (call) => …",
      ],
    ]),
  )("%s", async (_what, mistake, ...texts) => {
    const message = await refusal(mistake);
    expect(message).not.toContain("started");
    for (const text of texts) expect(message).toContain(text);
  });
});

describe("a request that fails, with a line of the log that names route and plugin, by", () => {
  it.each(
    counted<readonly [what: string, mistake: object, ...texts: string[]]>([
      [
        "a rule that does not wait",
        noted({ rule: ({ table }: never) => void Object(table).count() }),
        "await it",
      ],
      [
        "a rule that makes another row",
        noted({ rule: () => ({ txt: "a" }) }),
        "does not fit its schema",
      ],
      [
        "a rule that makes a field",
        noted({ rule: ({ after }: never) => ({ ...Object(after), txt: "b" }) }),
        'did you mean "text"?',
      ],
      [
        "a rule that refuses without a code",
        noted({ rule: ({ fail }: never) => Object(fail)("taken") }),
        "errors: {",
      ],
      [
        "a computed value that no rule makes",
        noted({ of: Note.extend({ cost: z.int() }), computed: ["cost"] }),
        "/cost",
      ],
      [
        "a misspelt table",
        withStore({ ...get, ...listed }, (store) => () => store.table("shps").list()),
        'mean "ships"?',
      ],
      [
        "the table of another plugin",
        withStore({ ...get, ...listed }, (store) => () => store.table("jobTimes").list()),
        "readTable",
      ],
      [
        "rows of no owner in particular",
        withStore({ ...get, ...listed }, (store) => () => store.table("ships").list(), {
          ships: { ...ships, owner: "name" },
        }),
        "of(principal)",
      ],
      [
        "a row with a field that its table lacks",
        withStore(
          { ...post, empty: true },
          (store) => () => store.table("ships").insert([{ id: "a", nmae: "b" }]),
        ),
        'has no field "nmae"',
      ],
      [
        "an event that its stream does not declare",
        answering({ ...get, stream: { events: { tick: Ship } } }, async function* () {
          yield { event: "tack", data: {} };
        }),
        'did you mean "tick"?',
      ],
      ["a page of text", answering({ ...get, page: { title: "X" } }, () => "<b>x"), "html`…`"],
      [
        "a list in an object",
        answering({ ...get, ...listed }, () => ({ ships: [] })),
        "{ items, next }",
      ],
      [
        "a header that is not declared",
        answering({ ...post, empty: true }, (call: never) => Object(call).setHeader("X-A", "b")),
        "responseHeaders",
      ],
      [
        "a refusal without a code",
        answering({ ...post, empty: true }, (call: never) => Object(call).fail("taken")),
        "errors: {",
      ],
    ]),
  )("%s", async (_what, mistake, text) => {
    const lines: string[] = [];
    const note = (message: string, fields: object = {}) =>
      void lines.push([message, ...Object.values(fields)].join(" "));
    const log = { debug() {}, info() {}, warn: note, error: note };
    const server = await started(mistake as Mistake, log);
    const isAsked = ({ ref }: { readonly ref: string }) => /^ship-notes\.(create|go)/.test(ref);
    const { method, path } = server.registry.routes.find(isAsked) ?? get;
    const sent = path === get.path ? undefined : { text: "a" };
    const init = method === "GET" ? {} : jsonRequest("POST", sent);
    const answer = await server.request(path, init).catch(() => undefined); // a stream ends
    expect((await answer?.text().catch(() => "")) ?? "").not.toContain("tack");
    await vi.waitFor(() => expect(lines.join("\n")).toContain(text));
    expect(lines.join("\n")).toMatch(/ ship-notes\.\w+ ship-notes /);
    await server.close();
  });
});

it.each(counted([["ship.snuk", "ship.sunk"]]))(
  "an event with nearly the name of a declared one is a warning: %s",
  async (event, declared) => {
    const lines: (readonly [message: string, fields: unknown])[] = [];
    const warn: Log["warn"] = (message, fields) => void lines.push([message, fields]);
    const log: Log = { debug() {}, info() {}, error() {}, warn };
    const publishing = using(
      { ...post, empty: true },
      { bus: EventBus },
      ({ bus }: { bus: EventBus }) =>
        () => {
          for (const name of [event, event, "ship.internal.note"])
            bus.publish(name as never, {} as never);
        },
      { events: { [declared]: Ship } },
    );
    const server = await started(publishing, log);
    await server.request("/api/x", jsonRequest("POST"));
    await server.close();
    const hint = `did you mean "${declared}"?`;
    expect(lines).toEqual([[expect.stringContaining("no plugin declares"), { event, hint }]]);
  },
);

const root = join(import.meta.dirname, "../../../..");

/** Mistakes that the compiler or `waymark check` finds. The tests of those are elsewhere. */
it.each(
  counted<readonly [what: string, test: string, text: string]>([
    [
      "a write that does not say how it repeats",
      "types/plugin.test-d.ts",
      "write without idempotency",
    ],
    ["a code that the route does not declare", "types/plugin.test-d.ts", "undeclared error code"],
    ["a status that the route does not declare", "types/plugin.test-d.ts", "undeclared status"],
    ["a service that is not needed", "types/plugin.test-d.ts", "a service that is not needed"],
    ["an answer of another shape, in the editor", "types/plugin.test-d.ts", "wrong return"],
    ["a link to another route", "types/plugin.test-d.ts", "another route"],
    ["a rule that forgets fields", "types/resource.test-d.ts", "a row lacks its fields"],
    ["a rule that reads in a way of its own", "types/resource.test-d.ts", "not a way to read rows"],
    [
      "handlers without those of the resource",
      "types/resource.test-d.ts",
      "handlers of the resource are missing",
    ],
    ["a state of another type", "types/resource.test-d.ts", "seats are a number"],
    [
      "an answer of another shape, in a check",
      "plugins/tools/check/lies.system.test.ts",
      "returns: ",
    ],
  ]),
)("%s is found elsewhere", (_what, test, text) => {
  expect(readFileSync(join(root, "test", test), "utf8")).toContain(text);
});

describe("a mistake that is never caught, and opens no data:", () => {
  const never = counted<readonly [what: string, mistake: object]>([
    [
      "a read that writes",
      withStore({ ...get, returns: Ship }, (store) => async () => {
        const ship = { id: "a", name: "b" };
        await store.table("ships").upsert(ship);
        return ship;
      }),
    ],
    [
      "an event whose data do not fit",
      using(
        { ...get, returns: Ship },
        { bus: EventBus },
        ({ bus }: { bus: EventBus }) =>
          () => {
            bus.publish("ship.sunk" as never, {} as never);
            return { id: "a", name: "b" };
          },
        { events: { "ship.sunk": Ship } },
      ),
    ],
    [
      "a translation of a text that is nowhere",
      answering({ ...get, returns: Ship }, () => ({ id: "a", name: "b" }), {
        translations: { es: { "Raed.": "Lee." } },
      }),
    ],
  ]);
  it.each(never)("%s", async (_what, mistake) => {
    const server = await started(mistake as Mistake);
    expect((await server.request("/api/x")).status).toBe(200);
    await server.close();
  });

  afterAll(() => {
    expect(mistakes).toBeGreaterThanOrEqual(75);
    expect(never.length).toBeLessThanOrEqual(3);
  });
});
