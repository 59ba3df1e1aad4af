/** Faults of the past, each put back: `waymark check` finds every one. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin, type Route, type SealedRoute } from "waymark";
import { Store } from "waymark/services";
import preset from "waymark/preset";
import { z } from "zod";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";
import { keyed, keyPolicy } from "../../../fixtures/keyed.ts";
import { checkThrough, type Tampering } from "./_proxy.ts";
import { NO_CONFIG } from "../../../_setup.ts";
import { failed, routesOf } from "../../../_conforms.ts";

/** Enough of the preset for the doors and links of a plugin, and small enough for many runs. */
const SMALL = new Set(
  "request-id rate-limit problem-details links cache cors lists prefer clock ids event-bus store graphql root schemas server-timing locales size-limits".split(
    " ",
  ),
);
const small: readonly Plugin[] = preset.filter(({ id }) => SMALL.has(id));

/** Cases that fail where the routes of plugins are checked in depth, beside those of a small preset. */
async function checkWith(...plugins: readonly Plugin[]): Promise<readonly string[]> {
  const isTheirs = ({ plugin }: SealedRoute) => plugins.some(({ id }) => id === plugin);
  const input = { ...NO_CONFIG, preset: [...small, ...plugins] };
  return failed(await checkInProcess(input, { only: isTheirs }));
}

it("a plugin with a guard conforms", async () => {
  expect(await checkWith(keyed)).toEqual([]);
});

describe("a guard that", () => {
  /** The fixture's policy with a fault. */
  const withPolicy = (fault: Partial<typeof keyPolicy>): Plugin => ({
    ...keyed,
    policies: [{ ...keyPolicy, ...fault }],
  });

  it("says that it guards nothing lets GraphQL past it (A1)", async () => {
    expect(await checkWith(withPolicy({ guards: false }))).toEqual(
      expect.arrayContaining(["GET /api/notes [strangers]", "GET /api/notes/{noteId} [strangers]"]),
    );
  });

  it("is off leaves no route open: the start is refused (A3)", async () => {
    const guard = definePlugin({ id: "guard", summary: "Guards.", policies: [keyPolicy] });
    const { policies: _, ...notes } = keyed;
    const overrides = { plugins: { guard: false as const } };
    const checked = checkInProcess({ ...NO_CONFIG, preset: [...small, guard, notes], overrides });
    await expect(checked).rejects.toThrow(/GUARD_OFF/);
  });

  it("refuses preflights, too (A6)", async () => {
    const compile: typeof keyPolicy.compile = (_route, _context, value) =>
      value && {
        admit: (call) =>
          call.header("x-key") === "open" ? undefined : { code: "key-missing" as const },
      };
    expect(await checkWith(withPolicy({ guards: false, compile }))).toContain(
      "GET /api/notes [strangers]",
    );
  });
});

it("a kept list with its first reader's data is found (A2)", async () => {
  let reader = "";
  const Row = z.object({ id: z.string(), reader: z.string() });
  const kept = definePlugin({
    id: "kept",
    summary: "Keeps the answer to its first reader.",
    needs: { store: Store },
    policies: [
      definePolicy({
        id: "reader",
        compile: () => ({ begin: ({ client }) => void (reader = client) }),
      }),
    ],
    routes: {
      listRows: {
        method: "GET",
        path: "/api/rows",
        summary: "List.",
        list: { of: Row, as: "rows", name: "RowsList" },
        cache: { scope: "public", maxAge: "60s" },
      },
    },
    handlers: () => ({ listRows: () => [{ id: "a", reader }] }),
  });
  expect(await checkWith(kept)).toContain("GET /api/rows [callers]");
});

it.each([
  ["GET /api/brains", "listBrains", (route: Route) => ({ ...route, publish: undefined })],
  [
    "GET /api/offices/{officeId}",
    "listOffices",
    (route: Route) => ({ ...route, list: { ...route.list, relations: {} } }),
  ],
])("finds that no link leads to %s (B1)", async (where, id, change) => {
  const unlinked = preset.map((plugin): Plugin => {
    const routes = Object(plugin.routes) as Readonly<Record<string, Route>>;
    if (routes[id] === undefined) return plugin;
    return { ...plugin, routes: { ...routes, [id]: change(routes[id]) as Route } };
  });
  const { failures } = await checkInProcess(
    { ...NO_CONFIG, preset: unlinked },
    { only: ({ method, path }) => `${method} ${path}` === where },
  );
  const about = failures.map(({ operation, case: name }) => `${operation} [${name}]`);
  expect(about).toEqual([`${where} [reachable]`]);
});

it("finds flags that are not what is answered (B2)", async () => {
  const FEW = new Set([...SMALL, "capabilities", "site", "developers", "reference", "openapi"]);
  const few = preset.filter(({ id }) => FEW.has(id));
  const mistaken = few.map((plugin): Plugin => {
    if (plugin.id === "links") return { ...plugin, capabilities: { profileLink: true } };
    if (plugin.id !== "developers") return plugin;
    const routes = Object(plugin.routes) as Readonly<Record<string, Route>>;
    const silent = { ...routes["showDevelopers"], publish: { rootLink: "developers" } } as Route;
    return { ...plugin, routes: { ...routes, showDevelopers: silent } };
  });
  const without = { overrides: { plugins: { schemas: false } } };
  const { failures } = await checkInProcess({ ...NO_CONFIG, ...without, preset: mistaken });
  const about = failures.filter((failure) => failure.case === "capabilities: flags");
  expect(
    about.flatMap(({ expected, more }) => [expected, ...more.map((one) => one.expected)]),
  ).toEqual([
    "profileLink to be false, as the answers are",
    "apiPlayground to be true, as the answers are",
  ]);
});

describe("a server that", () => {
  it.each<[string, Tampering, readonly string[]]>([
    [
      "sends members that no schema declares (A7)",
      {
        answer: (answer) => {
          const text = answer.body.toString();
          if (text.startsWith('{"notes":[{'))
            answer.body = Buffer.from(text.replace("[{", '[{"passwordHash":"x",'));
        },
      },
      ["GET /api/notes [answer]"],
    ],
    [
      "refuses preflights (A6)",
      {
        ask: (ask) => {
          if (ask.method === "OPTIONS" && ask.headers["x-key"] === undefined) ask.method = "GET";
        },
      },
      ["GET /api/notes [strangers]"],
    ],
  ])("%s is found", async (_name, tampering, cases) => {
    const found = failed(await checkThrough([...small, keyed], tampering, routesOf(cases)));
    expect(found).toEqual(expect.arrayContaining([...cases]));
  });
});
