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
    const each = [
      testCase(PAGES, () => pageSizes(list)),
      testCase(FIELDS, () => fields(list)),
      testCase(BOUNDS, () => bounds(list)),
    ];
    // These compare several answers, and more items come while a journal is read.
    if (operation.route.declaration.list?.journal === true) return each;
    return [
      ...each,
      writesHeader(context.registry, "Link")
        ? testCase(CURSOR, () => walks(list))
        : { name: CURSOR, skipped: "without links the next page cannot be found" },
      testCase(SORT, () => sorts(list)),
      testCase(FILTER, () => filters(list)),
    ];
  },
});
