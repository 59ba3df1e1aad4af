/** Accessibility barriers, as axe finds them. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "./_browser.ts";

/** Of WCAG 2.2, levels A and AA. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Expects a page in one of its looks to fit the window and to have no barriers; `at` names the look in a failure. */
export async function expectUsable(page: Page, at: object): Promise<void> {
  await ask(page, "settled");
  const axe = await barriers(page, { advice: true });
  const wide = await ask(page, "tooWide");
  expect({ at, axe, wide }).toEqual({ at, axe: [], wide: [] });
}

/** A line for each place; `advice` adds what axe calls best practice. Call it on a page that has settled. */
export async function barriers(
  page: Page,
  { advice = false }: { readonly advice?: boolean } = {},
): Promise<string[]> {
  const rules = advice ? [...RULES, "best-practice"] : RULES;
  const look = () => new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze();
  const { violations } = await look().catch(async () => {
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
