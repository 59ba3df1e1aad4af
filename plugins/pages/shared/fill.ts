/** Values in messages. Used on the server and in browsers. */

/** Message about a number, by the plural category of the language (Unicode CLDR). */
export interface Forms {
  readonly one?: string;
  readonly other: string;
}

/** Returns a message with values in place of its `{names}`. */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** Rules by language: those of Intl take longer to make than to ask. */
const rules = new Map<string, Intl.PluralRules>();

/** Returns the message for a number, with the number in place of `{count}`. */
export function plural(forms: Forms, count: number, language: string): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  const byCategory: Readonly<Record<string, string | undefined>> = { ...forms };
  return fill(byCategory[rule.select(count)] ?? forms.other, { count });
}
