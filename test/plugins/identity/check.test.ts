/** `waymark check` of services that know their callers. */
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { expect, it } from "vitest";
import { checkInProcess } from "../../../kernel/check/in-process.ts";
import { badges, notes } from "./_setup.ts";

const input = { cwd: process.cwd(), env: {}, file: false } as const;

it("conforms with routes of each level, and with routes that the config raises", async () => {
  const report = await checkInProcess({
    ...input,
    preset: [...preset, badges as Plugin, notes as Plugin],
    overrides: {
      plugins: {
        access: {
          plans: { team: { limit: 900, window: "2m", requestsLimit: 5000 }, free: { limit: 60 } },
          defaultPlan: "team",
          require: {
            brains: "authenticated",
            "offices.listOffices": { scopes: ["offices:read"] },
            "locales.listLocales": "authenticated",
          },
        },
      },
    },
  });
  expect(report.failures).toEqual([]);
  expect(report.skipped).toEqual([]);
  expect(report.warnings).toEqual([]);
});
