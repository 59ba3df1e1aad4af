/** A table that cannot be stored is the fault of the plugin that declares it, and of no other (C1). */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import type { TableDeclaration } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { BootError } from "../../../kernel/host/support/boot-errors.ts";
import { seedFile } from "./_setup.ts";

const Map = z.object({ id: z.string(), at: z.int() });

describe("the finding about a table names the plugin that declares it (C1)", () => {
  it.each<[what: string, table: () => Partial<TableDeclaration>, message: RegExp]>([
    [
      "a seed that is missing",
      () => ({ seed: new URL("file:///nowhere/maps.json") }),
      /maps\.json.*cannot be read/,
    ],
    [
      "a seed with a bad row",
      () => ({ seed: seedFile([{ id: "a", at: "noon" }]) }),
      /bad row at index 0: at: /,
    ],
    ["a key that is not a field", () => ({ key: "slug" }), /has the key "slug"/],
    ["an index of no field", () => ({ indexes: ["name"] }), /has an index of "name"/],
    ["a unique field that is none", () => ({ unique: ["name"] }), /has the unique field "name"/],
  ])("%s", async (_what, table, message) => {
    const atlas = definePlugin({
      id: "atlas",
      summary: "Maps.",
      tables: { maps: { of: Map, key: "id", ...table() } },
    });
    const starting = createTestServer({ config: { plugins: { atlas } } });
    const error = await starting.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof BootError)) throw new Error("it started");
    expect(error.findings).toEqual([
      {
        code: "SETUP_FAILED",
        plugin: "atlas",
        where: "setup of the plugin store",
        message: expect.stringMatching(message),
        hint: "fix what the message names, or switch the plugin off: plugins: { atlas: false }",
      },
    ]);
  });
});
