/** The operations of the API by section, plugin and preset order. */
import type { Registry } from "waymark";
import { type Section, SECTIONS } from "waymark/advanced";
import { type Group, operationGroups } from "./operations.ts";
import { sharedMessages } from "../messages.ts";

export interface SectionOfApi {
  readonly section: Section;
  readonly groups: readonly Group[];
}

/** Returns the sections that have operations, in their order. */
export function sectionsOf(registry: Registry): readonly SectionOfApi[] {
  const groups = operationGroups(registry);
  return SECTIONS.flatMap((section) => {
    const own = groups.filter(({ plugin }) => sectionOf(plugin, registry) === section);
    return own.length === 0 ? [] : [{ section, groups: own }];
  });
}

export function sectionOf(id: string, { installed }: Registry): Section {
  return installed.find(({ plugin }) => plugin.id === id)?.plugin.section ?? "resources";
}

/** Returns the name of a section and a sentence about it. */
export function sectionText(
  section: Section,
  { registry, language }: { readonly registry: Registry; readonly language: string },
): { readonly name: string; readonly text: string } {
  return sharedMessages(registry, language).sections[section];
}
