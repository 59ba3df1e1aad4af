/** Answers that are kept: each caller receives their own, on every route and in each way to ask. */
import { definePlugin, html, type ListQuery, type Plugin, type Registry } from "waymark";
import { Store } from "waymark/services";
import preset from "waymark/preset";
import type { TestServer } from "waymark/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { serverPathFinder } from "../../../plugins/tools/testing/requests.ts";
import { draw, seed } from "../../_draw.ts";
import { as, badges } from "./_setup.ts";
import { startServer } from "../../_setup.ts";

type Headers = Readonly<Record<string, string>>;
type Send = (path: string, init?: RequestInit) => Promise<Response>;

const WAYS: readonly (readonly [string, boolean, (server: TestServer) => Send])[] = [
  ["in memory", false, (server) => server.fetch],
  ["over a socket through h3", false, (server) => server.request],
  ["over a socket through the fast path", true, (server) => server.request],
];

const limits = { "rate-limit": { limit: 100_000 } };

async function start(
  plugins: readonly Plugin[],
  require: Readonly<Record<string, "authenticated">>,
  fastPath: boolean,
): Promise<TestServer> {
  return startServer({
    plugins: [...preset, badges as Plugin, ...plugins],
    fastPath,
    config: { plugins: { ...limits, access: { require, failures: 100_000 } } },
  });
}

/** Paths of all routes that answer a GET with a body that ends, their parameters filled in. */
async function readPaths(server: TestServer): Promise<readonly string[]> {
  const find = await serverPathFinder(server);
  const paths: string[] = [];
  for (const route of server.registry.routes) {
    if (route.method !== "GET" || route.kind === "stream") continue;
    const path = await find(route);
    if ("target" in path) paths.push(path.target);
  }
  return paths;
}

/** Asks for everything twice, so that all that can be kept is. */
async function warm(send: Send, paths: readonly string[], headers: Headers): Promise<void> {
  for (const path of [...paths, ...paths]) await (await send(path, { headers })).arrayBuffer();
}

const refsOf = ({ routes }: Registry) =>
  Object.fromEntries(routes.map(({ ref }) => [ref, "authenticated" as const]));

const RAISED = `every route of the preset, raised, %s, with SEED=${seed}`;

describe.each(draw(WAYS, 1))(RAISED, (_way, fastPath, sender) => {
  it("answers callers alone, also while answers are warm and after reloads", async () => {
    const { registry } = await start([], {}, fastPath);
    const require = refsOf(registry);
    const server = await start([], require, fastPath);
    const send = sender(server);
    const paths = await readPaths(server);
    expect(paths.length).toBeGreaterThan(80);

    const expectGuarded = async () => {
      const wrong: string[] = [];
      for (const path of paths) {
        const given = await send(path, { headers: as("ann") });
        const etag = given.headers.get("etag") ?? "*";
        const [vary, cacheControl] = [
          given.headers.get("vary"),
          given.headers.get("cache-control"),
        ];
        await given.arrayBuffer();
        // Some ask for scopes of their own, which only make them stricter.
        if (given.status === 401) wrong.push(`${path} refuses a caller`);
        if (!/private|no-store/.test(cacheControl ?? "")) wrong.push(`${path} is ${cacheControl}`);
        if (vary?.includes("Authorization") !== true) wrong.push(`${path} varies by ${vary}`);
        for (const method of ["GET", "HEAD"]) {
          for (const headers of [{}, { "if-none-match": etag }, as("eve")] as Headers[]) {
            const answer = await send(path, { method, headers });
            await answer.arrayBuffer();
            const { status } = answer;
            const isOpen = status !== 401 || answer.headers.get("etag") !== null;
            if (isOpen)
              wrong.push(`${method} ${path} is ${status} with ${JSON.stringify(headers)}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    };

    await warm(send, paths, as("ann"));
    await expectGuarded();
    // Open to everybody for a while: nothing of it stays.
    await server.reload({ plugins: { ...limits, access: {} } });
    await warm(send, paths, {});
    expect((await send("/api/brains")).status).toBe(200);
    await server.reload({ plugins: { ...limits, access: { require, failures: 100_000 } } });
    await expectGuarded();
  });
});

const Mirror = z.object({ name: z.string() });
const Row = z.object({ id: z.string(), name: z.string() });
const mirror = { method: "GET", summary: "Shows its reader." } as const;
const list = (name: string) => ({ of: Row, as: name, name: `${name}List` }) as const;
const shared = { scope: "public", maxAge: "60s", staleWhileRevalidate: "60s" } as const;

/** Public routes whose handlers look at who asks, though some declare that all share the answer. */
const mirrors = definePlugin({
  id: "mirrors",
  summary: "Shows readers to themselves.",
  needs: { store: Store },
  schemas: { Mirror },
  tables: { panes: { of: Row, key: "id" } },
  routes: {
    listShared: { ...mirror, path: "/api/m/shared", list: list("shared"), cache: shared },
    listOwn: {
      ...mirror,
      path: "/api/m/own",
      list: list("own"),
      cache: { scope: "private", maxAge: "60s" },
    },
    listNone: { ...mirror, path: "/api/m/none", list: list("none"), cache: "no-store" },
    showShared: { ...mirror, path: "/api/m/one", returns: Mirror, cache: shared },
    showNone: { ...mirror, path: "/api/m/unstored", returns: Mirror, cache: "no-store" },
    showText: {
      ...mirror,
      path: "/api/m/text",
      text: { mediaType: "text/plain" },
      cache: shared,
    },
    showPage: { ...mirror, path: "/m", page: { title: "Mirror" }, cache: shared },
  },
  handlers({ store }) {
    // Lists of versioned data are kept.
    const rows = async (query: ListQuery, name = "stranger") => {
      await store.table("panes").list(query);
      return [{ id: "1", name }];
    };
    return {
      listShared: ({ query, principal }) => rows(query, principal?.name),
      listOwn: ({ query, principal }) => rows(query, principal?.name),
      listNone: ({ query, principal }) => rows(query, principal?.name),
      showShared: ({ principal }) => ({ name: principal?.name ?? "stranger" }),
      showNone: ({ principal }) => ({ name: principal?.name ?? "stranger" }),
      showText: ({ principal }) => principal?.name ?? "stranger",
      showPage: ({ principal }) => html`<p>${principal?.name ?? "stranger"}</p>`,
    };
  },
});

const CALLERS = [
  ["Ann", as("ann")],
  ["Ben", as("ben")],
  ["stranger", {}],
] as const;

describe.each(WAYS)("public routes that look at who asks, %s", (_way, fastPath, sender) => {
  it.each(CALLERS)("are never %s's for another caller", async (_name, first) => {
    const server = await start([mirrors as Plugin], {}, fastPath);
    const send = sender(server);
    const query = encodeURIComponent("{ shared { name } own { name } }");
    const paths = [
      ...server.registry.routes
        .filter(({ plugin }) => plugin === "mirrors")
        .map(({ path }) => path),
      `/api/graphql?query=${query}`,
    ];
    await warm(send, paths, first);
    const wrong: string[] = [];
    for (const path of [...paths, ...paths]) {
      for (const [name, headers] of CALLERS) {
        const answer = await send(path, { headers });
        const text = await answer.text();
        const [vary, cacheControl] = [
          answer.headers.get("vary"),
          answer.headers.get("cache-control"),
        ];
        for (const [other] of CALLERS)
          if (text.includes(other) !== (other === name)) wrong.push(`${path} to ${name}: ${text}`);
        if (!/private|no-store/.test(cacheControl ?? "")) wrong.push(`${path} is ${cacheControl}`);
        if (vary?.includes("Authorization") !== true) wrong.push(`${path} varies by ${vary}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

it("at once: callers that wait for the same route receive their own", async () => {
  const server = await start([mirrors as Plugin], {}, true);
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const [name, headers] = CALLERS[at % CALLERS.length] ?? CALLERS[0];
      const text = await (await server.request("/api/m/shared", { headers })).text();
      return text.includes(name);
    }),
  );
  expect(answers).toEqual(answers.map(() => true));
});
