/** Policies of third parties: what they state is tested by their own conformance tests. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import preset from "waymark/preset";
import { defineConformance, headerIs, testCase, type PolicyConformance } from "waymark/conformance";
import { z } from "zod";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";
import type { Report } from "../../../../plugins/tools/shared/report.ts";
import { NO_CONFIG } from "../../../_setup.ts";

/** Policies of others, which hear of every header. */
const around = preset.filter(({ id }) => ["clock", "ids", "cors", "links"].includes(id));
const check = (plugin: Plugin) =>
  checkInProcess({
    ...NO_CONFIG,
    preset: [...around, plugin],
  });

const Sea = z.object({ calm: z.boolean() });
let waves = 0;

/** A plugin with one policy that says it is high tide. */
function tides(statement: unknown, test: object | undefined): Plugin {
  return definePlugin({
    id: "sea",
    summary: "Reports the tide.",
    routes: {
      showSea: {
        method: "GET",
        path: "/sea",
        summary: "Look at the sea.",
        cache: "no-store",
        returns: Sea,
      },
    },
    handlers: () => ({ showSea: () => ({ calm: true }) }),
    policies: [
      definePolicy({
        id: "tides",
        reads: { "x-boat": { description: "Who asks." } },
        writes: {
          "X-Tide": "The tide.",
          "X-Boat": "Who asked.",
          "X-Wave": "Counts.",
          "X-Foam": "Now and then.",
          "X-Sail": "The method.",
        },
        compile: () => ({
          fields: () => ({
            "X-Tide": "high",
            "X-Sail": ({ method }) => method,
            "X-Boat": (call) => call.header("x-boat"),
            "X-Wave": () => String((waves += 1)),
            "X-Foam": () => undefined,
          }),
        }),
        statement: () => statement,
        ...(test && {
          conformance: async () => ({ default: defineConformance({ ...DEFINITION, ...test }) }),
        }),
      }),
    ],
  });
}

const DEFINITION: PolicyConformance<{ readonly level: string }> = {
  statement: z.object({ level: z.string() }),
  covers: { level: ["tides: level"], moon: { because: "the sky is cloudy here" } },
  optional: { "X-Foam": "now and then" },
  ofMethod: { "X-Sail": "names the method" },
  sends: () => ({ "x-boat": "Argo" }),
  server: ({ operations, read }, { level }) => [
    testCase("tides: low water", async () =>
      headerIs(await read(operations[0]?.path ?? "/"), "X-Tide", level),
    ),
  ],
  answers: (operation, _context, { level }) => [
    testCase("tides: level", async () =>
      operation.answers.flatMap(({ answer }) => [
        ...headerIs(answer, "X-Tide", level),
        ...headerIs(answer, "X-Boat", "Argo"),
      ]),
    ),
  ],
  after: ({ operations }) => [
    ...operations.map((operation) => ({ operation, ...testCase("tides: ebb", async () => []) })),
    { name: "tides: flood", skipped: "it would take too long" },
  ],
};

/** The values received in place of the expected ones, by case. */
function received({ failures }: Report): Record<string, string> {
  return Object.fromEntries(failures.map((failure) => [failure.case, failure.received]));
}

describe("a policy of a third party", () => {
  it("is tested by its own conformance test, in all phases", async () => {
    const report = await check(tides({ level: "high", moon: "full" }, {}));
    expect(report.failures).toEqual([]);
    expect(report.warnings).toEqual([]);
    expect(report.kinds).toEqual(
      expect.arrayContaining(["tides: low water", "tides: level", "tides: ebb"]),
    );
    expect(report.skipped.map((entry) => entry.case)).toEqual(["tides: flood"]);
  });

  it.each<[string, unknown, object, object]>([
    [
      "states what it does not do",
      { level: "low" },
      {},
      { "tides: low water": "X-Tide: high", "tides: level": "X-Tide: high" },
    ],
    [
      "states what its conformance test does not cover",
      { level: "high", salt: 35 },
      {},
      { "tides: statement": "none" },
    ],
    [
      "states something of another form",
      { level: 3 },
      {},
      { "tides: statement": "level: Invalid input: expected string, received number" },
    ],
    [
      "leaves out a header and does not say so",
      { level: "high" },
      { optional: {} },
      { headers: "no X-Foam", "unknown path": "no X-Foam", "broken escape": "no X-Foam" },
    ],
    [
      "fills a header for HEAD in another way, and does not say so",
      { level: "high" },
      { ofMethod: {} },
      { HEAD: "x-sail: HEAD" },
    ],
    [
      "sends no header for the answer to repeat",
      { level: "high" },
      { sends: () => ({}), optional: { "X-Foam": "", "X-Boat": "" } },
      { "tides: level": "no X-Boat" },
    ],
  ])("that %s is found out", async (_name, statement, test, expected) => {
    const report = await check(tides(statement, test));
    expect(received(report)).toEqual(expected);
    for (const failure of report.failures.filter((one) => one.operation === "the server"))
      expect(failure.hint).toBe(
        failure.case.startsWith("tides:") ? "waymark explain tides" : "waymark plugins",
      );
  });

  it("without a conformance test is served, and reported as stated but not checked", async () => {
    const { failures, warnings } = await check(tides({ level: "high" }, undefined));
    // Without a test nothing says that its header differs by method.
    expect(new Set(failures.map((failure) => failure.case))).toEqual(
      new Set(["HEAD", "tides: headers"]),
    );
    expect(failures.map(({ expected }) => expected)).toContain(
      "X-Foam in some answer, as policy tides writes it",
    );
    expect(warnings).toContain("policy tides states something that is not checked");
  });
});
