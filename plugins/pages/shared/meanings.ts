/** The meaning of headers and status codes, in one language. */
import type { Registry } from "waymark";
import type { Language } from "./languages.ts";
import { GROUP_OF } from "./header-groups.ts";
import { HEADERS } from "./header-meanings.ts";
import type { Explanation, Meaning } from "./specs.ts";
import { STATUSES } from "./status-meanings.ts";

/** Every header that an answer may have. A header without an explanation here has the one of its policy. */
export function headerMeanings(
  { policies, translate: said }: Pick<Registry, "policies" | "translate">,
  language: Language,
): Readonly<Record<string, Meaning>> {
  const declared = policies.flatMap(({ policy }) => Object.entries(policy.writes ?? {}));
  const meanings: Readonly<Record<string, Meaning>> = {
    ...Object.fromEntries(
      declared.map(([name, text]) => [name.toLowerCase(), { text: said(text, language) }]),
    ),
    ...translate(HEADERS, language),
  };
  const ordered = new Set([...GROUP_OF.keys(), ...Object.keys(meanings)]);
  return Object.fromEntries(
    [...ordered].flatMap((name) => {
      const meaning = meanings[name];
      const group = GROUP_OF.get(name);
      if (meaning === undefined) return [];
      return [[name, group === undefined ? meaning : { ...meaning, group }]];
    }),
  );
}

export function statusMeanings(language: Language): Readonly<Record<string, Meaning>> {
  return translate(STATUSES, language);
}

function translate(
  explanations: Readonly<Record<string, Explanation>>,
  language: Language,
): Readonly<Record<string, Meaning>> {
  return Object.fromEntries(
    Object.entries(explanations).map(([name, { spec, [language]: text }]) => [
      name,
      spec === undefined ? { text } : { text, spec },
    ]),
  );
}
