import {
  defineConformance,
  sameNames,
  testCase,
  writesHeader,
  type Violation,
} from "waymark/conformance";
import { List, ListsStatement } from "./list.ts";
import { pageSizes, walks } from "./pages.ts";
import { bounds, fields, filters, sorts } from "./query.ts";

const PAGES = "lists: pages";
const CURSOR = "lists: cursor";
const SORT = "lists: sort";
const FILTER = "lists: filter";
const FIELDS = "lists: fields";
const BOUNDS = "lists: bounds";
const ENDPOINTS = "lists: endpoints";

export default defineConformance({
  statement: ListsStatement,
  covers: {
    style: [CURSOR],
    defaultPageSize: [PAGES],
    maxPageSize: [PAGES],
    parameters: [ENDPOINTS, PAGES, CURSOR, SORT, FILTER, FIELDS],
    filter: [FILTER],
    responseMeta: [PAGES],
    sort: [SORT],
    fields: [FIELDS],
    limits: [BOUNDS],
    applicableEndpoints: [ENDPOINTS],
    wholeEndpoints: [PAGES],
  },
  server: ({ registry }, { applicableEndpoints, parameters }) => [
    testCase(ENDPOINTS, async () => {
      const routes = registry.routes.filter(({ kind }) => kind === "list");
      const stated = parameters.map(({ name }) => name);
      const accepted = routes
        .flatMap(({ engine }) => engine?.parameters ?? [])
        .map(({ name }) => name);
      return [
        ...sameNames(
          "the paths of all lists",
          applicableEndpoints,
          routes.map(({ path }) => path),
        ),
        ...sameNames(
          "the parameters of all lists",
          stated,
          routes.length === 0 ? stated : accepted,
        ),
      ];
    }),
  ],
  operation(operation, context, statement) {
    if (operation.route.kind !== "list") return [];
    const list = new List(operation, context, statement);
    const { journal } = operation.route.declaration.list ?? {};
    const compare = (run: typeof walks) => () => (journal ? again(list, run) : run(list));
    return [
      testCase(PAGES, () => pageSizes(list)),
      writesHeader(context.registry, "Link")
        ? testCase(CURSOR, compare(walks))
        : { name: CURSOR, skipped: "without links the next page cannot be found" },
      testCase(SORT, compare(sorts)),
      testCase(FILTER, compare(filters)),
      testCase(FIELDS, () => fields(list)),
      testCase(BOUNDS, () => bounds(list)),
    ];
  },
});

/** Times that a case compares a journal. */
const MAX_RUNS = 4;

/** Runs a case again while it fails, as a journal may grow between two requests: a fault stays. */
async function again(
  list: List,
  run: (list: List) => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  let violations = await run(list);
  for (let runs = 1; runs < MAX_RUNS && violations.length > 0; runs += 1)
    violations = await run(list);
  return violations;
}
