/** Each misuse of the plugin API is reported where it is made; everything a handler gets is inferred. */
import type { Checked } from "../../registry/contract/route/infer.ts";
import { expectTypeOf, test } from "vitest";
import {
  definePlugin,
  definePolicy,
  optional,
  requestValue,
  service,
  type ListQuery,
} from "waymark";
import { Store, storeOf } from "waymark/services";
import { z } from "zod";

const Brain = z.object({ id: z.string(), name: z.string() });
const Mailer = service<{ send(to: string): void }>("mailer");
const list = { of: Brain, as: "brains", name: "BrainsList" } as const;
const get = { method: "GET", summary: "A summary.", cache: "no-store" } as const;

test("what a handler gets is inferred", () => {
  definePlugin({
    id: "brains",
    summary: "Brains.",
    options: z.strictObject({ limit: z.int().default(5) }),
    needs: { store: Store, mailer: Mailer },
    errors: { "brain-asleep": { status: 409, message: "The brain sleeps." } },
    routes: {
      listBrains: { ...get, path: "/api/brains", list },
      getBrain: {
        ...get,
        path: "/api/brains/{brainId}",
        returns: Brain,
        errors: ["brain-asleep"],
        statuses: [503],
        relations: {
          collection: "listBrains",
          office: { to: "offices.getOffice", with: { officeId: "id" } },
        },
      },
      wakeBrain: {
        method: "POST",
        path: "/api/brains/{brainId}/wake",
        summary: "Wake a brain.",
        idempotency: "natural",
        body: z.object({ loud: z.boolean() }),
        returns: Brain,
      },
      showFacts: {
        ...get,
        path: "/api/facts",
        returns: z.object({ count: z.int() }),
        document: true,
      },
      oldBrains: { ...get, path: "/brains", redirect: { to: "listBrains", status: 308 } },
      futureBrains: {
        ...get,
        path: "/future",
        alwaysFails: { code: "brain-asleep", retryAfter: "5s" },
      },
    },
    documents: {
      showFacts: (registry, options) => ({ count: registry.routes.length + options.limit }),
    },
    handlers: ({ store, mailer }, { options }) => {
      expectTypeOf(mailer.send).parameters.toEqualTypeOf<[to: string]>();
      expectTypeOf(options.limit).toEqualTypeOf<number>();
      return {
        listBrains: ({ query }) => {
          expectTypeOf(query).toEqualTypeOf<ListQuery>();
          return store.table("brains").list(query);
        },
        getBrain: ({ params, fail, status }) => {
          expectTypeOf(params.brainId).toEqualTypeOf<string>();
          status(503);
          return params.brainId === "" ? fail("brain-asleep") : { id: params.brainId, name: "" };
        },
        wakeBrain: ({ body }) => {
          expectTypeOf(body.loud).toEqualTypeOf<boolean>();
          return { id: "", name: "" };
        },
      };
    },
  });
});

test("a store of a plugin's tables knows their names, fields and rows", () => {
  const Note = Brain.extend({ stars: z.int().optional(), owner: z.string() });
  const tables = {
    brains: { of: Brain, key: "id" },
    notes: { of: Note, key: "id", owner: "owner" },
  };
  definePlugin({
    id: "brains",
    summary: "Brains.",
    needs: { store: storeOf(tables) },
    tables,
    routes: {
      listBrains: { ...get, path: "/api/brains", list },
      getBrain: { ...get, path: "/api/brains/{brainId}", returns: Brain, errors: ["gone"] },
    },
    errors: { gone: { status: 410, message: "The brain is gone." } },
    handlers: ({ store }) => ({
      listBrains: ({ query }) => store.table("brains").list(query),
      async getBrain({ params, principal, fail }) {
        const brains = store.table("brains");
        const notes = store.table("notes").of(principal);
        const where = [{ field: "stars", operator: "gte", value: 3 }] as const;
        await notes.insert([{ id: "one", name: "A note." }]);
        await notes.update("one", { stars: undefined }, where);
        expectTypeOf(await notes.count(where)).toEqualTypeOf<number>();
        const { items } = await notes.list({ filters: where, sort: [] });
        expectTypeOf(items).toEqualTypeOf<readonly z.output<typeof Note>[]>();
        // @ts-expect-error -- no table has this name
        store.table("brians");
        // @ts-expect-error -- no column has this name
        await brains.insert([{ id: "one", nmae: "Bo" }]);
        // @ts-expect-error -- a column of another type
        await brains.update("one", { name: 5 });
        // @ts-expect-error -- a filter by no column
        await brains.count([{ field: "stars", operator: "eq", value: 1 }]);
        // @ts-expect-error -- one of several conditions is by no column
        await notes.exists([{ or: [{ field: "starz", operator: "eq", value: 1 }] }]);
        // @ts-expect-error -- a sort by no column
        await notes.list({ sort: [{ field: "starz", descending: true }] });
        return (await brains.find(params.brainId)) ?? fail("gone");
      },
    }),
  });
});

test("a service that a plugin can do without may be undefined, and renderers get the services", () => {
  definePlugin({
    id: "letters",
    summary: "Letters.",
    needs: { mailer: optional(Mailer), store: Store },
    routes: { getLetter: { ...get, path: "/letter", returns: Brain, produces: ["text/x"] } },
    handlers: ({ mailer }) => {
      expectTypeOf(mailer).toEqualTypeOf<{ send(to: string): void } | undefined>();
      return { getLetter: () => ({ id: "", name: "" }) };
    },
    renderers: {
      getLetter: {
        "text/x": (_body, { store }) => {
          expectTypeOf(store.version()).toEqualTypeOf<number | undefined>();
          return "";
        },
      },
    },
  });
});

test("misuse of routes is reported", () => {
  const plugin = { id: "x", summary: "X." } as const;
  definePlugin({
    ...plugin,
    // @ts-expect-error -- GET without cache
    routes: { a: { method: "GET", path: "/a", summary: "A.", returns: Brain } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- write without idempotency
    routes: { a: { method: "POST", path: "/a", summary: "A.", returns: Brain } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- unknown key
    routes: { a: { ...get, path: "/a", returns: Brain, cashe: "no-store" } },
  });
  // The compiler shows the type of a key that no policy declares: it says what to write (C1).
  expectTypeOf<
    Checked<{ a: { auth: "admin" } }>["a"]["auth"]
  >().toExtend<`auth is not a key of routes. ${string} interface RoutePolicies { auth?: … } }`>();
  definePlugin({
    ...plugin,
    // @ts-expect-error -- two bodies
    routes: { a: { ...get, path: "/a", returns: Brain, list } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- no body
    routes: { a: { ...get, path: "/a" } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- path without a slash
    routes: { a: { ...get, path: "a", returns: Brain } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- unknown route of the same plugin
    routes: { a: { ...get, path: "/a", returns: Brain, relations: { other: "b" } } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- a number where a duration belongs
    routes: { a: { ...get, cache: { scope: "public", maxAge: 60 }, path: "/a", returns: Brain } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- a number where a duration belongs
    routes: { a: { ...get, path: "/a", alwaysFails: { code: "gone", retryAfter: 5 } } },
  });
  definePlugin({
    ...plugin,
    // @ts-expect-error -- an unknown redirect status
    routes: { a: { ...get, path: "/a", redirect: { to: "b.c", status: 200 } } },
  });
});

test("a list has its own parameters beside those of lists", () => {
  const query = z.object({ tag: z.array(z.string()), from: z.coerce.number().optional() });
  definePlugin({
    id: "brains",
    summary: "Brains.",
    routes: { listBrains: { ...get, path: "/brains", list, query } },
    handlers: () => ({
      listBrains: ({ query: received }) => {
        expectTypeOf(received.tag).toEqualTypeOf<string[]>();
        expectTypeOf(received.from).toEqualTypeOf<number | undefined>();
        expectTypeOf(received.limit).toEqualTypeOf<ListQuery["limit"]>();
        // @ts-expect-error -- no schema declares it
        return [received.other].map(() => ({ id: "1", name: "x" }));
      },
    }),
  });
});

test("a handler redirects to the route that it declares only", () => {
  const write = {
    method: "POST",
    summary: "A summary.",
    idempotency: "none",
    empty: true,
  } as const;
  definePlugin({
    id: "brains",
    summary: "Brains.",
    routes: {
      getBrain: { ...get, path: "/brains/{id}", returns: Brain },
      addBrain: { ...write, path: "/brains", redirects: { to: "getBrain", status: 303 } },
      wakeBrain: { ...write, path: "/brains/wake" },
    },
    handlers: () => ({
      getBrain: ({ params }) => ({ id: params.id, name: "x" }),
      addBrain({ redirect }) {
        redirect("getBrain", { id: "1" });
        // @ts-expect-error -- another route
        redirect("addBrain");
      },
      wakeBrain({ redirect }) {
        // @ts-expect-error -- the route declares no redirect
        redirect("getBrain", { id: "1" });
      },
    }),
  });
});

test("a handler fills the headers, returns the bytes and reads the upload that its route declares", () => {
  const write = {
    method: "POST",
    summary: "A summary.",
    transaction: false,
    idempotency: "none",
    empty: true,
  } as const;
  definePlugin({
    id: "photos",
    summary: "Photos.",
    routes: {
      showTotal: {
        ...get,
        path: "/total",
        returns: Brain,
        responseHeaders: { "X-Total": z.number() },
      },
      showPhoto: { ...get, path: "/photo", bytes: ["image/png", "image/jpeg"] },
      showFilm: { ...get, path: "/film", bytes: { mediaTypes: "video/mp4", streamed: true } },
      putPhoto: {
        ...write,
        path: "/photos",
        upload: { mediaTypes: ["image/png", "image/gif"], maxBytes: 10 },
      },
      postForm: {
        ...write,
        path: "/forms",
        upload: {
          maxBytes: 10,
          parts: { caption: z.string().optional(), photo: { mediaTypes: "image/png" } },
        },
      },
    },
    handlers: () => ({
      showTotal({ setHeader, upload }) {
        setHeader("X-Total", 1);
        // @ts-expect-error -- another type of value
        setHeader("X-Total", "1");
        // @ts-expect-error -- not declared
        setHeader("X-Other", 1);
        expectTypeOf(upload).toEqualTypeOf<undefined>();
        return { id: "1", name: "x" };
      },
      showPhoto: () => ({ bytes: new Uint8Array(), mediaType: "image/png" as const }),
      async *showFilm() {
        yield new Uint8Array();
      },
      async putPhoto({ upload }) {
        expectTypeOf(upload.mediaType).toEqualTypeOf<"image/png" | "image/gif">();
        for await (const chunk of upload) expectTypeOf(chunk).toEqualTypeOf<Uint8Array>();
      },
      async postForm({ upload }) {
        for await (const part of upload) {
          expectTypeOf(part.name).toEqualTypeOf<"caption" | "photo">();
          if (part.name === "caption") expectTypeOf(part.value).toEqualTypeOf<string | undefined>();
          else expectTypeOf(part.bytes).toEqualTypeOf<AsyncIterable<Uint8Array>>();
        }
      },
    }),
  });
});

test("misuse of handlers is reported", () => {
  const plugin = { id: "x", summary: "X." } as const;
  definePlugin({
    ...plugin,
    routes: { a: { ...get, path: "/a", bytes: "text/csv" } },
    // @ts-expect-error -- the route declares whole bytes
    handlers: () => ({ a: () => new ReadableStream<Uint8Array>() }),
  });
  const routes = {
    a: { ...get, path: "/a/{id}", returns: Brain, errors: ["gone"], statuses: [503] },
  } as const;
  const brain = { id: "", name: "" };
  // @ts-expect-error -- missing handler
  definePlugin({ ...plugin, routes, handlers: () => ({}) });
  // @ts-expect-error -- wrong return
  definePlugin({ ...plugin, routes, handlers: () => ({ a: () => ({ id: 1, name: "" }) }) });
  definePlugin({
    ...plugin,
    routes,
    // @ts-expect-error -- unknown path parameter
    handlers: () => ({ a: ({ params }) => ({ ...brain, id: params.key }) }),
  });
  // @ts-expect-error -- undeclared error code
  definePlugin({ ...plugin, routes, handlers: () => ({ a: ({ fail }) => fail("lost") }) });
  definePlugin({
    ...plugin,
    routes,
    // @ts-expect-error -- undeclared status
    handlers: () => ({ a: ({ status }) => (status(500), brain) }),
  });
  // @ts-expect-error -- a service that is not needed
  definePlugin({ ...plugin, routes, handlers: ({ store: _store }) => ({ a: () => brain }) });
  // A setup that provides nothing returns nothing, synchronously or asynchronously.
  definePlugin({ ...plugin, setup: () => {} });
  definePlugin({ ...plugin, setup: async (_use, { defer }) => defer(() => {}) });
  definePlugin({
    ...plugin,
    provides: { mailer: Mailer },
    setup: async () => ({ mailer: { send() {} } }),
  });
  // @ts-expect-error -- setup does not return what the plugin provides
  definePlugin({ ...plugin, provides: { mailer: Mailer }, setup: () => ({}) });

  definePlugin({ ...plugin, events: { woken: Brain, asked: { of: Brain, access: "public" } } });
  definePlugin({ ...plugin, events: { woken: { of: Brain, scope: "instance" } } });
  // @ts-expect-error -- an event of a form without its schema
  definePlugin({ ...plugin, events: { woken: { scope: "instance" } } });
  // @ts-expect-error -- an audience that is none
  definePlugin({ ...plugin, events: { woken: { of: Brain, access: "friends" } } });
});

test("a validation sees what plugins contribute, and the options", () => {
  const plugin = { id: "atlas", summary: "Maps.", options: z.object({ most: z.int() }) } as const;
  const finding = { where: "atlas", message: "too many maps", hint: "remove one" };
  definePlugin({
    ...plugin,
    validate: {
      run: ({ routes }, { most }) =>
        routes.length > most ? [{ ...finding, code: "ATLAS_FULL" }] : [],
    },
  });
  // @ts-expect-error -- a finding without a code
  definePlugin({ ...plugin, validate: { run: () => [finding] } });
});

test("misuse of policies is reported", () => {
  definePolicy({ id: "x", compile: () => ({ admit: () => ({ code: "not-found" }) }) });
  definePolicy({
    id: "x",
    // @ts-expect-error -- a code that no catalog is known to have
    compile: () => ({ admit: () => ({ code: "not-fond" }) }),
  });
  definePolicy({
    id: "x",
    compile: () => ({
      members: () => ({
        // @ts-expect-error -- a kept body is the same for every caller
        from: { schema: {}, value: ({ call }) => call.client },
      }),
    }),
  });
  const writes = { "X-One": "One.", "X-Two": "Two." } as const;
  definePolicy({
    id: "x",
    writes,
    // @ts-expect-error -- a claimed header without an answer
    compile: () => ({ fields: () => ({ "X-One": "1" }) }),
  });
  definePolicy({
    id: "x",
    writes,
    compile: () => ({
      begin: () => ({ count: 1 }),
      fields: () => ({
        "X-One": "1",
        "X-Two": (_call, _reply, state) => {
          expectTypeOf(state.count).toEqualTypeOf<number>();
          return undefined;
        },
      }),
    }),
  });
});

test("handlers read declared headers and values as their tokens and schemas have them", () => {
  const Tenant = requestValue<{ readonly name: string }>("tenant");
  definePlugin({
    id: "a",
    summary: "A.",
    routes: {
      get: {
        method: "GET",
        path: "/a",
        summary: "A.",
        text: { mediaType: "text/plain" },
        headers: z.object({ "x-size": z.coerce.number().optional() }),
        values: { tenant: Tenant },
        cache: "no-store",
      },
      other: {
        method: "GET",
        path: "/b",
        summary: "B.",
        text: { mediaType: "text/plain" },
        cache: "no-store",
      },
    },
    handlers: () => ({
      get({ headers, values }) {
        expectTypeOf(headers["x-size"]).toEqualTypeOf<number | undefined>();
        expectTypeOf(values.tenant).toEqualTypeOf<{ readonly name: string }>();
        return "";
      },
      // @ts-expect-error: a value that the route does not name
      other: ({ values }) => String(values.tenant),
    }),
  });
  definePolicy({
    id: "a",
    provides: { tenant: Tenant },
    compile: () => ({ begin: () => "x", provide: { tenant: (_call, name) => ({ name }) } }),
  });
  definePolicy({
    id: "a",
    provides: { tenant: Tenant },
    // @ts-expect-error: a value of another type
    compile: () => ({ provide: { tenant: () => 1 } }),
  });
});
