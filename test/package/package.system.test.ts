/** The package as third parties install it: the packed tarball, in a project that has nothing else. */
import { chmodSync, cpSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { draw, seed } from "../_draw.ts";
import { packedWaymark, packFolders } from "./_pack.ts";
import { mustRun, newProject, UNPRIVILEGED, root, run, start, startAs, tsc } from "./_project.ts";
import { folderOf } from "../_folder.ts";
import { hasOpinions, opinionProgram } from "../opinions/index.ts";

const folder = folderOf({}, afterAll);

let waymark: string;
beforeAll(async () => {
  waymark = await packedWaymark();
});

describe("the tarball", () => {
  it("has nothing that publint minds", async () => {
    const bytes = readFileSync(waymark);
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("has types that resolve to what is loaded", async ({ skip }) => {
    skip(!hasOpinions, "needs test/opinions");
    // Of ES modules only: CommonJS gets this package by `require` of Node 22.12 and newer, which the tool does not know,
    // and resolution without `exports` (node10) has not been Node's since version 12.
    const args = [waymark, "--profile", "esm-only", "--no-color", "--no-emoji"];
    const { code, stdout } = await run(folder, opinionProgram("attw"), ...args);
    expect({ code, stdout }).toEqual({ code: 0, stdout });
  });
});

it("is not packed from the root, whose files cannot be imported (C6)", async () => {
  const args = ["pack", "--pack-destination", folder];
  const { code, stderr } = await run(root, "npm", ...args);
  expect(code).not.toBe(0);
  expect(stderr).toContain("hint: npm run build && npm pack ./dist");
  expect(globSync("*.tgz", { cwd: folder })).toEqual([]);
});

it("is developed without an install script of any package", () => {
  // `strict-allow-scripts` of .npmrc refuses them in newer versions of npm; older ones would run them.
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  expect(lock).not.toContain('"hasInstallScript"');
});

/** Prints which modules of Node's fetch are loaded before a server listens. */
const PRELOAD = `import net from "node:net";
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (...args) {
    const loaded = process.moduleLoadList.filter((name) => name.includes("undici"));
    console.error("before listening: " + JSON.stringify(loaded));
    return listen.apply(this, args);
  };`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PRELOAD)}`;

describe("a project that installs it", () => {
  let project: string;

  beforeAll(async () => {
    const cake = await packFolders([join(import.meta.dirname, "cake")], folder);
    project = await newProject(folder, [waymark, ...cake]);
    if (project !== "") cpSync(join(import.meta.dirname, "project"), project, { recursive: true });
  });

  beforeEach(({ skip }) => skip(project === "", "needs npm's registry, which cannot be reached"));

  it("brings few packages", () => {
    const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly version?: string }>>;
    };
    // The project itself, its plugin and Node's types, of two packages, are not ours.
    const others = new Set([
      "",
      "node_modules/waymark-plugin-cake",
      "node_modules/@types/node",
      "node_modules/undici-types",
    ]);
    const names = Object.keys(lock.packages).filter((name) => !others.has(name));
    expect(names.length).toBeLessThanOrEqual(60);
  });

  it("starts, with plugins in JavaScript, in TypeScript and from a package", async () => {
    const { url, output } = await start(project, { NODE_OPTIONS });
    expect(output(), "Node's fetch is loaded after it listens").toContain("before listening: []");
    const [ping, hello, tea, cake] = await Promise.all(
      ["ping", "hello", "tea", "cake"].map((name) => fetch(`${url}/api/${name}`)),
    );
    expect(ping?.status).toBe(200);
    expect(await hello?.json()).toMatchObject({ service: "hello", version: "true" });
    expect(await tea?.json()).toMatchObject({
      leaf: "sencha",
      brains: [{ id: expect.any(String) }],
    });
    expect(tea?.headers.get("tea-mood")).toBe("calm");
    expect(await cake?.json()).toMatchObject({ left: 3 });
  });

  it("runs as its image does: without rights, in a folder that it cannot write to", async ({
    skip,
  }) => {
    skip(process.getuid?.() !== 0, "needs root, to start a process of another user");
    await mustRun(project, "npx", "waymark", "new", "deployment");
    const image = readFileSync(join(project, "deploy/Dockerfile"), "utf8");
    const args = JSON.parse(/^CMD (.+)$/m.exec(image)?.[1] ?? "") as readonly string[];
    chmodSync(folder, 0o755);
    const before = readdirSync(project);
    const { url, output } = await startAs(UNPRIVILEGED, project, args, {
      WAYMARK_STORE_FILE: ":memory:",
    });
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);
    expect((await fetch(`${url}/api/brains`)).status).toBe(200);
    expect(output()).not.toContain('"level":"warn"');
    expect(readdirSync(project)).toEqual(before);
  });

  it("tests its plugins in a plain script, whose schemas nest those of the package, of any copy of zod", async () => {
    const stdout = await mustRun(project, process.execPath, "own-test.js");
    const brains = {
      type: "array",
      items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    };
    expect(JSON.parse(stdout)).toMatchObject([
      200,
      { leaf: "assam" },
      { type: "object", properties: { brains } },
    ]);
    expect(globSync("**/node_modules/zod", { cwd: project })).toEqual(["node_modules/zod"]);
  });

  it("exports a typed client, with the source of its runtime", async () => {
    const text = await mustRun(project, "npx", "waymark", "export", "client");
    expect(text).toContain("export function createClient(settings: ClientSettings): Client {");
    expect(text).toContain("export function retries(advice: RetryAdvice");
    const script = `console.log(Object.keys(await import("waymark/client")).includes("connect"))`;
    const args = ["--input-type=module", "--eval", script];
    expect(await mustRun(project, process.execPath, ...args)).toBe("true\n");
  });

  it("runs a service itself", async () => {
    const stdout = await mustRun(project, process.execPath, "embed.js");
    expect(JSON.parse(stdout)).toEqual([200, 404, "CONFIG_INVALID"]);
  });

  const resolutions = [
    ["nodenext", []],
    ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
  ] as const;
  const title = `is checked by tsc as it should, additions of plugins included (%s), with SEED=${seed}`;
  it.each(draw(resolutions, 1))(title, async (_, flags) => {
    const { code, stdout } = await tsc(project, "-p", ".", ...flags);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });
});
