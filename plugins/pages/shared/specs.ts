/** Explanations with a reference to the specification. */
import type { HeaderGroup } from "./header-groups.ts";

/** The meaning of a header or status, with its specification. */
export interface Meaning {
  readonly text: string;
  readonly spec?: { readonly name: string; readonly href: string } | undefined;
  /** Of a header; absent for others. */
  readonly group?: HeaderGroup | undefined;
}

export interface Explanation {
  readonly en: string;
  readonly es: string;
  /** Absent for a header that is a convention and not a standard. */
  readonly spec?: NonNullable<Meaning["spec"]>;
}

/** A section of an RFC. */
export function rfc(number: number, section: string): NonNullable<Meaning["spec"]> {
  return {
    name: `RFC ${number}, ${section}`,
    href: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
  };
}

/** A section of the Fetch Standard, by its anchor. */
export function fetchStandard(section: string, anchor: string): NonNullable<Meaning["spec"]> {
  return { name: `Fetch, ${section}`, href: `https://fetch.spec.whatwg.org/#${anchor}` };
}

/** A section of a specification of the W3C. */
export function w3c(name: string, path: string): NonNullable<Meaning["spec"]> {
  return { name, href: `https://www.w3.org/TR/${path}` };
}
