/** `testPlugin` of plugins whose routes ask who calls, with nothing said about it. */
import type { Plugin, Principal } from "waymark";
import { pluginChecks, testPlugin } from "waymark/testing";
import { expect, it } from "vitest";
import { drawFor } from "../../_draw.ts";
import { badges, notes } from "./_setup.ts";

interface Caller {
  readonly principal: Principal;
}

// In each run one of them: in the end both.
await testPlugin(drawFor("plugin", [notes, badges]) as Plugin);

/** The names of the checks that fail. */
async function failing(plugin: Plugin): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name, run } of pluginChecks(plugin)) await run().catch(() => names.push(name));
  return names;
}

it("finds a route that answers with its first caller", async () => {
  let first: string | undefined;
  const keeping: Plugin = {
    ...(notes as Plugin),
    id: "keeping",
    handlers: () => ({
      listOpen: () => [{ id: "1", reader: "anybody" }],
      listKnown: ({ principal }: Caller) => [{ id: "1", reader: (first ??= principal.name) }],
      listScoped: ({ principal }: Caller) => [{ id: "1", reader: principal.name }],
    }),
  };
  expect(await failing(keeping)).toEqual(
    expect.arrayContaining(["with the preset: GET /api/known"]),
  );
});
