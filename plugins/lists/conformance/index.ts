import { defineConformance, sameNames, testCase, writesHeader } from "waymark/conformance";
import { List, Statement } from "./list.ts";
import { pageSizes, walks } from "./pages.ts";
import { filters, numbers, sorts, trims } from "./query.ts";

const PAGES = "lists: pages";
const CURSOR = "lists: cursor";
const SORT = "lists: sort";
const FILTER = "lists: filter";
const FIELDS = "lists: fields";
const BOUNDS = "lists: bounds";
const ENDPOINTS = "lists: endpoints";

export default defineConformance({
  statement: Statement,
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
      const known = routes.flatMap(({ policies }) =>
        policies.flatMap(({ compiled }) => compiled.list?.parameters ?? []),
      );
      return [
        ...sameNames(
          "the paths of all lists",
          applicableEndpoints,
          routes.map(({ path }) => path),
        ),
        ...sameNames(
          "the parameters of all lists",
          parameters.map(({ name }) => name),
          routes.length === 0 ? parameters.map(({ name }) => name) : known.map(({ name }) => name),
        ),
      ];
    }),
  ],
  operation(operation, context, statement) {
    if (operation.route.kind !== "list") return [];
    const list = new List(operation, context, statement);
    return [
      testCase(PAGES, () => pageSizes(list)),
      writesHeader(context.registry, "Link")
        ? testCase(CURSOR, () => walks(list))
        : { name: CURSOR, skipped: "without links nothing says where the next page is" },
      testCase(SORT, () => sorts(list)),
      testCase(FILTER, () => filters(list)),
      testCase(FIELDS, () => trims(list)),
      testCase(BOUNDS, () => numbers(list)),
    ];
  },
});
