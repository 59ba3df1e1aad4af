import {
  defineConformance,
  readLinks,
  outcomeOf,
  sameNames,
  testCase,
  type CheckContext,
} from "waymark/conformance";
import { z } from "zod";

const RELATIONS = "links: relations";

/** Relations that links had so far, by where they stand. */
interface Seen {
  readonly header: Set<string>;
  readonly body: Set<string>;
}
const seen = new WeakMap<CheckContext, Seen>();

function seenIn(context: CheckContext): Seen {
  const known = seen.get(context) ?? { header: new Set(), body: new Set() };
  seen.set(context, known);
  return known;
}

export default defineConformance({
  statement: z.object({ header: z.array(z.string()), body: z.array(z.string()) }),
  optional: { Link: "only where there is something to lead to" },
  covers: {
    header: [RELATIONS, "links: all relations"],
    body: [RELATIONS, "links: all relations"],
  },
  answers: (operation, context, statement) => [
    testCase(RELATIONS, async () => {
      const problems = operation.answers.flatMap(({ answer, route }) => {
        const found = readLinks(answer);
        const [header, body] = [relations(found.header), relations(found.body)];
        for (const rel of header) seenIn(context).header.add(rel);
        for (const rel of body) seenIn(context).body.add(rel);
        const ok = outcomeOf(answer) === "ok" || outcomeOf(answer) === "notModified";
        const profiled =
          ok && route.schema !== undefined && answer === operation.answers[0]?.answer;
        const required = ["describedby", ...(profiled ? ["profile"] : [])];
        return [
          ...missing("Link", statement.header, required, header),
          ...sameNames(
            "stated relations in Link only",
            header.difference(new Set(statement.header)),
            [],
          ),
          ...sameNames(
            "stated relations in _links only",
            body.difference(new Set(statement.body)),
            [],
          ),
        ];
      });
      return problems.slice(0, 3);
    }),
  ],
  after: (context, { header, body }) => [
    testCase("links: all relations", async () => [
      ...sameNames("every stated relation in some Link header", seenIn(context).header, header),
      ...sameNames("every stated relation in some _links", seenIn(context).body, body),
    ]),
  ],
});

/** Names with a colon are made from data. */
function relations(found: readonly { readonly rel: string }[]): Set<string> {
  return new Set(found.map(({ rel }) => rel).filter((rel) => !rel.includes(":")));
}

function missing(
  where: string,
  stated: readonly string[],
  required: readonly string[],
  found: ReadonlySet<string>,
) {
  return required
    .filter((rel) => stated.includes(rel) && !found.has(rel))
    .map((rel) => ({ expected: `rel="${rel}" in ${where}`, received: `no such link` }));
}
