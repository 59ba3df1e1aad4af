/** `waymark new`, from the packed package in an empty folder: what it prints as the next steps works as printed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { draw, seed } from "../_draw.ts";
import { folderOf } from "../_folder.ts";
import { packedWaymark } from "./_pack.ts";
import { install, mustRun, newProject, start, tsc } from "./_project.ts";

const folder = folderOf({}, afterAll);
let project: string;
let waymark: string;

beforeAll(async () => {
  waymark = await packedWaymark();
  project = await newProject(folder, [waymark]);
});

beforeEach(({ skip }) => skip(project === "", "needs npm's registry, which cannot be reached"));

const KINDS = [
  ["service", "shop", "shop"],
  ["plugin", "@acme/tide-tables", "tide-tables"],
] as const;

it.each(draw(KINDS, 1))(
  `the steps after \`waymark new %s\` work as printed, with SEED=${seed}`,
  async (kind, name, id) => {
    const printed = await mustRun(project, "npx", "waymark", "new", kind, name);
    const steps = printed.slice(printed.indexOf("next:")).split("\n").slice(1);
    expect(steps.map((step) => step.trim().split("  ")[0])).toEqual([
      `cd ${id}`,
      "npm install",
      "npm test",
      "npm start",
      "",
    ]);
    const created = join(project, id);
    const manifest = readFileSync(join(created, "package.json"), "utf8");
    expect(manifest).toMatch(/"waymark": "file:.*\.tgz"/);
    expect(await install(created, [])).toMatchObject({ code: 0 });
    await mustRun(created, "npm", "test");
    expect(await tsc(created, "--noEmit")).toMatchObject({ code: 0, stdout: "" });
    const { url } = await start(created);
    const list = await fetch(`${url}/api/${id}`);
    expect([list.status, await list.json()]).toMatchObject([
      200,
      { items: [{ id: "first" }, { id: "second" }], _meta: { count: 2 } },
    ]);
    expect((await fetch(`${url}/api/${id}/first`)).status).toBe(200);
    expect((await fetch(`${url}/api/${id}/third`)).status).toBe(404);
  },
);
