/** Languages, for routes that speak several (RFC 9110, section 12.5.4). */
import type { Case, Operation, Problem } from "../../../registry/contract/conformance.ts";
import { headerIs, statusIs, testCase } from "../violation.ts";

export function languageCases(op: Operation): readonly Case[] {
  const { languages = [] } = op.route.declaration;
  const [first = ""] = languages;
  if (op.route.method !== "GET" || first === "") return [];
  return [
    testCase("languages", async () => {
      const asked = async (header: string, expected: string): Promise<readonly Problem[]> => {
        const answer = await op.ask({ headers: { "accept-language": header } });
        return [...statusIs(answer, 200), ...headerIs(answer, "Content-Language", expected)];
      };
      const problems: Problem[] = [];
      for (const language of languages) {
        problems.push(...(await asked(language, language)));
        problems.push(...(await asked(`${first};q=0.2, ${language}`, language)));
        problems.push(...(await asked(`tlh, ${language};q=0.3`, language)));
      }
      for (const header of ["", "tlh", "*", "not a language;;q=x"])
        problems.push(...(await asked(header, first)));
      return problems;
    }),
  ];
}
