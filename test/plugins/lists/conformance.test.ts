/** The conformance test of lists finds engines that do not do what they state. */
import { describe, expect, it } from "vitest";
import { definePlugin, type ListQuery, type Plugin } from "waymark";
import type { FilterOperator } from "waymark/advanced";
import preset from "waymark/preset";
import { z } from "zod";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import lists from "../../../plugins/lists/index.ts";
import { NO_CONFIG } from "../../_setup.ts";

const Tide = z.object({ id: z.string(), height: z.int().optional(), name: z.string() });
const TIDES: z.infer<typeof Tide>[] = [
  { id: "a", height: 3, name: "neap" },
  { id: "b", name: "spring" },
  { id: "c", height: 1, name: "ebb" },
  { id: "d", height: 3, name: "flood" },
];
const tides = definePlugin({
  id: "tides",
  summary: "Lists tides.",
  routes: {
    listTides: {
      method: "GET",
      path: "/tides",
      summary: "List tides.",
      cache: "no-store",
      list: { of: Tide, as: "tides", name: "Tides" },
    },
  },
  handlers: () => ({ listTides: () => TIDES }),
});

/** The plugin of lists, which reads every query as another one. */
function misreading(change: (query: ListQuery) => object): Plugin {
  return {
    ...lists,
    policies: lists.policies?.map((policy) => ({
      ...policy,
      compile(...args: Parameters<typeof policy.compile>) {
        const compiled = policy.compile(...args);
        const { list } = compiled ?? {};
        if (list === undefined) return compiled;
        return {
          ...compiled,
          list: {
            ...list,
            parse(call: Parameters<typeof list.parse>[0]) {
              const query = list.parse(call);
              return "code" in query ? query : { ...query, ...change(query) };
            },
          },
        };
      },
    })),
  } as Plugin;
}

async function failingCases(plugin: Plugin): Promise<readonly string[]> {
  const links = preset.filter(({ id }) => ["links", "clock", "ids"].includes(id));
  const { failures } = await checkInProcess({
    ...NO_CONFIG,
    preset: [...links, plugin, tides],
  });
  return failures
    .filter(({ operation }) => operation === "GET /tides")
    .map((failure) => failure.case);
}

/** Reads one operator as another. */
const swap =
  (from: FilterOperator, to: FilterOperator) =>
  ({ filters }: ListQuery) => ({
    filters: filters.map((one) => (one.operator === from ? { ...one, operator: to } : one)),
  });

describe("the conformance test of lists", () => {
  it("passes with the engine as it is", async () => {
    expect(await failingCases(lists)).toEqual([]);
  });

  it.each<[string, (query: ListQuery) => object, string]>([
    ["sorts nothing", () => ({ sort: [], unsorted: true }), "lists: sort"],
    [
      "sorts the other way round",
      ({ sort }) => ({ sort: sort.map((key) => ({ ...key, descending: !key.descending })) }),
      "lists: sort",
    ],
    ["ignores filters", () => ({ filters: [] }), "lists: filter"],
    ["takes gt for gte", swap("gt", "gte"), "lists: filter"],
    ["takes lte for lt", swap("lte", "lt"), "lists: filter"],
    ["takes ne for eq", swap("ne", "eq"), "lists: filter"],
    ["takes contains for eq", swap("contains", "eq"), "lists: filter"],
    ["returns all fields", () => ({ fields: undefined }), "lists: fields"],
    ["returns one item more", ({ limit = 1 }) => ({ limit: limit + 1 }), "lists: pages"],
    ["starts again on each page", () => ({ after: undefined, seen: undefined }), "lists: cursor"],
  ])("finds an engine that %s", async (_what, change, expected) => {
    expect(await failingCases(misreading(change))).toContain(expected);
  });
});
