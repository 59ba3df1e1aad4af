/** `waymark export`: each document that it names, judged by its form and by the answer at its address. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { runCommand } from "citty";
import { buildSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { WaymarkConfig } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { parse, stringify } from "yaml";
import { findCommand } from "../../../../kernel/cli/plugin-command.ts";
import { draw, seed } from "../../../_draw.ts";
import { folderOf } from "../../../_folder.ts";

const CONFIGS = {
  "the default config": {},
  "writes and identity": {
    "api-keys": true,
    brains: { writable: true },
    webhooks: { enabled: true },
  },
} as const satisfies Readonly<Record<string, WaymarkConfig["plugins"]>>;

/** Runs the command in this process, because a process for each document would take a minute. */
async function waymarkExport(plugins: WaymarkConfig["plugins"], ...args: readonly string[]) {
  // Test servers write no access log, and the privacy page has a part about it.
  const settings = { "access-log": false, ...plugins };
  const text = stringify({ baseUrl: "http://localhost", plugins: settings });
  const config = join(folderOf({ "waymark.config.yaml": text }), "waymark.config.yaml");
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      printed[stream] += String(chunk);
      return true;
    }),
  );
  const { exitCode } = process;
  process.exitCode = 0;
  try {
    const command = await findCommand("export", ["--config", config]);
    await runCommand(command, { rawArgs: [...args, "--config", config] });
    return { status: process.exitCode, ...printed };
  } finally {
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

async function exported(plugins: WaymarkConfig["plugins"], ...args: readonly string[]) {
  const { status, stdout, stderr } = await waymarkExport(plugins, ...args);
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
  return stdout;
}

/** Returns the names that the command lists for an unknown one. */
async function namesOf(plugins: WaymarkConfig["plugins"]): Promise<readonly string[]> {
  const { stderr } = await waymarkExport(plugins, "qqqqqqqqqqqq");
  return /available: (.+)/.exec(stderr)?.[1]?.split(", ") ?? [];
}

/** Texts that no route serves under their name, by the judge of their form. */
const TEXTS: Readonly<Record<string, (text: string) => unknown>> = {
  types: (text) => stripTypeScriptTypes(text),
  client: (text) => stripTypeScriptTypes(text),
  registry: (text) => JSON.parse(text),
  alerts: (text) => parse(text),
  grafana: (text) => JSON.parse(text),
  "webhook-types": (text) => expect(text).toMatch(/^(?:[\w.-]+\n)+$/),
};
/** Exports of plugins that routes of another name serve. */
const ADDRESSES: Readonly<Record<string, string>> = {
  graphql: "/developers/schema.graphql",
};

/** Most documents do not change with the second config: each run draws some. */
const DRAWN = 12;

describe.each(Object.entries(CONFIGS))("with %s", (config, plugins) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ config: { baseUrl: "http://localhost", plugins } });
  });
  afterAll(() => server.close());

  it("names each document once, although a plugin exports it and a route serves it", async () => {
    const names = await namesOf(plugins);
    expect(names).toEqual(expect.arrayContaining(["openapi", "registry", "graphql"]));
    expect(names).toEqual([...new Set(names)]);
    expect(names).not.toContain("docs");
  });

  it(`prints each as its address serves it, without what policies add to answers, with SEED=${seed}`, async () => {
    const all = await namesOf(plugins);
    for (const name of config === "the default config" ? all : draw(all, DRAWN)) {
      const text = await exported(plugins, name);
      const judge = TEXTS[name];
      if (judge !== undefined) {
        expect(() => judge(text)).not.toThrow();
        continue;
      }
      const route = routeOf(server, name);
      const answer = await server.fetch(route.path);
      expect({ name, status: answer.status }).toEqual({ name, status: 200 });
      const served = await answer.text();
      if (route.kind === "text") {
        expect({ name, text: text.trimEnd() }).toEqual({ name, text: served.trimEnd() });
        continue;
      }
      const added = route.policies.flatMap(({ compiled }) =>
        Object.keys(compiled.members?.("ok") ?? {}),
      );
      const without = (json: string) =>
        Object.entries(JSON.parse(json)).filter(([key]) => ![...added, "_meta"].includes(key));
      expect({ name, body: without(text) }).toEqual({ name, body: without(served) });
    }
  });
});

/** The route whose path is that address, or ends in the name; those of the API first. */
function routeOf({ registry }: TestServer, name: string) {
  const [route] = registry.routes
    .filter(
      ({ path, document }) =>
        document && (path === ADDRESSES[name] || path.replace(/\.\w+$/, "").endsWith(`/${name}`)),
    )
    .toSorted((a, b) => Number(a.site) - Number(b.site));
  if (route === undefined) throw new Error(`no route serves ${name}`);
  return route;
}

it("prints the same as YAML, which parsers accept", async () => {
  const document: unknown = JSON.parse(await exported({}, "openapi"));
  expect(parse(await exported({}, "openapi", "--yaml"))).toEqual(document);
});

it("prints a schema that GraphQL reads", async () => {
  expect(buildSchema(await exported({}, "graphql")).getQueryType()).toBeDefined();
});

describe("refuses, with a hint", () => {
  it.each([
    [["opnapi"], 'there is no document "opnapi"\n  hint: did you mean "openapi"?'],
    [[""], 'there is no document ""\n  hint: available: registry, '],
    [["offices.listOffices"], 'there is no document "offices.listOffices"'], // data, not derived
    [["__proto__"], 'there is no document "__proto__"'],
    [["/etc/passwd"], 'there is no document "/etc/passwd"'],
    [
      ["docs"],
      "docs.showDocs is a page of the site, which only a running server has\n  hint: start the server, and open /docs",
    ],
    [["site.showScript"], "site.showScript is a file of the site"],
    [["types", "--yaml"], "types is a text of its own, not YAML\n  hint: leave out --yaml"],
    [["graphql", "--yaml"], "graphql is a text of its own, not YAML\n  hint: leave out --yaml"],
    [["robots"], "robots-txt.showRobots is a file of the site"],
  ])("%j", async (args, message) => {
    const { status, stdout, stderr } = await waymarkExport({}, ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("a document of a plugin that is off", async () => {
    const { status, stderr } = await waymarkExport({ openapi: false }, "openapi");
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('there is no document "openapi"'),
    });
  });
});

it("O11: takes --force as other commands do, and replaces a file without it as well", async () => {
  const out = join(folderOf({ "limits.json": "before" }), "limits.json");
  for (const flags of [[], ["--force"]]) {
    await exported({}, "limits", "--out", out, ...flags);
    expect(readFileSync(out, "utf8")).toMatch(/^\{/);
  }
});
