/** Splits a sentence into prose and the code between backticks. A backtick without a partner is an ordinary character. */
export function partsOf(
  text: string,
): readonly { readonly text: string; readonly code: boolean }[] {
  return text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== "")
    .map((part) =>
      /^`[^`]+`$/.test(part)
        ? { text: part.slice(1, -1), code: true }
        : { text: part, code: false },
    );
}
