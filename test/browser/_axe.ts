/** Accessibility barriers, as axe finds them. */
import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "./_browser.ts";

/** Rules of WCAG 2.2, levels A and AA. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Expects a page in one of its looks to fit the window and to have no barriers; `at` names the look in a failure. */
export async function expectUsable(page: Page, at: object): Promise<void> {
  await ask(page, "settled");
  const axe = await barriers(page, { advice: true });
  const wide = await ask(page, "tooWide");
  expect({ at, axe, wide }).toEqual({ at, axe: [], wide: [] });
}

export interface Look {
  /** True to check axe's best practices, too. */
  readonly advice?: boolean;
  /** The part of the page that has changed since the whole was looked at. Default: the whole page. */
  readonly within?: string;
}

/** Returns a line for each place. Call it on a page that has settled. */
export async function barriers(
  page: Page,
  { advice = false, within }: Look = {},
): Promise<string[]> {
  const rules = advice ? [...RULES, "best-practice"] : RULES;
  // Once a document; and what holds everywhere is not described, which takes most of its time.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const context = within === undefined ? "document" : JSON.stringify(within);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] });
  const look = () =>
    page.evaluate<AxeResults["violations"]>(
      `axe.run(${context}, ${options}).then((found) => found.violations)`,
    );
  const violations = await look().catch(async () => {
    // axe throws when an element that it holds is taken out of the page meanwhile.
    await ask(page, "settled");
    return look();
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) =>
        `${id} ${target.flat().join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
}
