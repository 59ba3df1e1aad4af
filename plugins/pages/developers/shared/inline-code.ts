/** Sentences with code between backticks, as in descriptions. */

export interface Part {
  readonly text: string;
  readonly code: boolean;
}

/** Splits a text into code and prose. A backtick without a partner is an ordinary character. */
export function partsOf(text: string): readonly Part[] {
  return text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== "")
    .map((part) =>
      /^`[^`]+`$/.test(part)
        ? { text: part.slice(1, -1), code: true }
        : { text: part, code: false },
    );
}
