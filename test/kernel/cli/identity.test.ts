/** The command line on identity: who may use routes, who set that, and plugins that the preset offers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boot, type Booted } from "../../../kernel/host/boot/boot.ts";
import { toText } from "../../../plugins/tools/explain/explanation.ts";
import { explainTarget } from "../../../plugins/tools/explain/command.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "./_run.ts";

const BADGES = `export default {
  id: "badges",
  summary: "Identifies callers by badges.",
  policies: [{
    id: "badges",
    reads: { authorization: { description: "Bearer and a badge." } },
    identifies: {
      description: "A badge.",
      scheme: { type: "http", scheme: "bearer" },
      challenge: "Bearer",
      identify: () => undefined,
    },
    compile: () => ({}),
  }],
};`;
const NOTES = `export default {
  id: "notes",
  summary: "Notes.",
  routes: {
    listNotes: {
      method: "GET", path: "/api/notes", summary: "List notes.", cache: "no-store",
      text: { mediaType: "text/plain" }, publish: { rootLink: "notes" },
      access: { scopes: ["notes:read"] },
    },
  },
  handlers: () => ({ listNotes: () => "notes" }),
};`;
const CONFIG = `plugins:
  ./badges.mjs: true
  ./notes.mjs: true
  access:
    require:
      offices: authenticated
      offices.getOffice: { scopes: [offices:read] }
      notes: authenticated
      notes.listNotes: { scopes: [notes:list] }
`;

const on = folderOf(
  { "waymark.config.yaml": CONFIG, "badges.mjs": BADGES, "notes.mjs": NOTES },
  afterAll,
);
const off = folderOf({ "waymark.config.yaml": "service: atlas\n" }, afterAll);

describe("routes", () => {
  it("shows who may use each, once anything is protected", async () => {
    const lines = (await waymark(on, ["routes"])).stdout.split("\n");
    const cells = (path: string) =>
      lines.find((line) => line.includes(` ${path} `))?.split(/ {2,}/) ?? [];
    expect(lines[0]?.split(/ {2,}/)).toEqual([
      "METHOD",
      "PATH",
      "ROUTE",
      "ACCESS",
      "CACHE",
      "POLICIES",
    ]);
    expect(cells("/api/brains")[3]).toBe("public");
    expect(cells("/api/offices").slice(3, 5)).toEqual(["authenticated", "private 60s +10m"]);
    expect(cells("/api/offices/{officeId}")[3]).toBe("offices:read");
    expect(cells("/api/notes").slice(3)).toEqual(["notes:read notes:list", "no-store"]);
    expect((await waymark(off, ["routes"])).stdout).not.toMatch(/ACCESS|public {2}/);
  });

  it("has the scopes in JSON", async () => {
    const routes = JSON.parse((await waymark(on, ["routes", "--json"])).stdout) as {
      route: string;
      requiredScopes?: readonly string[];
    }[];
    const scopesOf = (ref: string) => routes.find(({ route }) => route === ref)?.requiredScopes;
    expect(scopesOf("brains.listBrains")).toBeUndefined();
    expect(scopesOf("offices.listOffices")).toEqual([]);
    expect(scopesOf("notes.listNotes")).toEqual(["notes:read", "notes:list"]);
    expect((await waymark(off, ["routes", "--json"])).stdout).not.toContain("requiredScopes");
  });
});

describe("explain", () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await boot({ cwd: on, env: {} });
  });
  const explain = (...args: Parameters<typeof explainTarget>) =>
    explainTarget(...args)
      .map(toText)
      .join("\n\n");

  it.each([
    [
      "offices.listOffices",
      ["access set by   plugins.access.require.offices in waymark.config.yaml"],
      ["author", "getOffice"],
    ],
    [
      "offices.getOffice",
      ["scopes offices:read", "require.offices in ", "; plugins.access.require.offices.getOffice"],
      ["author"],
    ],
    [
      "notes.listNotes",
      [
        "scopes notes:read, notes:list",
        "its author, in the plugin notes; plugins.access.require.notes in ",
        "authentication  badges",
      ],
      ['{"scopes"'],
    ],
    ["brains.listBrains", ["GET /api/brains"], ["access set by", "authentication"]],
    ["offices:read", ["scope offices:read", "GET  /api/offices/{officeId}"], ["listOffices"]],
    ["www-authenticate", ["WWW-Authenticate", "policy credentials", "plugins.access.failures"], []],
    ["auth", ["capability auth: true"], []],
    ["access", ["plugin access", "named by"], ["Available"]],
  ])("%s", (target, parts, others) => {
    const text = explain(booted, target);
    for (const part of parts) expect(text).toContain(part);
    for (const other of others) expect(text).not.toContain(other);
  });

  it("says how to switch on what the preset offers", async () => {
    const without = await boot({ cwd: off, env: {} });
    expect(explain(without, "access")).toContain(
      "plugin access\nAvailable: on with plugins.access: true",
    );
    expect(() => explain(without, "acces")).toThrow('did you mean "access"');
  });
});

describe("diff", () => {
  it("calls it breaking that more access is asked, and says so of less", async () => {
    writeFileSync(join(on, "open.yaml"), CONFIG.replace("      offices: authenticated\n", ""));
    for (const [name, ...flags] of [
      ["closed.json"],
      ["open.json", "--config", "open.yaml"],
    ] as const)
      expect(await waymark(on, ["export", "registry", "--out", name, ...flags])).toMatchObject({
        status: 0,
        stderr: "",
      });
    const raised = await waymark(on, ["diff", "open.json", "closed.json"]);
    expect(raised.status).toBe(1);
    expect(raised.stdout).toMatch(
      /^breaking\n {2}GET \/api\/offices: it now requires authentication {2}\[access-raised\]\n\n/,
    );
    const lowered = await waymark(on, ["diff", "closed.json", "open.json"]);
    expect(lowered.stdout).not.toMatch(/^breaking/m);
    expect(lowered.stdout).toContain("it no longer requires authentication  [access-lowered]");
  });
});

describe("plugins", () => {
  it("lists those that the preset offers, with the way to switch them on", async () => {
    const listed = async (cwd: string) =>
      JSON.parse((await waymark(cwd, ["plugins", "--json"])).stdout) as {
        id: string;
        state: string;
        reason?: string;
      }[];
    const find = async (cwd: string, id: string) =>
      (await listed(cwd)).filter((one) => one.id === id);
    expect(await find(off, "access")).toMatchObject([
      { state: "available", reason: expect.stringContaining("on with plugins.access: true") },
    ]);
    expect(await find(on, "access")).toMatchObject([{ state: "on" }]);
    // The preset has plugins of these names, which better ones replace.
    expect([(await find(off, "usage")).length, (await find(on, "usage")).length]).toEqual([1, 1]);
  });

  it("suggests the name of one that is misspelt", async () => {
    const cwd = folderOf({ "waymark.config.yaml": "plugins: { acess: true }\n" });
    expect((await waymark(cwd, ["plugins"])).stderr).toContain('did you mean "access"');
  });
});

describe("config", () => {
  it("has a schema with the options of plugins that the preset offers", async () => {
    const schema = JSON.parse((await waymark(off, ["config", "schema"])).stdout) as {
      properties: { plugins: { properties: Record<string, object> } };
    };
    const { access } = schema.properties.plugins.properties;
    expect(access).not.toHaveProperty("default");
    expect(JSON.stringify(access)).toContain('"require"');
  });

  it("shows what the config requires", async () => {
    const { stdout } = await waymark(on, ["config", "show"]);
    expect(stdout).toMatch(/plugins\.access\.require +.*offices:read.* waymark\.config\.yaml/);
    expect((await waymark(on, ["config", "check"])).stdout).toContain("valid");
  });
});
