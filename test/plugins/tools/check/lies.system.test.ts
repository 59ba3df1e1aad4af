/** T0b: lies that plugins may tell, each found by `waymark check` in a sentence that names it. */
import { describe, expect, test } from "vitest";
import { definePlugin, definePolicy, html, type Plugin, type Route } from "waymark";
import preset from "waymark/preset";
import { Store } from "waymark/services";
import { z } from "zod";
import { draw, seed } from "../../../_draw.ts";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";
import { keyed, keyPolicy } from "../../../fixtures/keyed.ts";
import { NO_CONFIG } from "../../../_setup.ts";
import { SOON } from "../../../_conforms.ts";
import { checkThrough } from "./_proxy.ts";

const SOON_USED_UP = { ...NO_CONFIG, overrides: { plugins: SOON } };

const SMALL = new Set(
  "request-id rate-limit problem-details links cache lists prefer root schemas locales store clock ids event-bus capabilities security-headers bulk server-timing size-limits cors".split(
    " ",
  ),
);
const PAGES = new Set([
  "site",
  "sitemap-xml",
  "docs",
  "rate-limit",
  "server-timing",
  "security-headers",
  "cache",
  "size-limits",
  "clock",
]);
const presetOf = (ids: ReadonlySet<string>): readonly Plugin[] =>
  preset.filter(({ id }) => ids.has(id));

/** The small preset with one of its plugins changed. */
function withLiar(
  liar: string,
  lie: (plugin: Plugin) => Partial<Plugin>,
  ids = SMALL,
): readonly Plugin[] {
  return presetOf(ids).map((plugin) =>
    plugin.id === liar ? { ...plugin, ...lie(plugin) } : plugin,
  );
}

/** The small preset and a plugin. */
const beside = (plugin: Plugin, ids = SMALL): readonly Plugin[] => [...presetOf(ids), plugin];

/** The plugin with one of its documents changed. */
const saying =
  (id: string, change: (said: never) => unknown) =>
  ({ documents }: Plugin): Partial<Plugin> => {
    const made = Object(documents)[id] as (...args: readonly unknown[]) => unknown;
    return {
      documents: {
        ...documents,
        [id]: (...args: readonly unknown[]) => change(made(...args) as never),
      } as never,
    };
  };

/** The plugin with the statement of its first policy changed. */
const stating =
  (change: (stated: never) => unknown) =>
  ({ policies: [first, ...others] = [] }: Plugin): Partial<Plugin> => ({
    policies: [
      {
        ...first,
        statement: (context: never) => change(first?.statement?.(context) as never),
      } as never,
      ...others,
    ],
  });

const cache = "no-store" as const;
const Thing = z.object({ id: z.string(), size: z.int() });
const Twin = Thing.extend({ twin: z.string() });
const things = [
  { id: "b", size: 2 },
  { id: "a", size: 10 },
  { id: "c", size: 9 },
];
const base = { id: "liar", summary: "Says what is not so." } as const;
const listThings = {
  method: "GET",
  path: "/api/things",
  summary: "List things.",
  cache,
  list: { of: Thing, as: "things", name: "ThingsList" },
  publish: { rootLink: "things" },
} as const;
const getThing = {
  method: "GET",
  path: "/api/things/{id}",
  summary: "Read one.",
  cache,
  returns: Thing,
  errors: ["resource-not-found"],
} as const satisfies Route;

/** A plugin with one thing, as an author without types may answer with it. */
function oneThing(answer: unknown): Plugin {
  return definePlugin({
    ...base,
    routes: {
      getThing: { method: "GET", path: "/api/thing", summary: "Read it.", cache, returns: Thing },
    },
    handlers: () => ({ getThing: () => answer as z.output<typeof Thing> }),
  });
}

/** A plugin with a page that has a link. */
function page(href: string): Plugin {
  return definePlugin({
    ...base,
    routes: {
      showGuide: {
        method: "GET",
        path: "/guide",
        summary: "Read the guide.",
        page: { title: "Guide" },
        document: true,
        cache,
      },
    },
    documents: { showGuide: () => html`<a href="${href}">Next</a>` },
  });
}

type Lie = readonly [lie: string, plugins: readonly Plugin[], where: string, sentence: RegExp];

const LIES: readonly Lie[] = [
  [
    "a page links to what is not there",
    beside(page("/nowhere"), PAGES),
    "the server [pages: links]",
    /^status below 400 at \/nowhere, the link of the page \/guide; status 404/,
  ],
  [
    "a page links to a part that no page has",
    beside(page("#limits"), PAGES),
    "the server [pages: links]",
    /^a part of \/guide at \/guide#limits, the link of the page \/guide; none$/,
  ],
  [
    "a page links to a part whose name is not percent-encoded well",
    beside(page("#%zz"), PAGES),
    "the server [pages: links]",
    /^a part of \/guide at \/guide#%zz, the link of the page \/guide; none$/,
  ],
  [
    "a sitemap leaves pages out",
    withLiar(
      "sitemap-xml",
      saying("showSitemapXml", (xml: string) => xml.replace(/ {2}<url><loc>[^<]*\/docs<.*\n/, "")),
      PAGES,
    ),
    "the server [pages: sitemap]",
    /^every page in \/sitemap\.xml; without \/docs$/,
  ],
  [
    "a sitemap names a page that is not there",
    withLiar(
      "sitemap-xml",
      saying("showSitemapXml", (xml: string) => xml.replace("/docs<", "/handbook<")),
      PAGES,
    ),
    "the server [pages: sitemap]",
    /^every page in \/sitemap\.xml; without \/docs; with \/handbook in addition$/,
  ],
  [
    "a flag is true of which no answer is a sign",
    beside(definePlugin({ ...base, capabilities: { teleport: true } })),
    "the server [capabilities: flags]",
    /^an answer that shows teleport, which is true; no route publishes it, and no header$/,
  ],
  [
    "a flag is published by a route that refuses always",
    withLiar("bulk", ({ routes }) => {
      const { runBulk } = Object(routes) as Readonly<Record<string, Route>>;
      return { routes: { runBulk: { ...runBulk, publish: { capability: "bulk" } } as Route } };
    }),
    "the server [capabilities: flags]",
    /^bulk to be false, as the answers are; true$/,
  ],
  [
    "a header is claimed, and no answer has it",
    beside(
      definePlugin({
        ...base,
        policies: [
          definePolicy({
            id: "quota",
            writes: { "X-Quota": "The rest of a quota." },
            compile: () => ({ fields: () => ({ "X-Quota": () => undefined }) }),
          }),
        ],
      }),
    ),
    "the server [quota: headers]",
    /^X-Quota in some answer, as policy quota writes it; none that has it$/,
  ],
  [
    "a policy document says what its policy does not state",
    withLiar(
      "cache",
      saying("showCachePolicy", (said: { cacheable: readonly object[] }) => ({
        ...said,
        cacheable: said.cacheable.map((row) => ({ ...row, maxAge: 86_400 })),
      })),
    ),
    "GET /api/cache-policy [document: statement]",
    /^cacheable as policy cache states it: .*;.*86400/,
  ],
  [
    "a policy document leaves half of what its policy states out",
    withLiar(
      "cache",
      saying("showCachePolicy", (said: { cacheable: readonly object[] }) => ({
        ...said,
        cacheable: said.cacheable.slice(1),
      })),
    ),
    "GET /api/cache-policy [document: statement]",
    /^cacheable as policy cache states it: /,
  ],
  [
    "a policy states other ages than it sends",
    withLiar(
      "cache",
      stating((stated: { cacheable: readonly { path: string; maxAge: number }[] }) => ({
        ...stated,
        cacheable: stated.cacheable.map((row) => ({ ...row, maxAge: row.maxAge + 1 })),
      })),
    ),
    "GET /api/locales [cache: Cache-Control]",
    /^Cache-Control: public, max-age=3601, .*; without max-age=3601; with max-age=3600 in addition$/,
  ],
  [
    "a policy states a header that it sends otherwise",
    withLiar(
      "security-headers",
      stating((stated: object) => ({ ...stated, referrerPolicy: "no-referrer" })),
    ),
    "GET /api/locales [security-headers: values]",
    /^Referrer-Policy: no-referrer from .*; Referrer-Policy: strict-origin-when-cross-origin$/,
  ],
  [
    "a policy states a larger limit than it keeps",
    withLiar(
      "rate-limit",
      stating((stated: { limit: number }) => ({ ...stated, limit: stated.limit + 100 })),
    ),
    "GET /api/locales [rate-limit: headers]",
    /^X-RateLimit-Limit: 160 from .*; X-RateLimit-Limit: 60$/,
  ],
  [
    "a body does not fit its schema",
    beside(oneThing({ id: "a", size: "large" })),
    "GET /api/thing [answer]",
    /; \/size must be integer$/,
  ],
  [
    "a handler returns members that its schema does not declare",
    beside(oneThing({ id: "a", size: 1, passwordHash: "x" })),
    "GET /api/thing [members]",
    /^only members that its schema declares; passwordHash, which is not sent$/,
  ],
  [
    "a route answers 200 for what is not there",
    beside(
      definePlugin({
        ...base,
        routes: { listThings, getThing },
        handlers: () => ({
          listThings: () => things,
          getThing: ({ params }) => ({ id: params.id, size: 1 }),
        }),
      }),
    ),
    "GET /api/things/{id} [404]",
    /^status 404 from GET \/api\/things\/no-such-resource; status 200$/,
  ],
  [
    "a relation leads to what is not there",
    beside(
      definePlugin({
        ...base,
        schemas: { Twin },
        routes: {
          getThing: {
            ...getThing,
            path: "/api/things/first",
            returns: Twin,
            relations: { twin: { to: "getOther", with: { id: "twin" } } },
          },
          getOther: getThing,
          listThings,
        },
        handlers: () => ({
          getThing: () => ({ id: "a", size: 1, twin: "z" }),
          getOther: ({ params, fail }) =>
            things.find(({ id }) => id === params.id) ?? fail("resource-not-found"),
          listThings: () => things,
        }),
      }),
    ),
    "GET /api/things/first [links]",
    /^status below 400 at \/api\/things\/z, the twin of GET \/api\/things\/first; status 404/,
  ],
  [
    "a list says that it sorts and does not",
    beside(
      definePlugin({
        ...base,
        routes: { listThings },
        handlers: () => ({ listThings: () => ({ items: things }) }),
      }),
    ),
    "GET /api/things [lists: sort]",
    /"b"|2,10,9/,
  ],
  [
    "a guard says that it guards nothing",
    beside({ ...keyed, policies: [{ ...keyPolicy, guards: false }] }),
    "GET /api/notes [strangers]",
    /;/,
  ],
  [
    "an answer that anybody may keep is one caller's",
    beside(
      definePlugin({
        ...base,
        needs: { store: Store },
        policies: [
          definePolicy({
            id: "reader",
            compile: () => ({ begin: ({ client }) => void (reader = client) }),
          }),
        ],
        routes: {
          listThings: {
            ...listThings,
            list: { ...listThings.list, of: z.object({ id: z.string(), reader: z.string() }) },
            cache: { scope: "public", maxAge: "60s" },
          },
        },
        handlers: () => ({ listThings: () => [{ id: "a", reader }] }),
      }),
    ),
    "GET /api/things [callers]",
    /;/,
  ],
];

let reader = "";

/** `what was expected; what was received` of the case. */
function sentencesOf(failures: Awaited<ReturnType<typeof checkInProcess>>["failures"], at: string) {
  return failures
    .flatMap((failure) =>
      `${failure.operation} [${failure.case}]` === at ? [failure, ...failure.more] : [],
    )
    .map(({ expected, received }) => `${expected}; ${received}`);
}

describe("T0b: check finds that", () => {
  test.each(draw(LIES, 8))(`%s, with SEED=${seed}`, async (_lie, plugins, where, sentence) => {
    const { failures } = await checkInProcess({ ...SOON_USED_UP, preset: plugins });
    expect(sentencesOf(failures, where)).toContainEqual(expect.stringMatching(sentence));
  });

  test("an event stream is in place of a refusal", async () => {
    const { failures } = await checkThrough(presetOf(SMALL), {
      answer: (answer) => {
        if (answer.status !== 406) return;
        answer.status = 200;
        answer.headers["content-type"] = "text/event-stream";
        answer.body = Buffer.from(": waiting\n\n");
      },
    });
    expect(sentencesOf(failures, "GET /api/locales [406]")).toContainEqual(
      expect.stringMatching(/^status 406 from GET \/api\/locales with accept: .*; status 200$/),
    );
  });

  test("nothing is wrong without a lie", async () => {
    for (const ids of [SMALL, PAGES]) {
      const { failures } = await checkInProcess({ ...SOON_USED_UP, preset: presetOf(ids) });
      expect(failures).toEqual([]);
    }
  });
});
