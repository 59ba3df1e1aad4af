import { execFile, type ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definePlugin, type Log } from "waymark";
import { createTestServer } from "waymark/testing";
import { asScript, prepareScripts, scriptRoute } from "../../../../plugins/pages/shared/assets.ts";
import { cachedScript } from "../../../../plugins/pages/shared/script-cache.ts";

const ROOT = join(import.meta.dirname, "../../../..");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scripts-"));
  await mkdir(join(folder, "browser"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A module in a folder `browser/`, as plugins have them. */
async function moduleWith(name: string, source: string): Promise<URL> {
  const file = join(folder, "browser", `${name}.ts`);
  await writeFile(file, source);
  return pathToFileURL(file);
}

/** A plugin that serves a script at `/<id>.js`. */
function pageScript(id: string, entry: URL, prepared: readonly URL[]) {
  return definePlugin({
    id,
    summary: "A page with a script.",
    setup: () => prepareScripts(...prepared),
    routes: { showScript: scriptRoute(`/${id}.js`, "Read a script.") },
    documents: { showScript: () => entry.href },
    renderers: { showScript: asScript },
  });
}

/** Bundles within a process of its own, and says what that process has loaded and left running. */
async function inServerProcess(entry: URL, cache: string): Promise<unknown> {
  const program = `
    const { cachedScript } = await import(${JSON.stringify(join(ROOT, "plugins/pages/shared/script-cache.ts"))});
    const code = await cachedScript(new URL(process.argv[1]), process.argv[2]);
    const { sharedObjects } = process.report.getReport();
    console.log(JSON.stringify({
      code,
      bundlers: sharedObjects.filter((path) => path.includes("rolldown")),
      children: process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap"),
    }));`;
  const args = ["--input-type=module", "--eval", program, entry.href, cache];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

describe("a script that is bundled in the repository", () => {
  it("is made by a child process, which ends; the server's process never loads the bundler", async () => {
    await moduleWith("part", `export const word: string = "hello";`);
    const entry = await moduleWith("whole", `import { word } from "./part.ts"; alert(word);`);
    expect(await inServerProcess(entry, join(folder, "cache"))).toEqual({
      code: expect.stringContaining("hello"),
      bundlers: [],
      children: [],
    });
  });

  it("is made again when one of its modules changed, and only then", async () => {
    const cache = join(folder, "again");
    await moduleWith("inner", `export default "first";`);
    const entry = await moduleWith("outer", `import text from "./inner.ts"; alert(text);`);
    expect(await cachedScript(entry, cache)).toContain("first");
    const [file = ""] = await readdir(cache);
    const kept = JSON.parse(await readFile(join(cache, file), "utf8")) as {
      readonly modules: Readonly<Record<string, string>>;
    };
    await writeFile(join(cache, file), JSON.stringify({ ...kept, code: "from the cache" }));
    expect(await cachedScript(entry, cache)).toBe("from the cache");
    await moduleWith("inner", `export default "second one";`);
    expect(await cachedScript(entry, cache)).toContain("second one");
  });

  it("is refused with the bundler's own words when it cannot be made", async () => {
    const entry = await moduleWith("broken", `import "./missing.ts";`);
    await expect(cachedScript(entry, join(folder, "none"))).rejects.toThrow(
      /broken\.ts cannot be bundled: [^]*missing\.ts/,
    );
    expect(await readdir(folder)).not.toContain("none");
  });

  it("is begun by the start of a server, and never by a request", async () => {
    const entry = await moduleWith("ready", `alert("from the start");`);
    const forgotten = await moduleWith("forgotten", `alert("from nowhere");`);
    const processes: Pick<ChildProcess, "spawnargs">[] = [];
    // Diagnostics of Node: each process that this one starts, before it has its arguments.
    const note = (message: unknown) =>
      void processes.push((message as { readonly process: ChildProcess }).process);
    const begun = () =>
      processes.flatMap(({ spawnargs }) =>
        spawnargs.filter((argument) => [entry.href, forgotten.href].includes(argument)),
      );
    subscribe("child_process", note);
    const server = await createTestServer({
      plugins: [pageScript("ready", entry, [entry]), pageScript("forgotten", forgotten, [])],
    });
    try {
      await expect.poll(begun).toEqual([entry.href]);
      expect(await (await server.fetch("/ready.js")).text()).toContain("from the start");
      expect((await server.fetch("/forgotten.js")).status).toBe(500);
      expect(begun()).toEqual([entry.href]);
    } finally {
      unsubscribe("child_process", note);
      await server.close();
    }
  });

  it("answers 500 in the error form and is logged when it cannot be made", async () => {
    const entry = await moduleWith("wrong", `const = 1;`);
    const lines: unknown[] = [];
    const add = (...line: readonly unknown[]) => void lines.push(line);
    const log: Log = { debug: add, info: add, warn: add, error: add };
    const plugin = pageScript("wrong", entry, [entry]);
    const server = await createTestServer({ plugins: [plugin], log });
    try {
      const answer = await server.fetch("/wrong.js");
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({ error: { code: "internal-error" } });
      expect(
        JSON.stringify(lines, (_key, value: unknown) =>
          value instanceof Error ? value.message : value,
        ),
      ).toContain("wrong.ts cannot be bundled");
    } finally {
      await server.close();
    }
  });
});
