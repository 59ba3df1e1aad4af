/** The meaning of headers and status codes, in one language. */
import type { Plugin, Registry } from "waymark";
import { translate } from "waymark/services";
import type { Meaning } from "./playground/description.ts";
import headers from "./header-meanings.json" with { type: "json" };
import statuses from "./status-meanings.json" with { type: "json" };

/** Meaning in English. A header without a text here has that of its policy. */
type Explanation = Omit<Meaning, "text"> & { readonly text?: string };

/** Meanings of response headers, by lower-case name, in the order in which they are shown. */
export const HEADERS = headers as Readonly<Record<string, Explanation>>; // its groups are the groups of Meaning

/** Returns every header that an answer may have, without headers of policies that are off. */
export function headerMeanings(
  registry: Registry,
  language: string,
): Readonly<Record<string, Meaning>> {
  const installed: readonly { readonly plugin: Plugin }[] = registry.installed;
  const written = textsOf(registry.policies.map(({ policy }) => policy));
  const possible = textsOf(installed.flatMap(({ plugin }) => plugin.policies ?? []));
  const names = new Set([...Object.keys(HEADERS), ...written.keys()]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const { text = written.get(name), ...more } = HEADERS[name] ?? {};
      const isOff = possible.has(name) && !written.has(name);
      return text === undefined || isOff
        ? []
        : [[name, { text: translate(text, registry, language), ...more }]];
    }),
  );
}

/** Returns the texts of headers that policies write, by lower-case name. */
function textsOf(policies: readonly { readonly writes?: Readonly<Record<string, string>> }[]) {
  const all = policies.flatMap(({ writes = {} }) => Object.entries(writes));
  return new Map(all.map(([name, text]) => [name.toLowerCase(), text]));
}

export function statusMeanings(
  registry: Registry,
  language: string,
): Readonly<Record<string, Meaning>> {
  return Object.fromEntries(
    Object.entries(statuses).map(([status, { text, ...more }]) => [
      status,
      { text: translate(text, registry, language), ...more },
    ]),
  );
}
