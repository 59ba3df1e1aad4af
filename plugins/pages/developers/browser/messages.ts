/** The messages of the playground, which come with the description of the API. */
import type english from "../../shared/playground/messages.json";

export type Messages = (typeof english)["texts"];

/** Puts values in the places of a message, in their order. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return values.reduce<string>((filled, value) => filled.replace("{}", () => String(value)), text);
}

/** A size in the language of the page. */
export function bytesText(bytes: number): string {
  const { lang } = document.documentElement;
  return bytes < 1024
    ? `${bytes} B`
    : `${(bytes / 1024).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} KB`;
}
