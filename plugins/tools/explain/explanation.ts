/** An explanation as data, the kinds of things that have one, and what people and programs get of it. */
import type { EntryExplanation } from "waymark/advanced";
import { table } from "waymark/tools";
import type { Booted } from "waymark/server";
import { settingOf } from "../../shared/owners.ts";

export type Explanation = Omit<EntryExplanation, "name" | "plugin">;

/** An explanation under its exact name, with its owner if it has one. */
export type Thing = Explanation & { readonly name: string; readonly plugin?: string };

export type Rows = readonly (readonly string[])[];

/** Kind of thing to explain: the names that people look for, and the explanations by name. */
export interface Kind {
  readonly names: readonly string[];
  readonly explain: (name: string) => readonly Explanation[];
}

/** Makes a kind of things that are found by their exact names. */
export function named(booted: Booted, things: readonly Thing[]): Kind {
  const ownerOf = (id: string) => (id === "kernel" ? id : `plugin ${pluginText(booted, id)}`);
  const owned = ({ plugin, facts }: Thing) =>
    plugin === undefined ? facts : { owner: ownerOf(plugin), ...facts };
  return {
    names: things.map(({ name }) => name),
    explain: (target) =>
      things
        .filter(({ name }) => name === target)
        .map((thing) => ({ ...thing, facts: owned(thing) ?? {} })),
  };
}

/** Leaves out facts without a text, and sections without rows. */
export function toJson({ title, about = [], facts = {}, sections = {} }: Explanation) {
  return {
    title,
    about,
    facts: Object.fromEntries(
      Object.entries(facts).flatMap(([name, text]) => (text ? [[name, text] as const] : [])),
    ),
    sections: Object.fromEntries(Object.entries(sections).filter(([, rows]) => rows.length > 0)),
  };
}

export function toText(explanation: Explanation): string {
  const { title, about, facts, sections } = toJson(explanation);
  const tables: readonly (readonly [string, Rows])[] = [
    ["", Object.entries(facts)],
    ...Object.entries(sections),
  ];
  const parts = tables
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => (name && `${name}\n`) + table(rows).replaceAll(/^(?=.)/gm, "  "));
  return [[title, ...about].join("\n"), ...parts].join("\n\n");
}

/** Returns a plugin with the key that sets it. */
export function pluginText({ installed }: Booted, id: string): string {
  const setting = settingOf(id, installed);
  return setting === undefined ? id : `${id} (set by ${setting})`;
}

export function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
