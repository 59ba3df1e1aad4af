import { defineProof, sameNames, testCase, writes } from "waymark/conformance";
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

export default defineProof({
  statement: Statement,
  proves: {
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
  service: ({ registry }, { applicableEndpoints, parameters }) => [
    testCase(ENDPOINTS, async () => {
      const routes = registry.routes.filter(({ kind }) => kind === "list");
      const known = routes.flatMap(({ engine }) => engine?.parameters ?? []);
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
  operation(op, world, statement) {
    if (op.route.kind !== "list") return [];
    const list = new List(op, world, statement);
    return [
      testCase(PAGES, () => pageSizes(list)),
      writes(world.registry, "Link")
        ? testCase(CURSOR, () => walks(list))
        : { name: CURSOR, notAsked: "without links nothing says where the next page is" },
      testCase(SORT, () => sorts(list)),
      testCase(FILTER, () => filters(list)),
      testCase(FIELDS, () => trims(list)),
      testCase(BOUNDS, () => numbers(list)),
    ];
  },
});
