/** The messages of the status pages. */
import type { Html } from "waymark";
import type { OnPage } from "../shared/code-figure.ts";
import { fill } from "../shared/fill.ts";
import { type Format, formatOf, timeElement } from "../shared/format.ts";
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const statusMessages = messagesOf("status", english);

/** The registry, with the messages and formats of one language. */
export interface Locale extends OnPage {
  readonly messages: Messages;
  readonly format: Format;
  /** Returns the element of a moment. */
  time(at: number): Html;
}

export function localeFor(page: OnPage): Locale {
  const { registry, language } = page;
  const format = formatOf(language);
  const time = (at: number) => timeElement(at, format.moment(at));
  return { ...page, messages: statusMessages(registry, language), format, time };
}

/** Returns a step of an incident in words. */
export function updateText(name: string, to: keyof Messages["state"], messages: Messages): string {
  return fill(messages.update, { name, state: messages.state[to].toLowerCase() });
}
