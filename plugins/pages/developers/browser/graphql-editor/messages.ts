/** The messages of the editor, among those of the playground. */
import type { Messages } from "../messages.ts";

const PHRASE = "phrase.";

/** Returns the editor's own English messages, on buttons and for screen readers, with their translations. */
export function phrasesIn(messages: Messages): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(messages)
      .filter(([key]) => key.startsWith(PHRASE))
      .map(([key, text]) => [key.slice(PHRASE.length), text]),
  );
}
