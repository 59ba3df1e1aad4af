/** What third parties install: the packed tarball, in a project that has nothing else. */
import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { env, install, mustRun, pack, root, run, type Packed } from "./_pack.ts";

const folder = mkdtempSync(join(tmpdir(), "waymark-package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packed: Packed;
beforeAll(async () => {
  packed = await pack(folder);
}, 120_000);

describe("the tarball", () => {
  it("has nothing that publint minds", async () => {
    const bytes = readFileSync(packed.waymark);
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("has types that resolve to what is loaded", async () => {
    // Of ES modules only: CommonJS gets this package by `require` of Node 22.12 and newer, which the tool does not know,
    // and resolution without `exports` (node10) has not been Node's since version 12.
    const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const args = [attw, packed.waymark, "--profile", "esm-only", "--no-color", "--no-emoji"];
    const { code, stdout } = await run(folder, process.execPath, ...args);
    expect({ code, stdout }).toEqual({ code: 0, stdout });
  });
});

describe("a project that installs it", () => {
  let project: string;

  beforeAll(async () => {
    const installed = await install(folder, packed);
    if (installed === undefined && process.env["CI"] !== undefined) {
      throw new Error("npm's registry cannot be reached, and CI skips nothing");
    }
    project = installed ?? "";
  }, 120_000);

  beforeEach(({ skip }) => skip(project === "", "needs npm's registry, which cannot be reached"));

  it("starts, with plugins in JavaScript, in TypeScript and from a package", async () => {
    const url = await start(project);
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

  it("tests its plugins in a plain script", async () => {
    const stdout = await mustRun(project, process.execPath, "own-test.js");
    expect(JSON.parse(stdout)).toMatchObject([200, { leaf: "assam" }, { type: "object" }]);
  });

  it("runs a service itself", async () => {
    const stdout = await mustRun(project, process.execPath, "embed.js");
    expect(JSON.parse(stdout)).toEqual([200, 404, "CONFIG_INVALID"]);
  });

  it("describes schemas that nest those of the package, whichever copy of zod made them", async () => {
    const [, , schema] = JSON.parse(await mustRun(project, process.execPath, "own-test.js")) as [
      number,
      unknown,
      { readonly properties: { readonly brains: unknown } },
    ];
    expect(schema.properties.brains).toMatchObject({
      type: "array",
      items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    });
    expect(globSync("**/node_modules/zod", { cwd: project })).toEqual(["node_modules/zod"]);
  });

  it.each([
    ["nodenext", []],
    ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
  ])("is checked by tsc as it should, additions of plugins included (%s)", async (_, flags) => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { code, stdout } = await run(project, process.execPath, tsc, "-p", ".", ...flags);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });
});

/** Runs `npx waymark start` until the test ends; gives where it listens. */
function start(cwd: string): Promise<string> {
  // npx starts a shell, and that the server: as one group they end together.
  const child = spawn("npx", ["waymark", "start"], {
    cwd,
    env: { ...env, PORT: "0" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await ended;
  });
  return new Promise((resolve, reject) => {
    let output = "";
    const take = (text: string) => {
      output += text;
      const url = /"listening on (http:[^"]+)"/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", reject);
    void ended.then(() => reject(new Error(`it ended before it listened: ${output}`)));
  });
}
