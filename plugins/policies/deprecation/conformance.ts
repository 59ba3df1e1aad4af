import {
  answersOf,
  defineProof,
  headerIs,
  holds,
  linksOf,
  NONE,
  sameNames,
  testCase,
  writes,
  type Answer,
} from "waymark/conformance";
import { z } from "zod";

const ANNOUNCED = "deprecation: announcements";

export default defineProof({
  statement: z.object({
    noticePeriodMonths: z.number(),
    routes: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        since: z.string(),
        sunset: z.string(),
        successor: z.string().nullable(),
      }),
    ),
  }),
  proves: {
    noticePeriodMonths: ["deprecation: notice"],
    deprecationHeader: [ANNOUNCED],
    sunsetHeader: [ANNOUNCED],
    routes: [ANNOUNCED],
    stabilityValues: { because: "a list of words, which other documents use" },
  },
  service: (_world, { noticePeriodMonths, routes }) => [
    testCase("deprecation: notice", async () =>
      routes.flatMap(({ method, path, since, sunset }) => {
        const earliest = new Date(since);
        earliest.setUTCMonth(earliest.getUTCMonth() + noticePeriodMonths);
        return holds(
          new Date(sunset) >= earliest,
          `the end of ${method} ${path} ${noticePeriodMonths} months or more after ${since}`,
          sunset,
        );
      }),
    ),
  ],
  recorded: (op, { registry }, { routes }) => [
    testCase(ANNOUNCED, async () => {
      const row = routes.find(
        ({ method, path }) => method === op.route.method && path === op.route.path,
      );
      return answersOf(op).flatMap((answer) => [
        ...headerIs(answer, "Deprecation", row && `@${Date.parse(row.since) / 1000}`),
        ...headerIs(answer, "Sunset", row && new Date(row.sunset).toUTCString()),
        ...(row?.successor && writes(registry, "Link")
          ? sameNames("its successor in Link", targets(answer, "successor-version"), [
              row.successor,
            ])
          : NONE),
      ]);
    }),
  ],
});

function targets(answer: Answer, rel: string): readonly string[] {
  return linksOf(answer)
    .header.filter((link) => link.rel === rel)
    .map(({ href }) => href);
}
