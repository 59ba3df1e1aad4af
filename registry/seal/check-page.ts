/** Findings about the page that a route declares. */
import type { Report } from "./check-references.ts";
import { show } from "../contract/finding.ts";
import type { Page } from "../contract/page.ts";
import type { Localized, Menu } from "../contract/types.ts";
import type { Route } from "../contract/route.ts";

const KEYS: readonly string[] = [
  "title",
  "description",
  "menu",
  "updated",
] satisfies (keyof Page)[];
const MENUS: readonly string[] = ["main", "footer", "none"] satisfies Menu[];
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

export function checkPage({ page, languages }: Route, report: Report): void {
  if (page === undefined) return;
  const claim = (holds: boolean, message: string, hint: string): void => {
    if (!holds) report("ROUTE_INVALID", message, hint);
  };
  const { title, description, menu, updated } = page;
  for (const [key, text] of Object.entries({ title, description })) {
    if (key === "description" && text === undefined) continue;
    const missing = missingFrom(text, languages);
    claim(
      missing === undefined,
      `page.${key} ${missing ?? ""}; received ${show(text)}`,
      languages === undefined
        ? "write a text"
        : `write a text, or one for each language: { ${languages.map((tag) => `${show(tag)}: "…"`).join(", ")} }`,
    );
  }
  claim(
    menu === undefined || MENUS.includes(menu),
    `page.menu must be one of ${MENUS.join(", ")}; received ${show(menu)}`,
    'leave it out for "footer"',
  );
  claim(
    updated === undefined || (ISO_DATE.test(updated) && !Number.isNaN(Date.parse(updated))),
    `page.updated must be a day; received ${show(updated)}`,
    'write it like "2026-11-21"',
  );
  for (const key of Object.keys(page))
    claim(KEYS.includes(key), `page has no key ${show(key)}`, `its keys are ${KEYS.join(", ")}`);
}

/** Returns the reason why a text cannot be read in each of the languages; undefined if it can. */
function missingFrom(
  text: Localized | undefined,
  languages: readonly string[] | undefined,
): string | undefined {
  const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
  if (typeof text !== "object" || text === null) return isText(text) ? undefined : "must be a text";
  if (languages === undefined) return "has texts by language, but the route names no languages";
  const missing = languages.filter((language) => !isText(text[language]));
  return missing.length === 0 ? undefined : `has no text in ${missing.join(", ")}`;
}
