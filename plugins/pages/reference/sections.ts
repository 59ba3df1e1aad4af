/** The operations of the API by section, plugin and preset order. */
import { type Registry, type Section, SECTIONS } from "waymark";
import { operationGroups } from "../shared/operations/operations.ts";
import type { Group, Operation } from "../shared/operations/model.ts";

export interface SectionOfApi {
  readonly section: Section;
  readonly groups: readonly Group[];
}

/** Sections that have operations, in their order. */
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

const byRef = new WeakMap<Registry, ReadonlyMap<string, Operation>>();

export function operationsOf(registry: Registry): ReadonlyMap<string, Operation> {
  const known = byRef.get(registry);
  if (known !== undefined) return known;
  const all = operationGroups(registry).flatMap(({ operations }) => operations);
  const made = new Map(all.map((operation) => [operation.ref, operation]));
  byRef.set(registry, made);
  return made;
}
