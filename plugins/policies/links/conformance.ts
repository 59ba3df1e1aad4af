import {
  defineConformance,
  outcomeOf,
  readLinks,
  sameNames,
  testCase,
  type CheckContext,
  type Link,
} from "waymark/conformance";
import { z } from "zod";
import { familyOf, isFamily } from "./body-links.ts";

const RELATIONS = "links: relations";
const ALL_RELATIONS = "links: all relations";

/** Relations of the links so far, by place. */
interface Seen {
  readonly header: Set<string>;
  readonly body: Set<string>;
}
const seenByContext = new WeakMap<CheckContext, Seen>();

function seenIn(context: CheckContext): Seen {
  const seen = seenByContext.get(context) ?? { header: new Set(), body: new Set() };
  seenByContext.set(context, seen);
  return seen;
}

export default defineConformance({
  statement: z.object({ header: z.array(z.string()), body: z.array(z.string()) }),
  optional: { Link: "only where there is a target" },
  covers: { header: [RELATIONS, ALL_RELATIONS], body: [RELATIONS, ALL_RELATIONS] },
  answers: ({ answers }, context, statement) => [
    testCase(RELATIONS, async () => {
      const seen = seenIn(context);
      const violations = answers.flatMap(({ answer, route }) => {
        const links = readLinks(answer);
        const [header, body] = [relations(links.header), relations(links.body)];
        for (const rel of header) seen.header.add(rel);
        for (const rel of body) seen.body.add(rel);
        const isFirst = answer === answers[0]?.answer;
        const isGood = ["ok", "notModified"].includes(outcomeOf(answer));
        const hasProfile = isFirst && isGood && route.schema !== undefined;
        return [
          ...["describedby", ...(hasProfile ? ["profile"] : [])]
            .filter((rel) => statement.header.includes(rel) && !header.has(rel))
            .map((rel) => ({ expected: `rel="${rel}" in Link`, received: "no such link" })),
          ...sameNames("only stated relations in Link", unstated(header, statement.header), []),
          ...sameNames("only stated relations in _links", unstated(body, statement.body), []),
        ];
      });
      return violations.slice(0, 3);
    }),
  ],
  after: (context, { header, body }) => [
    testCase(ALL_RELATIONS, async () => [
      ...sameNames("every stated relation in some Link header", seenIn(context).header, header),
      ...sameNames(
        "every stated relation in some _links",
        [...seenIn(context).body].filter((rel) => !isFamily(rel)),
        body.filter((rel) => !isFamily(rel)),
      ),
    ]),
  ],
});

function relations(links: readonly Link[]): Set<string> {
  return new Set(links.map(({ rel }) => familyOf(rel)));
}

function unstated(received: Set<string>, stated: readonly string[]): Set<string> {
  return received.difference(new Set(stated));
}
