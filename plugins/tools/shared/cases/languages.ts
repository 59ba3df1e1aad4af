/** Cases of routes with several languages (RFC 9110, section 12.5.4). */
import type { Case, Operation } from "waymark/tools";
import { headerIs, statusIs, testCase } from "../violation.ts";

export function languageCases(operation: Operation): readonly Case[] {
  const { languages = [] } = operation.route.declaration;
  const [first = ""] = languages;
  if (operation.route.method !== "GET" || first === "") return [];
  const expected: readonly (readonly [header: string, language: string])[] = [
    ...languages.flatMap((language) => [
      [language, language] as const,
      [`${first};q=0.2, ${language}`, language] as const,
      [`tlh, ${language};q=0.3`, language] as const,
    ]),
    ...["", "tlh", "*", "not a language;;q=x"].map((header) => [header, first] as const),
  ];
  return [
    testCase("languages", async () => {
      const violations = await Array.fromAsync(expected, async ([header, language]) => {
        const answer = await operation.ask({ headers: { "accept-language": header } });
        return [...statusIs(answer, 200), ...headerIs(answer, "Content-Language", language)];
      });
      return violations.flat();
    }),
  ];
}
