/** The client compiles under the strictest flags, and refuses misuse. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { clientText } from "../../../plugins/client/client-text.ts";
import { WRITES_AND_IDENTITY } from "../../fixtures/writes-and-identity.ts";
import { promises } from "./_odd.ts";

const modules = join(import.meta.dirname, "../../../node_modules");
const folder = mkdtempSync(join(tmpdir(), "waymark-clients-"));
symlinkSync(modules, join(folder, "node_modules"));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that makes the compiler stricter. */
const STRICTEST = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  isolatedModules: true,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

function compile(options: object): { readonly status: number | null; readonly stdout: string } {
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...STRICTEST, ...options }, include: ["*.ts"] }),
  );
  const args = ["-p", folder, "--pretty", "false"];
  const { status, stdout } = spawnSync(join(modules, ".bin/tsc"), args, { encoding: "utf8" });
  return { status, stdout };
}

const BROWSER = {
  module: "preserve",
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
};
const NODE = { module: "nodenext", target: "es2024", lib: ["es2024"], types: ["node"] };

const CONFIGS = {
  preset: {},
  full: WRITES_AND_IDENTITY,
  odd: { [promises.id]: promises },
  bare: {
    lists: false,
    links: false,
    cache: false,
    events: false,
    deprecation: false,
    "rate-limit": false,
    "retry-policy": false,
    "resilience-policy": false,
  },
} as const;

it("compiles under the strictest flags, with names of browsers and of Node", async () => {
  for (const [name, plugins] of Object.entries(CONFIGS)) {
    const server = await createTestServer({ config: { plugins } });
    writeFileSync(join(folder, `${name}.ts`), await clientText(server.registry));
    await server.close();
  }
  for (const options of [BROWSER, NODE])
    expect(compile(options)).toEqual({ status: 0, stdout: "" });
});

const CORRECT = `
import { ApiError, createClient, ResourceNotFoundError, type Client, type Office } from "./full.ts";
const api: Client = createClient({ baseUrl: "", key: async () => "k", scopes: ["offices:write"] });
for await (const office of api.offices.list({ fields: ["id", "name"], sort: ["-name"] })) {
  const { id, name }: Pick<Office, "id" | "name"> = office;
  void [id, name];
}
for await (const office of api.offices.list({ filter: { name: { contains: "a" }, id: "b" } }))
  void office.hitos.length;
const office = await api.offices.get({ officeId: "a" });
for await (const { status } of office._links.integrations.follow()) void (status === "error");
const page = await api.offices.list({ fields: ["id"] }).page();
void (await page._links["item:madrid"]?.follow())?.name;
void page.offices[0]?.id;
for await (const event of api.events.streamEvents())
  if (event.event === "health.changed") void event.data.status;
try {
  await api.offices.create({ body: { id: "a", name: "b", hitos: [] } }, { idempotencyKey: "k" });
} catch (error) {
  if (error instanceof ResourceNotFoundError) void (error.status === 404);
  else if (error instanceof ApiError) void error.code;
}
`;

/** Statements that must not compile. */
const MISUSE: Readonly<Record<string, string>> = {
  "a field that items lack": `api.offices.list({ fields: ["nam"] });`,
  "a field that was not chosen": `for await (const one of api.offices.list({ fields: ["id"] })) void one.name;`,
  "a filter by another field": `api.offices.list({ filter: { hitos: "a" } });`,
  "another operator": `api.offices.list({ filter: { name: { like: "a" } } });`,
  "an operator with another type": `api.offices.list({ filter: { name: { in: "a" } } });`,
  "a value that the field cannot have": `api.integrations.list({ officeId: "a", filter: { status: "broken" } });`,
  "an order by another field": `api.offices.list({ sort: ["hitos"] });`,
  "another scope": `createClient({ baseUrl: "", scopes: ["offices:wirte"] });`,
  "a missing path parameter": `api.offices.get({});`,
  "a missing member of a body": `api.offices.create({ body: { id: "a", name: "b" } });`,
  "a member that a body lacks": `api.offices.patch({ officeId: "a", body: { nam: "b" } });`,
  "a method that is not there": `api.offices.listOffices();`,
  "an input where none is taken": `api.ping.get({ deep: true });`,
  "a key for a read": `api.offices.get({ officeId: "a" }, { idempotencyKey: "k" });`,
  "a condition for a read": `api.offices.get({ officeId: "a" }, { ifMatch: "t" });`,
  "a link to another method's answer": `(await api.offices.get({ officeId: "a" }))._links.integrations.follow().name;`,
  "data of another event": `for await (const one of api.events.streamEvents()) if (one.event === "heartbeat") void one.data.status;`,
  "a setting that is not there": `createClient({ baseUrl: "", retries: 3 });`,
  "no address": `createClient({});`,
};

it("compiles the first calls of the page, which are those of the operations that are on", async () => {
  const kinds: Record<string, readonly RegExp[]> = {};
  for (const name of ["preset", "full", "bare"] as const) {
    const server = await createTestServer({ config: { plugins: CONFIGS[name] } });
    const page = await server.fetch("/developers/client", { headers: { accept: "text/markdown" } });
    const code = [...(await page.text()).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, part]) => part);
    const text = code.join("\n").replace("./api.ts", `./${name}.ts`);
    writeFileSync(join(folder, `${name}-calls.ts`), text);
    kinds[name] = [
      / sort: /,
      /^for await \(const item /m,
      /Error\)/,
      / body: /,
      /event, data/,
    ].filter((kind) => kind.test(text));
    await server.close();
  }
  expect(Object.values(kinds).map(({ length }) => length)).toEqual([4, 5, 1]);
  expect(compile(BROWSER)).toEqual({ status: 0, stdout: "" });
});

it("compiles what is right, and nothing of a table of misuse", () => {
  const misuse = Object.entries(MISUSE).map(
    ([name, statement]) => `// ${name}\n// @ts-expect-error\n${statement}\n`,
  );
  writeFileSync(join(folder, "use.ts"), `${CORRECT}\n${misuse.join("\n")}`);
  expect(compile(BROWSER)).toEqual({ status: 0, stdout: "" });
  rmSync(join(folder, "use.ts"));
});
