/** `waymark check` of services that know their callers. */
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { expect, it } from "vitest";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import access from "../../../plugins/identity/access/index.ts";
import { checkThrough } from "../tools/check/_proxy.ts";
import { requiredScopes } from "../../../registry/contract/route/sealed-route.ts";
import { as, badges, notes } from "./_setup.ts";
import { NO_CONFIG } from "../../_setup.ts";
import { expectClean } from "../../_conforms.ts";

/** Enough of the preset for protected lists. */
const SMALL = new Set(
  "request-id rate-limit size-limits problem-details server-timing cache cors lists prefer links locales clock ids event-bus store graphql root schemas".split(
    " ",
  ),
);
const small = preset.filter(({ id }) => SMALL.has(id));

it("conforms with routes of each level, and with routes that the config raises", async () => {
  const checked = {
    ...NO_CONFIG,
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
  } as const;
  const report = await checkInProcess(checked, {
    only: (route) => requiredScopes(route) !== undefined,
  });
  expectClean(report);
});

it("of a deployment sends the credentials that it was given, and says what it cannot ask", async () => {
  const credentials = as("ann");
  const { failures, skipped } = await checkThrough(
    [...small, access as Plugin, badges as Plugin, notes as Plugin],
    { shared: true, credentials },
  );
  expect(failures).toEqual([]);
  const cases = new Map(skipped.map((one) => [one.case, one.reason]));
  const reason = "only a server of the check's own issues credentials to it";
  for (const name of ["credentials: bad ones", "access: scopes", "access: allowed"])
    expect(cases.get(name)).toBe(reason);
  expect(cases.has("access: anonymous")).toBe(false);
});

it("of a deployment without credentials leaves out what only callers may read", async () => {
  const { failures, skipped } = await checkThrough(
    [...small, access as Plugin, badges as Plugin, notes as Plugin],
    { shared: true },
  );
  expect(failures).toEqual([]);
  const unasked = skipped.filter((one) => one.case === "answer");
  expect(unasked.map(({ operation }) => operation)).toEqual(["GET /api/known", "GET /api/scoped"]);
  expect(unasked[0]?.reason).toContain("--header");
});
