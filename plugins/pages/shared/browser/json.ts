/** Reads JSON that may be any text. */

/** Parses JSON; undefined for any other text. */
export function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Returns the members of an object; empty for other texts. */
export function membersIn(text: string): Readonly<Record<string, unknown>> {
  // Object() makes an object of every value.
  return Object(parsed(text)?.json) as Readonly<Record<string, unknown>>;
}
