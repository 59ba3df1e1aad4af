/** `waymark check` of a service with API keys, and the plugin's own checks. */
import { expect, it } from "vitest";
import type { Plugin } from "waymark";
import { testPlugin } from "waymark/testing";
import { checkInProcess } from "../../../kernel/check/in-process.ts";
import access from "../../../plugins/identity/access/index.ts";
import apiKeys from "../../../plugins/identity/api-keys/index.ts";

await testPlugin(apiKeys as Plugin, { withPlugins: [access as Plugin] });

it("conforms, with keys of its own for every level of access", { timeout: 120_000 }, async () => {
  const report = await checkInProcess({
    cwd: process.cwd(),
    env: {},
    file: false,
    overrides: { plugins: { "api-keys": true, access: { require: { brains: "authenticated" } } } },
  });
  expect(report.failures).toEqual([]);
  expect(report.skipped).toEqual([]);
  expect(report.warnings).toEqual([]);
});
