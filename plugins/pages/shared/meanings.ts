/** The meaning of headers and status codes, in one language. */
import type { Plugin, Registry } from "waymark";
import { translate } from "waymark/services";
import { GROUP_OF, type HeaderGroup } from "./header-groups.ts";
import headers from "./header-meanings.json" with { type: "json" };
import statuses from "./status-meanings.json" with { type: "json" };

/** Meaning of a header or status, with its specification. */
export interface Meaning {
  readonly text: string;
  readonly spec?: { readonly name: string; readonly href: string } | undefined;
  /** Group of a header; absent for others. */
  readonly group?: HeaderGroup | undefined;
}

interface Explanation {
  readonly text: string;
  /** Specification; absent for a header that is a convention and not a standard. */
  readonly spec?: NonNullable<Meaning["spec"]>;
}

/** Meanings of response headers, by lower-case name. */
export const HEADERS: Readonly<Record<string, Explanation>> = headers;

/** Returns every header that an answer may have, without headers of policies that are off. Headers without an explanation here have their policy's. */
export function headerMeanings(
  registry: Registry,
  language: string,
): Readonly<Record<string, Meaning>> {
  const { policies } = registry;
  const installed: readonly { readonly plugin: Plugin }[] = registry.installed;
  const declared = policies.flatMap(({ policy }) => Object.entries(policy.writes ?? {}));
  const meanings: Readonly<Record<string, Meaning>> = {
    ...Object.fromEntries(
      declared.map(([name, text]) => [
        name.toLowerCase(),
        { text: translate(text, registry, language) },
      ]),
    ),
    ...meaningsOf(HEADERS, registry, language),
  };
  const off = installed
    .flatMap(({ plugin }) => plugin.policies ?? [])
    .flatMap(({ writes = {} }) => Object.keys(writes))
    .filter((name) => !declared.some(([other]) => other === name));
  const ordered = new Set([...GROUP_OF.keys(), ...Object.keys(meanings)]).difference(
    new Set(off.map((name) => name.toLowerCase())),
  );
  return Object.fromEntries(
    [...ordered].flatMap((name) => {
      const meaning = meanings[name];
      const group = GROUP_OF.get(name);
      if (meaning === undefined) return [];
      return [[name, group === undefined ? meaning : { ...meaning, group }]];
    }),
  );
}

export function statusMeanings(
  registry: Registry,
  language: string,
): Readonly<Record<string, Meaning>> {
  return meaningsOf(statuses, registry, language);
}

function meaningsOf(
  explanations: Readonly<Record<string, Explanation>>,
  registry: Registry,
  language: string,
): Readonly<Record<string, Meaning>> {
  return Object.fromEntries(
    Object.entries(explanations).map(([name, { spec, text: english }]) => {
      const text = translate(english, registry, language);
      return [name, spec === undefined ? { text } : { text, spec }];
    }),
  );
}
