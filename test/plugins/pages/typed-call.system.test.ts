/** The calls with a typed client that pages show, compiled as a reader would: with types made from the served document. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { WaymarkConfig } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { json } from "../../_setup.ts";
import { importOpinion, needsOpinions } from "../../opinions/index.ts";

const modules = join(import.meta.dirname, "../../../node_modules");
const writable = { writable: true };
const CONFIGS = {
  default: {},
  full: {
    "api-keys": true,
    webhooks: { enabled: true },
    ...Object.fromEntries(
      ["brains", "offices", "locales", "integrations"].map((id) => [id, writable]),
    ),
  },
} as const satisfies Readonly<Record<string, WaymarkConfig["plugins"]>>;

needsOpinions();

const folder = mkdtempSync(join(tmpdir(), "waymark-typed-"));
beforeAll(() => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(modules, join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("every call compiles", async () => {
  for (const [name, plugins] of Object.entries(CONFIGS)) {
    mkdirSync(join(folder, name));
    const server = await createTestServer({
      config: { plugins: { ...plugins, "rate-limit": { limit: 100_000 } } },
    });
    try {
      writeFileSync(join(folder, name, "api.ts"), await typesFrom(server));
      const calls = await callsOn(server);
      const ofJson = server.registry.routes.filter(
        ({ kind, site }) => !site && (kind === "list" || kind === "returns" || kind === "empty"),
      );
      expect([...calls.keys()]).toEqual(ofJson.map(({ ref }) => ref));
      for (const [ref, call] of calls) writeFileSync(join(folder, name, `${ref}.ts`), call);
    } finally {
      await server.close();
    }
  }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        module: "nodenext",
        target: "es2022",
        lib: ["es2022", "dom", "dom.iterable"],
        types: ["node"],
      },
    }),
  );
  const { status, stdout } = spawnSync(
    join(modules, ".bin/tsc"),
    ["-p", folder, "--pretty", "false"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

/** The calls by the operation whose page shows them. */
async function callsOn(server: TestServer): Promise<ReadonlyMap<string, string>> {
  const calls = new Map<string, string>();
  for (const { ref, site } of server.registry.routes) {
    if (site) continue;
    const path = server.registry.href("reference.showOperation", { ref }) ?? "";
    const page = await (await server.fetch(path, { headers: { accept: "text/html" } })).text();
    const code = [...page.matchAll(/<code>([^<]*openapi-fetch[^<]*)<\/code>/g)][0]?.[1];
    if (code !== undefined) calls.set(ref, decoded(code));
  }
  return calls;
}

function decoded(text: string): string {
  const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
    code === undefined ? (named[name] ?? all) : String.fromCodePoint(Number(code)),
  );
}

/** The part of openapi-typescript that makes the types. It has a compiler of its own, because version 7 has no such API. */
interface OpenApiTypescript {
  default(document: string, options: { readonly silent: boolean }): Promise<unknown>;
  astToString(nodes: unknown): string;
}

async function typesFrom(server: TestServer): Promise<string> {
  const document = await json(await server.fetch("/api/openapi"));
  const { astToString, default: toTypes } =
    await importOpinion<OpenApiTypescript>("openapi-typescript");
  return astToString(await toTypes(JSON.stringify(document), { silent: true }));
}
