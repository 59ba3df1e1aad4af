/** The published TypeScript holds for what is answered: one run of the compiler over every type and a sample of each. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestServer } from "waymark/testing";
import { expect, it } from "vitest";
import { typescriptModule } from "../../registry/derive/typescript.ts";
import { discard } from "../_setup.ts";
import { samplePaths } from "./sample-paths.ts";

const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");

/** What is wrong in the files of a folder: `file:line` of each error. */
function errorsIn(folder: string, files: readonly string[]): readonly string[] {
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const exact = [
    "--exactOptionalPropertyTypes",
    "--isolatedDeclarations",
    "--declaration",
    "--types",
    "",
  ];
  const { stdout } = spawnSync(tsc, [...options, ...exact, "--pretty", "false", ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  return [...stdout.matchAll(/^(\S+?)\((\d+),\d+\): error/gm)].map(
    ([, file, line]) => `${file}:${line}`,
  );
}

it("every served type compiles on its own, takes what is answered, and refuses what is not", async () => {
  const server = await createTestServer({
    config: { plugins: { "rate-limit": { limit: 100_000 } } },
  });
  const folder = mkdtempSync(join(tmpdir(), "waymark-"));
  try {
    const files = new Map([["all.ts", typescriptModule(server.registry)]]);
    for (const type of server.registry.schemas.keys()) {
      const headers = { accept: "application/typescript" };
      files.set(
        `${type}.ts`,
        await (await server.fetch(`/api/schemas/${type}`, { headers })).text(),
      );
    }
    const samples: { readonly type: string; readonly body: object }[] = [];
    for (const [route, path] of await samplePaths(server)) {
      const answer = await server.fetch(path);
      if (route.schema === undefined || answer.status !== 200) await discard(answer);
      else samples.push({ type: route.schema, body: (await answer.json()) as object });
    }
    for (const { mediaType, schema } of server.registry.builtin.unknown.errorForms) {
      if (schema === undefined) continue;
      const answer = await server.fetch("/api/offices?limit=0", { headers: { accept: mediaType } });
      samples.push({ type: schema, body: (await answer.json()) as object });
    }
    expect(samples.length).toBeGreaterThan(30);

    const right = samples.map(
      ({ type, body }, index) =>
        `export const right${index}: import("./${type}.ts").${type} = ${JSON.stringify(body)};`,
    );
    const wrong = samples.map(({ type, body }, index) => {
      const [member = ""] = Object.keys(body);
      const value = `{ ...${JSON.stringify(body)}, ${JSON.stringify(member)}: () => "no JSON" }`;
      return `export const wrong${index}: import("./all.ts").${type} = ${value};`;
    });
    files.set("right.ts", right.join("\n")).set("wrong.ts", wrong.join("\n"));
    for (const [file, text] of files) writeFileSync(join(folder, file), text);

    expect([
      ...new Set(errorsIn(folder, [...files.keys(), "--allowImportingTsExtensions"])),
    ]).toEqual(wrong.map((_text, index) => `wrong.ts:${index + 1}`));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
