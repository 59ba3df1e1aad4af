/** Names for people in place of `plugin:check`: the operator's, the plugin's, or the name of the check. */
import { type Localized, type Registry, textIn } from "waymark";
import type { CheckResult } from "waymark/services";
import { SECTIONS } from "waymark/advanced";
import { sectionText } from "../shared/operations/sections.ts";
import { statusMessages } from "./messages.ts";

/** The service as a whole, among the subjects of incidents. */
export const SERVICE = "service";
/** Begins the subject of a section of the API: `section:resources`. */
export const SECTION = "section:";

/** Function that returns the name of a subject in a language. */
export type Names = (subject: string, language: string) => string;

export function createNames(
  own: Readonly<Record<string, Localized>>,
  checks: readonly CheckResult[],
  registry: Registry,
): Names {
  const declared = new Map(checks.map((check) => [subjectOf(check), check.title]));
  return (subject, language) => {
    if (subject === SERVICE) return statusMessages(registry, language).service;
    const section = subject.startsWith(SECTION)
      ? SECTIONS.find((one) => subject.endsWith(one))
      : undefined;
    if (section !== undefined) return sectionText(section, { registry, language }).name;
    const title = own[subject] ?? declared.get(subject);
    return title === undefined ? plainName(subject) : textIn(title, language);
  };
}

export function subjectOf({ plugin, name }: Pick<CheckResult, "plugin" | "name">): string {
  return `${plugin}:${name}`;
}

/** Returns `mail:send-queue` as `Send queue`. */
export function plainName(subject: string): string {
  const name = subject.slice(subject.indexOf(":") + 1);
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[-_.:\s]+/g, " ");
  const text = words.trim().toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
