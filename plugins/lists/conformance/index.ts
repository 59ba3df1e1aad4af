import { defineConformance, sameNames, testCase, writesHeader } from "waymark/conformance";
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
    const isJournal = operation.route.declaration.list?.journal === true;
    const whileStill: typeof testCase = (name, run) =>
      isJournal ? { name, skipped: "more items come while it is read" } : testCase(name, run);
    return [
      testCase(PAGES, () => pageSizes(list)),
      writesHeader(context.registry, "Link")
        ? whileStill(CURSOR, () => walks(list))
        : { name: CURSOR, skipped: "without links the next page cannot be found" },
      whileStill(SORT, () => sorts(list)),
      whileStill(FILTER, () => filters(list)),
      testCase(FIELDS, () => fields(list)),
      testCase(BOUNDS, () => bounds(list)),
    ];
  },
});
