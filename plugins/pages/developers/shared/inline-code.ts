/** Sentences in which code stands between backticks, as descriptions have it. */

export interface Part {
  readonly text: string;
  readonly code: boolean;
}

/** The parts of a text, code and prose by turns. A backtick without a partner is a character like any other. */
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
