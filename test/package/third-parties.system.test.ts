/** Third-party packages can contribute everything; they are installed from tarballs beside that of Waymark. */
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestServer } from "waymark/testing";
import { isDue } from "../_programs.ts";
import { startPostgres } from "../engines/postgres.ts";
import { startRedis } from "../engines/redis.ts";
import { brew, follow, jsonOf, keepAsking, query, textOf, traces } from "./_ask.ts";
import { packedWaymark, packFolders } from "./_pack.ts";
import { WITHOUT } from "../_conforms.ts";
import { asHere, install, mustRun, newProject, run, start, tsc } from "./_project.ts";
import { folderOf } from "../_folder.ts";

const fixtures = join(import.meta.dirname, "../fixtures/packages");
const CONFIG = "waymark.config.yaml";
const MEMORY = "store: false, waymark-store-memory: true";
const TEA = "waymark-plugin-tea: { longestSteep: 2m }";
const PARTIES = `{ ${MEMORY}, ${TEA} }`;

const folder = folderOf({}, afterAll);

let project: string;

/** Works on the packages as their authors would, with the package installed; gives their tarballs. */
async function publish(): Promise<readonly string[]> {
  const work = join(project, "work");
  cpSync(fixtures, work, { recursive: true });
  const tea = join(work, "waymark-plugin-tea");
  const memory = join(work, "waymark-store-memory");
  const broken = join(work, "waymark-plugin-broken");
  await Promise.all([
    tsc(tea).then(mustBeSilent),
    tsc(memory).then(mustBeSilent),
    mustRun(memory, process.execPath, "test.js"),
  ]);
  const tarballs = await packFolders([tea, memory, broken], folder);
  rmSync(work, { recursive: true });
  return tarballs;
}

function mustBeSilent({ stdout }: { readonly stdout: string }): void {
  if (stdout !== "") throw new Error(stdout);
}

/** Replaces the config in one step, as deployments do. */
function configure(plugins: string, name = CONFIG): void {
  writeFileSync(join(project, `${name}.new`), `plugins: ${plugins}\n`);
  renameSync(join(project, `${name}.new`), join(project, name));
}

/** Another config, for `--config`. */
function configFile(plugins: string): string {
  const name = `other-${configs++}.yaml`;
  configure(plugins, name);
  return name;
}
let configs = 0;

/** The program behind `npx waymark`, without npx. */
const waymark = (...args: readonly string[]) =>
  run(project, join(project, "node_modules/.bin/waymark"), ...args);

beforeAll(async () => {
  project = await newProject(folder, [await packedWaymark()]);
  if (project === "") return;
  // The client of Redis is for the service on two nodes.
  const packages = [...(await publish()), asHere("@redis/client")];
  const { code, stderr } = await install(project, packages);
  if (code !== 0) throw new Error(stderr);
});

beforeEach(({ skip }) => {
  skip(project === "", "needs npm's registry, which cannot be reached");
  configure(PARTIES);
});

it("conforms with them", async () => {
  configure(
    `{ ${MEMORY}, ${TEA}, ${WITHOUT.map((id) => `${id}: false`).join(", ")} }`,
    "lean.yaml",
  );
  const { stdout } = await waymark("check", "--json", "--config", "lean.yaml");
  const report = JSON.parse(stdout) as { readonly failures: readonly unknown[] };
  expect(report.failures).toEqual([]);
  expect(existsSync(join(project, "data"))).toBe(false);
});

it("types their keys and events for importers", async () => {
  const path = join(project, "uses.ts");
  writeFileSync(
    path,
    `import { definePlugin, type RoutePolicies } from "waymark";
    import type { BusEvents } from "waymark/services";
    import tea, { TeaPot } from "waymark-plugin-tea";
    export const key: RoutePolicies = { steep: "3m" };
    // @ts-expect-error -- no duration
    export const wrong: RoutePolicies = { steep: "long" };
    export const event: BusEvents["tea.brewed"] = { tea: "assam", steepSeconds: 60 };
    export const user = definePlugin({
      id: "user", summary: tea.summary, needs: { pot: TeaPot },
      setup: ({ pot }) => pot.fill("assam"),
    });`,
  );
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--types", "node"];
  expect((await tsc(project, ...flags, path)).stdout).toBe("");
});

it.concurrent.each([
  ["brew sencha --loud", [/^SENCHA: 75 °C\n$/]],
  ["--help", [/brew +Say how a tea is brewed \(plugin tea\)/]],
  ["routes", [/GET +\/api\/teas\/\{teaId\} +tea\.getTea +public 60s +steep: 3m/]],
  [
    "plugins",
    [
      /off +store +- +preset/,
      /on +store-memory +0 +waymark-store-memory/,
      /on +tea +6 +waymark-plugin-tea +The tea list, and tea\./,
    ],
  ],
  [
    "explain Tea-Steep",
    [
      /plugin +tea \(set by plugins\.waymark-plugin-tea\)/,
      /plugins\.waymark-plugin-tea\.longestSteep +"2m"/,
    ],
  ],
])("waymark %s", async (args, expected) => {
  const { code, stdout } = await waymark(...args.split(" "));
  expect(code).toBe(0);
  for (const text of expected) expect(stdout).toMatch(text);
});

it.concurrent.each([
  [
    "a plugin that does not start",
    "plugins --try",
    `{ waymark-plugin-broken: true }`,
    ["SETUP_FAILED: the kettle has no plug", "plugins: { waymark-plugin-broken: false }"],
  ],
  [
    "the same at the start",
    "start",
    `{ waymark-plugin-broken: true }`,
    ["SETUP_FAILED", "plugins: { waymark-plugin-broken: false }"],
  ],
  [
    "two stores",
    "routes",
    `{ waymark-store-memory: true }`,
    ["SERVICE_CONFLICT: both store and store-memory", "plugins: { store: false }"],
  ],
  [
    "an option that its schema refuses",
    "routes",
    `{ waymark-plugin-tea: { celsius: 120 } }`,
    ["OPTION_INVALID", "plugins.waymark-plugin-tea.celsius"],
  ],
])("refuses %s", async (_, args, plugins, expected) => {
  const { code, stdout, stderr } = await waymark(
    ...args.split(" "),
    "--config",
    configFile(plugins),
  );
  expect(code).toBe(1);
  // `start` reports as its log does, in JSON; the other commands report to people.
  for (const text of expected) expect(stdout + stderr).toContain(text);
});

it("runs without a plugin that may be missing, and says why it is", async () => {
  const plugins = `{ ${MEMORY}, ${TEA}, waymark-plugin-broken: { $optional: true } }`;
  const { stdout } = await waymark("plugins", "--try", "--config", configFile(plugins));
  expect(stdout).toMatch(/degraded +broken +1 +waymark-plugin-broken +the kettle has no plug/);

  configure(plugins);
  const { url, output } = await start(project);
  const [kettle, teas, health] = await Promise.all(
    ["kettle", "teas", "health"].map((name) => fetch(`${url}/api/${name}`)),
  );
  expect(kettle?.status).toBe(503);
  expect(kettle?.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(teas?.status).toBe(200);
  expect(await health?.json()).toMatchObject({ status: "degraded" });
  expect(output()).toContain(`"reason":"the kettle has no plug"`);
});

describe("a service with them", () => {
  it("shows all that they contribute, and nothing of it once they are off", async () => {
    const { url, output } = await start(project);
    const on = Object.fromEntries(Object.keys(await traces(url)).map((name) => [name, true]));
    const off = Object.fromEntries(Object.keys(on).map((name) => [name, false]));
    expect(await traces(url)).toEqual(on);

    const pulse = keepAsking(`${url}/api/ping`);
    configure(`{ ${MEMORY}, waymark-plugin-tea: false }`);
    await reloaded(output, 1);
    expect(await traces(url)).toEqual(off);
    configure(PARTIES);
    await reloaded(output, 2);
    expect(await traces(url)).toEqual(on);
    expect(await pulse.end()).toEqual(new Set([200]));
  });

  it("is one service on two nodes, without a change of theirs", async ({ skip }) => {
    skip(!(isDue("postgres") && isDue("redis-server")), "needs postgres and redis-server");
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    for (const engine of [postgres, redis]) onTestFinished(() => engine.stop());
    configure(
      `{ store: { url: "${postgres.url}" }, redis: { url: "${redis.url}", timeout: 2s }, ${TEA} }`,
    );
    const [{ url }, { url: other }] = [await start(project), await start(project)];
    for (const path of ["/api/teas", "/api/teas/assam", "/api/teas/assam/harvests"])
      expect(await textOf(other, path, "application/hal+json")).toBe(
        (await textOf(url, path, "application/hal+json")).replaceAll(url, other),
      );
    const events = await follow(`${other}/api/brews/events`);
    // Until it has joined the stream of events, a node only says that some were missed.
    for (let text = ""; !text.includes("event: tea.brewed\n"); text = await events.next())
      expect(await brew(url, "sencha")).toEqual([200, { tea: "sencha", steepSeconds: 120 }]);
  });

  it("serves what they say", async () => {
    const { url } = await start(project, { KETTLE_CELSIUS: "88" });
    // The lists of the preset are answered from their store as from its own.
    const own = await createTestServer();
    onTestFinished(() => own.close());
    for (const path of LISTS) {
      const [theirs, ours] = await Promise.all([fetch(`${url}${path}`), own.request(path)]);
      expect([path, theirs.status, await theirs.json()]).toEqual([path, 200, await ours.json()]);
    }

    const tea = await fetch(`${url}/api/teas/assam`);
    expect(tea.headers.get("tea-steep")).toBe("120");
    expect(await tea.json()).toMatchObject({
      name: "Assam",
      _links: { harvests: { href: "/api/teas/assam/harvests" } },
    });
    expect((await fetch(`${url}/api/teas/lapsang`)).status).toBe(404);
    expect((await fetch(`${url}/api/teas`)).headers.get("tea-steep")).toBeNull();

    const events = await follow(`${url}/api/brews/events`);
    expect(await brew(url, "sencha")).toEqual([200, { tea: "sencha", steepSeconds: 120 }]);
    expect(await events.next()).toContain(`event: tea.brewed\n`);
    expect(await brew(url, "assam")).toEqual([409, { code: "water-too-cold" }]);

    expect(await textOf(url, "/api/metrics", "text/plain")).toContain(
      `# TYPE tea_brews_total counter\ntea_brews_total{tea="sencha"} 1\n`,
    );
    expect(await jsonOf(url, "/api/metrics")).toMatchObject({
      plugins: { tea: { brews_total: [{ labels: { tea: "sencha" }, value: 1 }] } },
    });
    expect(await jsonOf(url, "/api/health", "application/health+json")).toMatchObject({
      checks: { "tea:kettle": [{ status: "pass", output: "The kettle gets 88 °C hot." }] },
    });
    expect(await textOf(url, "/api/schemas/Tea", "application/typescript")).toMatch(
      /\/\*\*\n \* A tea on the list\.\n \*\/\nexport interface Tea \{\n {2}id: string;/,
    );
    expect(await query(url, `{ teas(sort: "-name") { id harvests { year } } }`)).toEqual({
      teas: [
        { id: "sencha", harvests: [{ year: 2024 }] },
        { id: "assam", harvests: [{ year: 2025 }, { year: 2025 }] },
      ],
    });
    expect(
      await query(
        url,
        `{ tea(teaId: "assam") { name harvests(filter: { kilograms: { lt: 100 } }) { id } } }`,
      ),
    ).toEqual({ tea: { name: "Assam", harvests: [{ id: "assam-2025-2" }] } });
  });
});

/** Waits until the server has taken up the config for the `times`th time. */
function reloaded(output: () => string, times: number): Promise<void> {
  return vi.waitFor(() => expect(output().match(/"message":"reloaded"/g)).toHaveLength(times), {
    timeout: 60_000,
    interval: 20,
  });
}

/** Lists of the package's own plugins, asked in all ways that a store has to know. */
const LISTS = [
  "/api/brains",
  "/api/offices",
  "/api/offices/lisboa",
  "/api/offices/lisboa/integrations?sort=errorMessage,-type&limit=7",
  "/api/locales?fields=code",
  "/api/offices?filter[name][gte]=m&filter[id][ne]=madrid",
  "/api/offices?filter[id][in]=madrid,lisboa&sort=-name",
  "/api/brains?filter[name][contains]=e&limit=1",
];
