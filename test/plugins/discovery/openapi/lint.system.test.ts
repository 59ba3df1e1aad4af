/** Two programs of others judge the OpenAPI documents of the preset, and of a service with every write and credential. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, it } from "vitest";
import { draw, seed } from "../../../_draw.ts";
import { folderOf } from "../../../_folder.ts";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { needsOpinions, opinionProgram } from "../../../opinions/index.ts";
import { startServer } from "../../../_setup.ts";
import { rooms } from "../../../fixtures/rooms.ts";
import { WRITES_AND_IDENTITY } from "../../../fixtures/writes-and-identity.ts";

const run = promisify(execFile);

needsOpinions();

const DOCUMENTS = [
  ["of the preset", {}],
  ["with writes and credentials", { ...WRITES_AND_IDENTITY, rooms: rooms("required") }],
] as const;

describe.each([
  ["redocly", ["lint", "openapi.json"]],
  ["spectral", ["lint", "--fail-severity=error", "-r", ".spectral.yaml", "openapi.json"]],
])("%s", (program, args) => {
  it.each(draw(DOCUMENTS, 1))(
    `finds no error in the document %s, with SEED=${seed}`,
    async (_name, plugins) => {
      const { registry } = await startServer({ config: { plugins } });
      const cwd = folderOf({
        "openapi.json": JSON.stringify(openapiDocument(registry), null, 2),
        ".spectral.yaml": 'extends: ["spectral:oas"]\n',
      });
      // Either exits with 1, which rejects, when it finds an error.
      const env = { ...process.env, REDOCLY_TELEMETRY: "off" };
      await run(opinionProgram(program), args, { cwd, env });
    },
  );
});
