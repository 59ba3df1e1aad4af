/** Reads the findings of a check of a service. */
import { expect } from "vitest";
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { checkInProcess } from "../plugins/tools/check/in-process.ts";
import type { Report } from "../plugins/tools/shared/report.ts";
import type { RunOptions } from "../plugins/tools/shared/run-options.ts";
import { NO_CONFIG } from "./_setup.ts";

/** Plugins of the preset that a check of others leaves out, as `conformance/check.test.ts` has them: half of its requests. */
export const WITHOUT: readonly string[] =
  `changelog support faq roadmap security terms privacy legal search docs developers reference sitemap sitemap-xml
  robots-txt llms-txt status-page`.split(/\s+/);

/** Limits that a check uses up soon: with the usual ones that is most of what it sends. */
export const SOON = { "rate-limit": { limit: 60, pages: 60 } } as const;

/** Checks the routes of a plugin, installed beside others; those are checked with the preset. */
export async function expectToConform(plugin: Plugin, others: readonly Plugin[] = preset) {
  const report = await checkInProcess(
    { ...NO_CONFIG, preset: [...others, plugin] },
    { only: (route) => route.plugin === plugin.id, alone: true },
  );
  expect(report.failures).toEqual([]);
}

/** Nothing failed, was left out, or is to be looked at. */
export function expectClean({ failures, skipped, warnings }: Report): void {
  expect({ failures, skipped, warnings }).toEqual({ failures: [], skipped: [], warnings: [] });
}

/** `GET /api/ping [304]` of each failure. */
export function failed({ failures }: Report): string[] {
  return failures.map((failure) => `${failure.operation} [${failure.case}]`);
}

/** The routes of cases such as `GET /api/ping [304]`: a fault of theirs needs no check of the others in depth. */
export function routesOf(cases: readonly string[]): Pick<RunOptions, "only"> {
  return { only: ({ method, path }) => cases.some((one) => one.startsWith(`${method} ${path} [`)) };
}
