/** `waymark export registry` and `waymark diff` as CI runs them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "./diff/_sketch.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

/** `{on}` in a plugin's source is where the tests edit. */
const PRESET = `import { Capabilities } from "${import.meta.resolve("waymark/services")}";
export default [{
  id: "maps",
  summary: "Serves maps.",
  points: [Capabilities],
  capabilities: { maps: true },
  routes: {
    listMaps: {
      method: "GET", path: "/maps", summary: "List maps.", cache: "no-store",
      text: { mediaType: "text/plain" },
    },
    /* more */
  },
  handlers: () => ({ listMaps: () => "maps", getMap: () => "map" }),
}];`;

const MORE = `getMap: {
  method: "GET", path: "/map", summary: "Read.", cache: "no-store", text: { mediaType: "text/plain" },
},`;

const configOf = (preset: string) => JSON.stringify({ service: "atlas", preset });

/** A folder with a service and `old.json`, what was exported of it. */
async function service(): Promise<string> {
  const cwd = folderOf({
    "waymark.config.json": configOf("./preset.mjs"),
    "preset.mjs": PRESET,
  });
  expect(await waymark(cwd, "export registry --out old.json")).toMatchObject({
    status: 0,
    stderr: "",
  });
  return cwd;
}

function edit(cwd: string, from: string, to: string): void {
  expect(PRESET).toContain(from);
  writeFileSync(join(cwd, "edited.mjs"), PRESET.replace(from, to));
  writeFileSync(join(cwd, "waymark.config.json"), configOf("./edited.mjs"));
}

describe("diff", () => {
  it("ends with 0 when nothing changed, and equal registries are equal files", async () => {
    const cwd = await service();
    expect(await waymark(cwd, "diff old.json")).toEqual({
      status: 0,
      stdout: "no changes\n",
      stderr: "",
    });
    await waymark(cwd, "export registry --yaml --out again.yaml");
    expect(await waymark(cwd, "diff old.json again.yaml")).toMatchObject({ status: 0 });
    const printed = (await waymark(cwd, "export registry")).stdout;
    expect(printed).toBe(readFileSync(join(cwd, "old.json"), "utf8"));
  });

  it("ends with 0 when nothing breaks, and drafts the changelog", async () => {
    const cwd = await service();
    edit(cwd, "/* more */", MORE);
    expect(await waymark(cwd, "diff old.json")).toEqual({
      status: 0,
      stderr: "",
      stdout: [
        "non-breaking",
        "  GET /map: the operation is new: Read  [route-added]",
        "",
        "changelog draft",
        "",
        "### Added",
        "",
        "- `GET /map`: the operation is new: Read.",
        "",
        "1 change: 1 non-breaking",
        "",
      ].join("\n"),
    });
  });

  it("ends with 1 when something breaks, as text and as JSON", async () => {
    const cwd = await service();
    edit(cwd, "maps: true", "maps: false");
    const people = await waymark(cwd, "diff old.json");
    expect(people).toMatchObject({ status: 1, stderr: "" });
    expect(people.stdout).toMatch(/^breaking\n {2}capability maps: the flag is now false/);
    expect(people.stdout).not.toContain("\u001b");
    const { status, stdout } = await waymark(cwd, "diff old.json --json");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      before: { name: "atlas" },
      counts: { breaking: 1, unknown: 0, "non-breaking": 0 },
      changes: [{ where: "capability maps", kind: "removed", severity: "breaking" }],
      reasons: { "capability-off": "The feature that the flag promised is gone." },
      changelog: "### Removed\n\n- Breaking: `capability maps`: the flag is now false.",
    });
    expect((await waymark(cwd, "diff old.json", { FORCE_COLOR: "1" })).stdout).toContain(
      "\u001b[31m",
    );
  });

  it("ends with 1 for what is unknown only when it is strict", async () => {
    const cwd = await service();
    edit(cwd, '"no-store"', '{ scope: "public", maxAge: "60s" }');
    expect(await waymark(cwd, "diff old.json")).toMatchObject({ status: 0 });
    expect(await waymark(cwd, "diff old.json --strict")).toMatchObject({ status: 1, stderr: "" });
  });

  it("lists its rules", async () => {
    const { status, stdout } = await waymark(folderOf(), "diff --rules");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^route-removed +breaking +Clients that call it get 404 or 405\.$/m);
  });
});

describe("what cannot be compared ends with 2, a message and a hint", () => {
  const document = (changes: object) => JSON.stringify({ format: 1, ...changes });
  it.each([
    ["diff", "nothing to compare with"],
    ["diff none.json", "ENOENT"],
    ["diff empty.json", "it is empty"],
    ["diff text.json", "Unexpected token"],
    ["diff openapi.json", "it is not a registry document"],
    ["diff list.json", "it is not a registry document"],
    ["diff newer.json", "with the release of waymark that wrote it, or a newer one"],
    ["diff half.json", "it is damaged at service"],
    ["diff old.json newer.json", "newer.json cannot be compared"],
    [
      "diff sdl.json good.json",
      "one of sdl.json and good.json cannot be compared: the export graphql cannot be read",
    ],
    ["diff old.json --config none.yaml", "CONFIG_UNREADABLE"],
    ["diff old.json --strct", 'did you mean "--strict"?'],
    ["diff old.json old.json old.json", "unexpected argument"],
  ])("%s", async (args, message) => {
    const old = await documentOf([]);
    const cwd = folderOf({
      "waymark.config.json": "{}",
      "empty.json": "",
      "text.json": "openapi: 3.0.4",
      "openapi.json": '{"openapi":"3.0.4"}',
      "list.json": "[]",
      "newer.json": document({ format: 2 }),
      "half.json": document({}),
      "sdl.json": JSON.stringify({ ...old, exports: { graphql: "type {" } }),
      "good.json": JSON.stringify({ ...old, exports: { graphql: "type Query { a: String }" } }),
      "old.json": JSON.stringify(old),
    });
    const { status, stdout, stderr } = await waymark(cwd, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain("hint: ");
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
