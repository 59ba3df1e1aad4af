/** Plugins switched in the config file: the preview is what `diff` says, and undo restores every byte. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { draw, seed } from "../../../_draw.ts";
import { folderOf } from "../../../_folder.ts";
import { waymark } from "../../../kernel/cli/_run.ts";

const YAML = `# How atlas is set up.
service: atlas
plugins:
  rate-limit: { limit: 1000, window: 1m } # enough for all
  cors:
    # Our own pages.
    origins: ["https://example.org"]

  brains: false
`;
const JSON_TEXT = `{\n    "service": "atlas",\n    "plugins": { "cors": {"origins": ["*"]} }\n}\n`;

function folderWith(name: string, text: string) {
  const cwd = folderOf({ [name]: text });
  return { cwd, file: join(cwd, name), read: () => readFileSync(join(cwd, name), "utf8") };
}

/** Plugins whose commands the test itself runs. */
const RUN = new Set(["diff", "inspect"]);
/** Plugins that are on unless they are switched off. */
const ON = preset.filter(
  ({ id, implementation }) => implementation === undefined && id !== "brains" && !RUN.has(id),
);

it.each(draw(ON, 3).map(({ id }) => id))(
  `the preview of a switch is what diff says: %s (SEED=${seed})`,
  async (id) => {
    const { cwd, file, read } = folderWith("waymark.config.yaml", YAML);
    await waymark(cwd, "export registry --out before.json");
    const preview = await waymark(cwd, `plugins disable ${id} --json`);
    expect(read()).toBe(YAML);
    const set = new RegExp(`^  ${id}:(?:.*\\n)(?:    .*\\n)*`, "m");
    writeFileSync(file, `${YAML.replace(set, "")}  ${id}: false\n`);
    const exported = await waymark(cwd, "export registry --out after.json");
    // A plugin that others need cannot be off, and both say why.
    expect([preview.status, preview.stderr]).toEqual([exported.status, exported.stderr]);
    if (preview.status !== 0) return;
    const { stdout } = await waymark(cwd, "diff before.json after.json --json");
    const { changes, changelog } = JSON.parse(stdout) as Record<string, unknown>;
    expect(JSON.parse(preview.stdout)).toMatchObject({ changes, changelog, applied: false });
  },
);

describe("a switch", () => {
  it.each([
    [
      "waymark.config.yaml",
      YAML,
      "disable cors",
      /\n  cors:\n    # Our own pages\.\n    \$enabled: false\n    origins: .*\n/,
    ],
    [
      "waymark.config.yaml",
      YAML,
      "disable rate-limit",
      /{ \$enabled: false, limit: 1000, window: 1m } # enough/,
    ],
    ["waymark.config.yaml", YAML, "enable brains", /\n  brains: true\n$/],
    ["waymark.config.yaml", YAML, "disable offices", /^plugins:\n  offices: false\n  rate-limit/m],
    [
      "waymark.config.yaml",
      "# Nothing yet.\n",
      "disable offices",
      /^# Nothing yet\.\nplugins:\n  offices: false\n$/,
    ],
    [
      "waymark.config.json",
      JSON_TEXT,
      "disable cors",
      /"cors": {"\$enabled": false, "origins": \["\*"\]}/,
    ],
    ["waymark.config.json", JSON_TEXT, "disable offices", /"offices": false/],
  ])("in %s: %j %s", async (name, before, change, after) => {
    const { cwd, file, read } = folderWith(name, before);
    chmodSync(file, 0o640);
    expect(await waymark(cwd, `plugins ${change}`)).toMatchObject({ status: 0 });
    expect(read()).toBe(before);
    const applied = await waymark(cwd, `plugins ${change} --apply`);
    expect(applied).toMatchObject({ status: 0 });
    expect(read()).toMatch(after);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect((await waymark(cwd, "config check")).stderr).toBe("");
    expect(await waymark(cwd, "plugins undo")).toMatchObject({ status: 0 });
    expect(read()).toBe(before);
    expect(existsSync(`${file}.undo`)).toBe(false);
  });

  it("makes the file where there is none, and undo removes it", async () => {
    const cwd = folderOf();
    const file = join(cwd, "waymark.config.yaml");
    await waymark(cwd, "plugins disable offices --apply");
    expect(readFileSync(file, "utf8")).toBe("plugins:\n  offices: false\n");
    await waymark(cwd, "plugins undo");
    expect(existsSync(file)).toBe(false);
  });

  it("off and on again keeps the options", async () => {
    const { cwd, read } = folderWith("waymark.config.yaml", YAML);
    await waymark(cwd, "plugins disable cors --apply");
    await waymark(cwd, "plugins enable cors --apply");
    expect(read()).toBe(YAML);
  });

  it.each([
    ["plugins disable store", {}, /brains needs the service store|offices needs the service store/],
    ["plugins disable brains", {}, /brains is off already/],
    ["plugins enable cors", {}, /cors is on already/],
    ["plugins disable ofices", {}, /there is no plugin "ofices"\n  hint: did you mean "offices"/],
    ["plugins disable webhook-subscriptions", {}, /is off already/],
    ["plugins disable cors --apply --preview", {}, /choose one/],
    [
      "plugins disable cors",
      { WAYMARK_CORS: "true" },
      /WAYMARK_CORS switches cors[^]*hint: unset it/,
    ],
    ["plugins undo", {}, /there is nothing to undo/],
    ["plugins nonsense", {}, /unexpected argument "nonsense"/],
  ])("is refused, and nothing is written: %s %j", async (command, env, message) => {
    const { cwd, file, read } = folderWith("waymark.config.yaml", YAML);
    const refused = await waymark(cwd, command, env);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toMatch(message);
    expect([read(), existsSync(`${file}.undo`)]).toEqual([YAML, false]);
  });

  it("is refused for a config that is a program", async () => {
    const { cwd } = folderWith("waymark.config.mjs", "export default {};");
    expect((await waymark(cwd, "plugins disable cors --apply")).stderr).toMatch(
      /is a program[^]*hint: write "cors": false below plugins/,
    );
  });

  it("is not undone over what was written since", async () => {
    const { cwd, file, read } = folderWith("waymark.config.yaml", YAML);
    await waymark(cwd, "plugins disable cors --apply");
    writeFileSync(file, `${read()}port: 4000\n`);
    expect((await waymark(cwd, "plugins undo")).stderr).toMatch(/was changed after the switch/);
    expect(read()).toContain("port: 4000");
  });
});

it("$enabled: false keeps a plugin off, even one with wrong options", async () => {
  const cors = { $enabled: false, origins: [], unknown: 1 };
  const server = await createTestServer({ config: { plugins: { cors } } });
  expect(server.registry.route("cors.showCors")).toBeUndefined();
  await server.close();
  const wrong = createTestServer({ config: { plugins: { cors: { $enabled: "no" } } } });
  await expect(wrong).rejects.toThrow(/^CONFIG_INVALID[^]*received \$enabled: "no"/);
});
