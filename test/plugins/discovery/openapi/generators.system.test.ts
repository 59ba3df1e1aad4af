/** Clients that generators of others make of the OpenAPI document: each compiles under the strictest flags, and requires members. */
import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { folderOf } from "../../../_folder.ts";
import { startServer } from "../../../_setup.ts";
import { WRITES_AND_IDENTITY } from "../../../fixtures/writes-and-identity.ts";
import { needsOpinions, opinionProgram } from "../../../opinions/index.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../../..");

needsOpinions();

const STRICTEST = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  module: "preserve",
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
};

/** Names of the members that a type requires, and claims about types. */
const ASSERTIONS = `
export type RequiredOf<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export function holds<T extends true>(): T | undefined { return undefined; }
`;

const GENERATORS = {
  "openapi-typescript with openapi-fetch": {
    program: "openapi-typescript",
    args: ["openapi.json", "--output", "api.ts"],
    flags: {},
    use: `
      import createClient from "openapi-fetch";
      import type { components, paths } from "./api.ts";
      import { holds, type RequiredOf, type Same } from "./assertions.ts";
      const client = createClient<paths>({ baseUrl: "" });
      const { data, error } = await client.GET("/api/offices", { params: { query: { fields: "id" } } });
      if (error === undefined) {
        const list: components["schemas"]["OfficesList"] = data;
        void list;
        const names: readonly string[] = data.offices.map(({ name }) => name);
        void names;
      }
      holds<Same<RequiredOf<components["schemas"]["OfficeWithHito"]>, "id" | "name" | "hitos">>();
      holds<Same<RequiredOf<components["schemas"]["OfficeNewInput"]>, "id" | "name" | "hitos">>();
      const made = await client.POST("/api/offices", { body: { id: "a", name: "b", hitos: [] } });
      void made.data?.name.length;
      // @ts-expect-error a member of the body is missing
      void client.POST("/api/offices", { body: { id: "a", hitos: [] } });
      // @ts-expect-error there is no such path
      void client.GET("/api/office");
    `,
  },
  "@hey-api/openapi-ts": {
    program: "openapi-ts",
    args: ["--input", "openapi.json", "--output", "api", "--no-log-file"],
    // Files that are the same for every document need these.
    flags: { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false },
    use: `
      import { officesCreateOffice, officesListOffices } from "./api/sdk.gen.ts";
      import type { OfficeWithHito, OfficeNewInput, OfficesList, OfficesListOfficesResponses } from "./api/types.gen.ts";
      import { holds, type RequiredOf, type Same } from "./assertions.ts";
      holds<Same<OfficesListOfficesResponses[200], OfficesList>>();
      holds<Same<RequiredOf<OfficeWithHito>, "id" | "name" | "hitos">>();
      holds<Same<RequiredOf<OfficeNewInput>, "id" | "name" | "hitos">>();
      const { data } = await officesListOffices({ query: { fields: "id" } });
      const names: readonly string[] = data?.offices.map(({ name }) => name) ?? [];
      void names;
      void officesCreateOffice({ body: { id: "a", name: "b", hitos: [] } });
      // @ts-expect-error a member of the body is missing
      void officesCreateOffice({ body: { id: "a", hitos: [] } });
    `,
  },
} as const;

it.each(Object.entries(GENERATORS))("%s", { timeout: 120_000 }, async (_name, generator) => {
  const { registry } = await startServer({ config: { plugins: WRITES_AND_IDENTITY } });
  const cwd = folderOf({
    "openapi.json": JSON.stringify(openapiDocument(registry)),
    "package.json": '{ "type": "module" }',
    "assertions.ts": ASSERTIONS,
    "use.ts": generator.use,
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...STRICTEST, ...generator.flags },
      include: ["use.ts"],
    }),
  });
  symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
  await run(opinionProgram(generator.program), [...generator.args], { cwd });
  const tsc = join(root, "node_modules/.bin/tsc");
  // It prints what it refuses.
  const { stdout } = await run(tsc, ["-p", cwd, "--pretty", "false"]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe("");
});
