import { defineConformance, sameNames, testCase, testLaw, writesHeader } from "waymark/conformance";
import { List, ListsStatement } from "./list.ts";
import { pageSizesOf } from "../engine.ts";
import { pageSizes, walks } from "./pages.ts";
import { walksNodes } from "./nodes.ts";
import { bounds, fields, filters, sorts } from "./query.ts";

const PAGES = "lists: pages";
const CURSOR = "lists: cursor";
const SORT = "lists: sort";
const FILTER = "lists: filter";
const FIELDS = "lists: fields";
const BOUNDS = "lists: bounds";
const NODES = "lists: nodes";
const LAW = "a cursor is valid at every node, and a walk over all of them returns each item once";
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
  dearest: ({ registry, nonce }, statement) =>
    registry.routes.flatMap(({ kind, path, pattern, engine, declaration: { list } }) => {
      if (kind !== "list" || pattern.params.length > 0 || engine === undefined) return [];
      const filter = engine.parameters.find(({ name }) => name === "filter")?.schema.properties;
      const [field] = Object.keys(filter ?? {});
      const query = field === undefined ? "" : `&sort=-${field}&filter[${field}][ne]=${nonce}`;
      const target = `${path}?limit=${pageSizesOf(list, statement).maxPageSize}${query}`;
      return [{ name: `the largest page of ${path}`, target, question: {} }];
    }),
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
    return [
      testCase(PAGES, () => pageSizes(list)),
      writesHeader(context.registry, "Link")
        ? testCase(CURSOR, () => walks(list))
        : { name: CURSOR, skipped: "without links the next page cannot be found" },
      testCase(SORT, () => sorts(list)),
      testCase(FILTER, () => filters(list)),
      testCase(FIELDS, () => fields(list)),
      testCase(BOUNDS, () => bounds(list)),
    ];
  },
  nodes: (context, statement) => [
    writesHeader(context.registry, "Link")
      ? testLaw(NODES, LAW, () => walksNodes(context, statement))
      : { name: NODES, law: LAW, skipped: "without links the next page cannot be found" },
  ],
});
