/** The messages of the status pages. */
import { fill } from "../shared/fill.ts";
import { type Format, formatOf } from "../shared/format.ts";
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const statusMessages = messagesOf("status", english);

/** Messages and formats of one language. */
export interface Locale {
  readonly language: string;
  readonly messages: Messages;
  readonly format: Format;
}

export function localeFor(language: string, messages: Messages): Locale {
  return { language, messages, format: formatOf(language) };
}

/** Returns a step of an incident in words. */
export function updateText(name: string, to: keyof Messages["state"], messages: Messages): string {
  return fill(messages.update, { name, state: messages.state[to].toLowerCase() });
}
