/** `waymark check` of a service that evaluates idempotency keys. */
import { definePlugin, type CompiledPolicy, type Plugin, type Policy } from "waymark";
import preset from "waymark/preset";
import { expect, it } from "vitest";
import { z } from "zod";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import type { RunOptions } from "../../../plugins/tools/shared/run-options.ts";
import { implemented } from "../../_offered.ts";
import { NO_CONFIG } from "../../_setup.ts";

const idempotency = await implemented("idempotency");
/** Enough of the preset for writes. */
const SMALL = new Set(
  "request-id rate-limit size-limits problem-details server-timing cache cors lists prefer links clock ids event-bus jobs root schemas errors".split(
    " ",
  ),
);
const small = preset.filter(({ id }) => SMALL.has(id));
const store = preset.filter(({ id }) => id === "store");

const write = { method: "POST", summary: "Draw a lot.", idempotency: "key" } as const;
const lots = definePlugin({
  id: "lots",
  summary: "Draws lots.",
  routes: {
    drawOf: {
      ...write,
      path: "/api/draws",
      body: z.object({ of: z.int() }),
      returns: z.object({ lot: z.number() }),
    },
    draw: { ...write, path: "/api/lots", text: { mediaType: "text/plain" } },
    refuse: { ...write, path: "/api/refusals", empty: true, errors: ["resource-exists"] },
  },
  handlers: () => ({
    drawOf: ({ body: { of } }) => ({ lot: Math.random() * of }),
    draw: () => String(Math.random()),
    refuse: ({ fail }) => fail("resource-exists"),
  }),
});

type Change = (compiled: CompiledPolicy) => CompiledPolicy;
const runEveryTime: NonNullable<CompiledPolicy["around"]> = (_call, proceed) => proceed();

/** The report of a check, with another policy in place of the plugin's own; in depth of the chosen routes. */
function check(
  options: { readonly required?: boolean },
  change: Change = (same) => same,
  only: RunOptions = {},
) {
  const policies = idempotency.policies?.map((policy): Policy => ({
    ...policy,
    compile(...args) {
      const compiled = policy.compile(...args);
      return compiled && change(compiled);
    },
  }));
  const plugin: Plugin = { ...idempotency, ...(policies === undefined ? {} : { policies }) };
  const overrides = { plugins: { idempotency: options } };
  const input = { ...NO_CONFIG, preset: [...small, plugin, ...store, lots], overrides };
  return checkInProcess(input, only);
}

it.each([{ required: false }, { required: true }])("conforms with %o", async (options) => {
  const report = await check(options);
  expect(report.failures).toEqual([]);
  expect(report.warnings).toEqual([]);
  const skipped = report.skipped.filter((one) => one.case.startsWith("idempotency"));
  expect(skipped).toEqual([]);
});

it.each<[string, string, { readonly required?: boolean }, Change]>([
  ["that runs every request", "repeated", {}, (one) => ({ ...one, around: runEveryTime })],
  [
    "that does not say what it repeats",
    "repeated",
    {},
    (one) => ({ ...one, fields: () => ({ "Idempotency-Replayed": undefined }) }),
  ],
  ["that takes every key", "malformed key", {}, (one) => ({ ...one, admit: () => undefined })],
  [
    "that needs no key",
    "missing key",
    { required: true },
    (one) => ({ ...one, admit: () => undefined }),
  ],
])("notices a policy %s", async (_what, name, options, change) => {
  const { failures } = await check(options, change, { only: ({ plugin }) => plugin === "lots" });
  expect(failures.map((one) => one.case)).toContain(`idempotency: ${name}`);
});
