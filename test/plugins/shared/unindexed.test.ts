import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { describeUnindexed, unindexedLists } from "../../../plugins/shared/unindexed.ts";
import { Store, Tables } from "waymark/services";
import { z } from "zod";
import { startServer } from "../../_setup.ts";

const Ship = z.object({
  id: z.string(),
  name: z.string(),
  flag: z.string(),
  call: z.string(),
  port: z.string(),
  cargo: z.array(z.string()),
});

const ships = definePlugin({
  id: "ships",
  summary: "Lists ships.",
  needs: { store: Store },
  tables: { ships: { of: Ship, key: "id", indexes: ["flag"], unique: [["call", "port"]] } },
  routes: {
    listShips: {
      method: "GET",
      path: "/api/ships",
      summary: "List ships.",
      list: { of: Ship, as: "ships", name: "ShipsList" },
      cache: "no-store",
    },
  },
  handlers: ({ store }) => ({ listShips: ({ query }) => store.table("ships").list(query) }),
});

it("S4: fields that clients may query by without an index are named", async () => {
  const { registry } = await startServer({ config: { plugins: { ships } } });
  const list = { list: "ships.listShips", table: "ships", fields: ["name", "port"] };
  // Without those of the preset, whose rows are their authors'.
  expect(unindexedLists(registry)).toEqual([list]);
  expect(describeUnindexed(list)).toContain('ships.listShips can be filtered and sorted by "name"');
  // The store has an index on the column of the owner.
  const tables = registry.of(Tables).map((table) => ({ ...table, owner: "name" }));
  const of = <Sealed>() => tables as Sealed;
  expect(unindexedLists({ routes: registry.routes, of })).toEqual([{ ...list, fields: ["port"] }]);
  const lists = { queryable: { "ships.listShips": ["flag"] } };
  const restricted = await startServer({ config: { plugins: { ships, lists } } });
  expect(unindexedLists(restricted.registry)).toEqual([]);
});
