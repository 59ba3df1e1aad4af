/** An explanation as data, for people and for programs. */
import { table } from "waymark/tools";

/** A title, which may be empty, with rows of texts. */
export type Section = readonly [title: string, rows: readonly (readonly string[])[]];

export interface Explanation {
  /** The kind and the name of the thing. */
  readonly title: string;
  /** Sentences about it. */
  readonly about: readonly string[];
  readonly facts: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
}

/** Leaves out facts without a text, and sections without rows. */
export function layOut(
  [title = "", ...about]: readonly string[],
  facts: readonly (readonly [name: string, text: string | undefined])[],
  sections: readonly Section[] = [],
): Explanation {
  const known = facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
  return {
    title,
    about,
    facts: Object.fromEntries(known),
    sections: sections.filter(([, rows]) => rows.length > 0),
  };
}

export function toText({ title, about, facts, sections }: Explanation): string {
  const tables: readonly Section[] = [["", Object.entries(facts)], ...sections];
  const parts = tables
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => [...(name === "" ? [] : [name]), indented(rows)].join("\n"));
  return [[title, ...about].join("\n"), ...parts].join("\n\n");
}

export function toJson({ sections, ...others }: Explanation): unknown {
  return { ...others, sections: Object.fromEntries(sections) };
}

function indented(rows: readonly (readonly string[])[]): string {
  return table(rows).replaceAll(/^(?=.)/gm, "  ");
}
