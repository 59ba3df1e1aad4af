/** Every way to the data of a guarded route, warm from a caller whom its guard admits, asked by callers whom it refuses. */
import { expect, it } from "vitest";
import {
  definePlugin,
  definePolicy,
  html,
  requestValue,
  type HandlerCall,
  type Plugin,
} from "waymark";
import preset from "waymark/preset";
import { Runtime, type Read } from "waymark/services";
import { z } from "zod";
import { describeMatrix, json, jsonRequest, type Ask } from "../../../_setup.ts";
import { badge, privately, REFUSED, STAFF } from "./_badge.ts";

const GUARDED = [
  "offices.getOffice",
  "locales.listLocales",
  "integrations.listIntegrations",
  "version.getVersion",
];

const Inside = z.unknown();
type Caller = Pick<HandlerCall, "signal" | "requestId" | "client">;

/** Reads the guarded routes from within. */
const inside: Plugin = definePlugin({
  id: "inside",
  summary: "Reads routes of others.",
  needs: { runtime: Runtime },
  routes: {
    readInside: {
      method: "GET",
      path: "/inside/{way}",
      summary: "Read in one of the ways there are.",
      returns: Inside,
      cache: "no-store",
    },
    showInside: {
      method: "GET",
      path: "/inside-page",
      summary: "A page with guarded data.",
      page: { title: "Inside", description: "Guarded data." },
      cache: "no-store",
    },
  },
  handlers: ({ runtime }) => {
    const office = { officeId: "lisboa" };
    const ways: Readonly<Record<string, (onBehalfOf: Caller) => unknown>> = {
      resource: (onBehalfOf) => runtime.read("offices.getOffice", office, { onBehalfOf }),
      document: (onBehalfOf) => runtime.read("version.getVersion", {}, { onBehalfOf }),
      list: (onBehalfOf) => runtime.read("locales.listLocales", {}, { onBehalfOf }),
      kept: async (onBehalfOf) => {
        const read = await runtime.read("locales.listLocales", {}, { onBehalfOf });
        return runtime.readCached("locales.listLocales") ?? read;
      },
      many: (onBehalfOf) =>
        runtime.readMany("integrations.listIntegrations", [office], { onBehalfOf, atMost: 100 }),
      "many-one-by-one": (onBehalfOf) =>
        runtime.readMany("offices.getOffice", [office], { onBehalfOf, atMost: 100 }),
      twice: (onBehalfOf) => runtime.read("inside.readInside", { way: "resource" }, { onBehalfOf }),
      some: (onBehalfOf) =>
        runtime.readMany(
          "integrations.listIntegrations",
          ["lisboa", "closed", "madrid"].map((officeId) => ({ officeId })),
          { onBehalfOf, atMost: 100 },
        ),
      anonymous: () => runtime.read("offices.getOffice", office),
    };
    return {
      readInside: (call) => ways[call.params.way]?.(call),
      showInside: async (call) => {
        const read = (await ways["resource"]?.(call)) as Read;
        return html`<p>${JSON.stringify(read)}</p>`;
      },
    };
  },
});

const ask =
  (path: string, init?: RequestInit) =>
  (send: Ask, headers: Readonly<Record<string, string>>): Promise<Response> =>
    send(path, { ...init, headers: { ...init?.headers, ...headers } });
const graphql = (query: string) => ask("/api/graphql", jsonRequest("POST", { query }));

/** Each way to guarded data, with a part of it that must not leave. */
const DOORS: readonly [name: string, door: ReturnType<typeof ask>, secret: string][] = [
  ["a resource", ask("/api/offices/lisboa"), "Lisboa"],
  ["a list", ask("/api/locales"), "Español"],
  ["a document", ask("/api/version"), '"version"'],
  ["the same path, escaped", ask("/api/%6cocales"), "Español"],
  ["a field of GraphQL", graphql("{ locales { name } }"), "Español"],
  ["the same by GET", ask("/api/graphql?query={locales{name}}"), "Español"],
  ["a field beside a public one", graphql("{ brains { id } locales { name } }"), "Español"],
  ["an alias", graphql("{ a: locales { code } b: locales { name } }"), "Español"],
  ["a resource of GraphQL", graphql('{ office(officeId: "lisboa") { name } }'), "Lisboa"],
  [
    "a list of each object",
    graphql("{ offices { id integrations { id } } }"),
    "lisboa-slack-general",
  ],
  ...Object.entries({
    resource: "Lisboa",
    document: '"version"',
    list: "Español",
    kept: "Español",
    many: "lisboa-slack-general",
    "many-one-by-one": "Lisboa",
    twice: "Lisboa",
  }).map(([way, secret]): (typeof DOORS)[number] => [
    `a read from within: ${way}`,
    ask(`/inside/${way}`),
    secret,
  ]),
  ["a page with a read", ask("/inside-page"), "Lisboa"],
];

const plugins = [
  ...preset.map((plugin) =>
    GUARDED.some((ref) => ref.startsWith(`${plugin.id}.`)) ? privately(plugin) : plugin,
  ),
  badge((ref) => GUARDED.includes(ref)),
  inside,
];

describeMatrix("guarded data (A1)", { plugins }, (send) => {
  it.each(DOORS)("leaves by no door: %s", async (_name, door, secret) => {
    const open = async () => (await door(send, STAFF)).text();
    // Asked for the second time, answers are kept.
    for (let round = 0; round < 3; round++) expect(await open()).toContain(secret);
    for (const [code, headers] of REFUSED) {
      for (let round = 0; round < 3; round++) {
        const text = await (await door(send, headers)).text();
        expect(text).not.toContain(secret);
        expect(text).toContain(code);
      }
      expect(await open(), "for those who may").toContain(secret);
    }
  });

  it("answers public fields beside refused ones, which say why", async () => {
    const door = graphql("{ brains { id } locales { name } }");
    for (const [code, headers] of REFUSED) {
      const { data, errors } = await json<Record<"data" | "errors", unknown>>(
        await door(send, headers),
      );
      expect(data).toMatchObject({ brains: expect.arrayContaining([]), locales: null });
      const status = code === "badge-required" ? 401 : 403;
      expect(errors).toMatchObject([{ path: ["locales"], extensions: { code, status } }]);
    }
  });

  it("answers no condition and no HEAD, and refuses no preflight (A6)", async () => {
    const tag = (await send("/api/locales", { headers: STAFF })).headers.get("etag") ?? "";
    for (const [code, headers] of REFUSED) {
      const status = code === "badge-required" ? 401 : 403;
      const conditional = { ...headers, "if-none-match": tag };
      const answers = [
        await send("/api/locales", { method: "HEAD", headers }),
        await send("/api/locales", { headers: conditional }),
        await send("/api/locales", { method: "HEAD", headers: conditional }),
        await send("/api/locales/", { headers }),
        await send("/api/locales", { method: "DELETE", headers }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
      const preflight = await send("/api/locales", {
        method: "OPTIONS",
        headers: {
          ...headers,
          origin: "https://a.example",
          "access-control-request-method": "GET",
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  it("is never public: neither the answer nor the refusal within it (A1)", async () => {
    const ways = ["{locales{name}}", "{brains{id}locales{name}}", "{offices{integrations{id}}}"];
    for (const headers of [STAFF, ...REFUSED.map(([, shown]) => shown)])
      for (const query of [...ways, ...ways]) {
        const answer = await send(`/api/graphql?query=${query}`, { headers });
        expect(answer.headers.get("cache-control"), `for ${query}`).toBe("private, max-age=0");
        const etag = answer.headers.get("etag") ?? "";
        const again = await send(`/api/graphql?query=${query}`, {
          headers: { ...headers, "if-none-match": etag },
        });
        expect(again.headers.get("cache-control")).toBe("private, max-age=0");
      }
    const open = await send("/api/graphql?query={brains{id}}", { headers: STAFF });
    expect(open.headers.get("cache-control")).toBe("public, max-age=0");
  });

  it("is not read without a caller, even for those who may", async () => {
    expect(await json(await send("/inside/anonymous", { headers: STAFF }))).toMatchObject({
      refusal: { code: "badge-required" },
    });
  });

  it("is refused item by item", async () => {
    expect(await json(await send("/inside/some", { headers: STAFF }))).toMatchObject([
      { value: expect.any(Array) },
      { refusal: { code: "badge-refused" } },
      { value: expect.any(Array) },
    ]);
  });
});

const Name = requestValue<string>("name");
const Named = z.object({ id: z.string(), name: z.string(), header: z.string() });

/** Lists the caller as the route declares it, for itself and for `relay`. */
const named: Plugin = definePlugin({
  id: "named",
  summary: "Names its caller.",
  needs: { runtime: Runtime },
  policies: [
    definePolicy({
      id: "name",
      provides: { name: Name },
      // Not for the routes that read from within: the route that is read has its own.
      compile: ({ path }) =>
        path === "/api/named"
          ? {
              begin: async (call) => `${call.header("x-name")} of ${call.client}`,
              provide: { name: (_call, name) => name },
            }
          : undefined,
    }),
  ],
  routes: {
    listNamed: {
      method: "GET",
      path: "/api/named",
      summary: "List the caller.",
      list: { of: Named, as: "named", name: "NamedList" },
      headers: z.object({ "x-header": z.string().optional() }),
      values: { name: Name },
      cache: { scope: "public", maxAge: "60s" },
    },
    relay: {
      method: "GET",
      path: "/relay",
      summary: "Read the list for the caller.",
      returns: Inside,
      cache: "no-store",
    },
  },
  handlers: ({ runtime }) => ({
    listNamed: (call) => [
      { id: "1", name: call.values.name, header: call.headers["x-header"] ?? call.lastEventId },
    ],
    relay: (call) => runtime.read("named.listNamed", {}, { onBehalfOf: call }),
  }),
});

describeMatrix("what a route declares of its caller", { plugins: [...preset, named] }, (send) => {
  it.each([
    ["its path", ask("/api/named")],
    ["another plugin", ask("/relay")],
    ["GraphQL", graphql("{ named { name header } }")],
  ])("is the same by %s", async (_name, door) => {
    for (const name of ["ann", "ben", "ann"]) {
      const answer = await door(send, { "x-name": name, "x-header": `of-${name}` });
      const text = await answer.text();
      expect(text).toMatch(new RegExp(`"name":"${name} of [^"]*","header":"of-${name}"`));
    }
  });
});
