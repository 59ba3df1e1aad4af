/** The published TypeScript holds for what is answered: one run of the compiler over every type and its samples. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createTestServer, type TestServer } from "waymark/testing";
import { expect, it } from "vitest";
import { servedSchema } from "../../registry/derive/json-schemas.ts";
import { mapSubschemas, type JsonSchema } from "../../registry/schema/json-schema.ts";
import { discard } from "../_setup.ts";
import { samplePaths } from "./sample-paths.ts";
import { folderOf } from "../_folder.ts";

const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");

/** Errors in the files of a folder, as `file:line`. */
function errorsIn(folder: string, files: readonly string[]): ReadonlySet<string> {
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const exact = ["--exactOptionalPropertyTypes", "--isolatedDeclarations", "--declaration"];
  const { stdout } = spawnSync(
    tsc,
    [...options, ...exact, "--types", "", "--pretty", "false", ...files],
    { cwd: folder, encoding: "utf8" },
  );
  const errors = stdout.matchAll(/^(\S+?)\((\d+),\d+\): error/gm);
  return new Set([...errors].map(([, file, line]) => `${file}:${line}`));
}

interface Sample {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function samplesFrom(server: TestServer): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const [route, path] of await samplePaths(server)) {
    const answer = await server.fetch(path);
    if (route.schema === undefined || answer.status !== 200) await discard(answer);
    else samples.push({ type: route.schema, body: (await answer.json()) as Sample["body"] });
  }
  for (const { mediaType, schema } of server.registry.builtin.unknown.errorForms) {
    if (schema === undefined) continue;
    const answer = await server.fetch("/api/offices?limit=0", { headers: { accept: mediaType } });
    samples.push({ type: schema, body: (await answer.json()) as Sample["body"] });
  }
  return samples;
}

/** A value of each JSON type, and the absence of one. */
const VALUES = [undefined, null, "text", 1, true, {}, []];

/** Each sample as it is, then with each of its members left out or replaced. */
function edits({ body }: Sample): readonly (readonly [key: string, value: unknown])[] {
  return Object.keys(body).flatMap((key) => VALUES.map((value) => [key, value] as const));
}

/** Keywords that TypeScript cannot express. */
const NOT_TYPES = /^(pattern|format|propertyNames|(min|max|exclusive)[A-Z]\w+|m(in|ax)imum|unique)/;

function typesOnly(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !NOT_TYPES.test(keyword));
  return mapSubschemas(Object.fromEntries(kept), typesOnly);
}

it("every served type compiles on its own, and judges samples as its JSON Schema does", async () => {
  const server = await createTestServer({
    config: { plugins: { "rate-limit": { limit: 100_000 } } },
  });
  const folder = folderOf();
  try {
    const headers = { accept: "application/typescript" };
    const textOf = async (path: string) => (await server.fetch(path, { headers })).text();
    const files = new Map([["all.ts", await textOf("/api/schemas")]]);
    for (const type of server.registry.schemas.keys())
      files.set(`${type}.ts`, await textOf(`/api/schemas/${type}`));

    const samples = await samplesFrom(server);
    expect(samples.length).toBeGreaterThan(30);
    const answers = samples.map(
      ({ type, body }, index) =>
        `export const answer${index}: import("./${type}.ts").${type} = ${JSON.stringify(body)};`,
    );

    const ajv = new Ajv2020({ strict: false });
    const lines: string[] = [];
    const refused: string[] = [];
    samples.forEach((sample, index) => {
      const type = `import("./all.ts").${sample.type}`;
      lines.push(`declare const sample${index}: ${type};`);
      const validate = ajv.compile(
        typesOnly(servedSchema(server.registry, sample.type, `x:${index}`) ?? {}),
      );
      for (const [key, value] of edits(sample)) {
        const name = JSON.stringify(key);
        const { [key]: _, ...rest } = sample.body;
        lines.push(
          value === undefined
            ? `{ const { ${name}: _, ...rest } = sample${index}; const edit: ${type} = rest; }`
            : `{ const edit: ${type} = { ...sample${index}, ${name}: ${JSON.stringify(value)} }; }`,
        );
        if (!validate(value === undefined ? rest : { ...rest, [key]: value }))
          refused.push(`edits.ts:${lines.length}`);
      }
    });
    expect(refused.length).toBeGreaterThan(500);
    files.set("answers.ts", answers.join("\n")).set("edits.ts", `${lines.join("\n")}\nexport {};`);
    for (const [file, text] of files) writeFileSync(join(folder, file), text);

    const errors = errorsIn(folder, [...files.keys(), "--allowImportingTsExtensions"]);
    const lineOf = (place: string) => lines[Number(place.replace("edits.ts:", "")) - 1] ?? place;
    const expected = new Set(refused);
    expect({
      narrower: [...errors.difference(expected)].map(lineOf),
      wider: [...expected.difference(errors)].map(lineOf),
    }).toEqual({ narrower: [], wider: [] });
  } finally {
    await server.close();
  }
});
