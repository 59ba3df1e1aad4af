/** Names and sentences, made from a resource's name. */
import type { Write } from "./declaration.ts";

/** `webhookSubscription` as `WebhookSubscription`. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `webhookSubscription` as `webhook subscription`. */
export function words(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** `webhookSubscriptions` as `webhook-subscriptions`. */
export function kebab(name: string): string {
  return words(name).replaceAll(" ", "-");
}

/** Sentences for listings of routes. */
export function summaries(name: {
  readonly one: string;
  readonly many: string;
}): Readonly<Record<"list" | "get" | Write, string>> {
  const one = withArticle(words(name.one));
  return {
    list: `List ${words(name.many)}.`,
    get: `Read one ${words(name.one)}.`,
    create: `Create ${one}.`,
    replace: `Replace ${one}.`,
    patch: `Change parts of ${one}.`,
    remove: `Remove ${one}.`,
  };
}

/** `a` or `an`, by the sound that the word begins with, as far as its letters show it. */
function withArticle(word: string): string {
  return `${/^(?:[aeio]|u(?!n[ai]|s[aeiou]|r[aeiou]))/.test(word) ? "an" : "a"} ${word}`;
}
