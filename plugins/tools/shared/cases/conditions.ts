/** Cases of conditional requests (RFC 9110, section 13), and of routes with several languages (section 12.5.4). */
import type { Operation, Violation } from "../policy-tests.ts";
import { expectThat, headerFits, headerIs, statusIs } from "../violation.ts";
import { each } from "./route-case.ts";

export async function entityTag(operation: Operation): Promise<readonly Violation[]> {
  const first = await operation.base();
  const hint = 'remove from the body what differs between answers, or declare cache: "no-store"';
  const changed = headerIs(await operation.ask(), "ETag", first.headers["etag"]);
  return [
    ...headerFits(first, "ETag", /^"[!\x23-\x7e]*"$/),
    ...changed.map((violation) => ({ ...violation, hint })),
  ];
}

/** Describe content, which a 304 does not have (RFC 9110, section 15.4.5). */
const CONTENT_HEADERS = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Digest"];

/** A 304 has the headers of the 200, without headers that describe content. */
export async function notModified(operation: Operation): Promise<readonly Violation[]> {
  const full = await operation.base();
  const { etag = '"none"' } = full.headers;
  const lists = [etag, `W/${etag}`, `"another", W/${etag}, "third"`, "*"];
  const violations = await each(lists, async (condition) => {
    const answer = await operation.ask({ headers: { "if-none-match": condition } });
    const others = statusIs(answer, 304);
    if (others.length > 0) return others;
    return [
      ...["ETag", "Vary", "Cache-Control"].flatMap((name) =>
        headerIs(answer, name, full.headers[name.toLowerCase()]),
      ),
      ...CONTENT_HEADERS.flatMap((name) => headerIs(answer, name, undefined)),
      ...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`),
    ];
  });
  const other = await operation.ask({ headers: { "if-none-match": '"another"' } });
  return [...violations, ...statusIs(other, 200)];
}

export async function preconditionFailed(operation: Operation): Promise<readonly Violation[]> {
  const { etag = '"none"' } = (await operation.base()).headers;
  const expected = [
    ['"another"', 412],
    [`W/${etag}`, 412], // weak tags never match here (RFC 9110, section 13.1.1)
    [`"another", ${etag}`, 200],
    ["*", 200],
  ] as const;
  return each(expected, async ([condition, status]) =>
    statusIs(await operation.ask({ headers: { "if-match": condition } }), status),
  );
}

export function languages(operation: Operation): Promise<readonly Violation[]> {
  const { languages: all = [] } = operation.route.declaration;
  const [first = ""] = all;
  const expected: readonly (readonly [header: string, language: string])[] = [
    ...all.flatMap((language) => [
      [language, language] as const,
      [`${first};q=0.2, ${language}`, language] as const,
      [`tlh, ${language};q=0.3`, language] as const,
    ]),
    ...["", "tlh", "*", "not a language;;q=x"].map((header) => [header, first] as const),
  ];
  return each(expected, async ([header, language]) => {
    const answer = await operation.ask({ headers: { "accept-language": header } });
    return [...statusIs(answer, 200), ...headerIs(answer, "Content-Language", language)];
  });
}
