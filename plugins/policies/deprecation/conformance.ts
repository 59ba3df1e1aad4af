import {
  ownAnswers,
  defineConformance,
  headerIs,
  expectThat,
  readLinks,
  OK,
  sameNames,
  testCase,
  writesHeader,
  type Answer,
} from "waymark/conformance";
import { DeprecationPolicyDiscovery } from "../../../schemas/api.ts";

const ANNOUNCED = "deprecation: announcements";

export default defineConformance({
  statement: DeprecationPolicyDiscovery,
  covers: {
    noticePeriodMonths: ["deprecation: notice"],
    deprecationHeader: [ANNOUNCED],
    sunsetHeader: [ANNOUNCED],
    routes: [ANNOUNCED],
    stabilityValues: { because: "a list of names that other documents use" },
  },
  server: (_context, { noticePeriodMonths, routes }) => [
    testCase("deprecation: notice", async () =>
      routes.flatMap(({ method, path, since, sunset }) => {
        const earliest = new Date(since);
        earliest.setUTCMonth(earliest.getUTCMonth() + noticePeriodMonths);
        return expectThat(
          new Date(sunset) >= earliest,
          `the end of ${method} ${path} ${noticePeriodMonths} months or more after ${since}`,
          sunset,
        );
      }),
    ),
  ],
  answers: (operation, { registry }, { routes }) => [
    testCase(ANNOUNCED, async () => {
      const row = routes.find(
        ({ method, path }) => method === operation.route.method && path === operation.route.path,
      );
      return ownAnswers(operation).flatMap((answer) => [
        ...headerIs(answer, "Deprecation", row && `@${Date.parse(row.since) / 1000}`),
        ...headerIs(answer, "Sunset", row && new Date(row.sunset).toUTCString()),
        ...(row?.successor && writesHeader(registry, "Link")
          ? sameNames("its successor in Link", successors(answer), [row.successor])
          : OK),
      ]);
    }),
  ],
});

function successors(answer: Answer): readonly string[] {
  const links = readLinks(answer).header.filter(({ rel }) => rel === "successor-version");
  return links.map(({ href }) => href);
}
