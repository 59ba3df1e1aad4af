import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { folderOf } from "../../_folder.ts";
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { tableModel } from "../../../plugins/store/table-model.ts";
import { isScan, narrowing } from "../../../plugins/store/scans.ts";
import { startServer } from "../../_setup.ts";
import { openStore } from "./_setup.ts";

const Row = z.object({ id: z.string(), name: z.string(), kind: z.string() });
const table = { of: Row, key: "id", indexes: ["kind"] };

it("S4: a search of a large SQLite file leaves the event loop to others", async () => {
  const file = join(folderOf(), "waymark.db");
  const { store, close } = await openStore(file, { rows: table });
  onTestFinished(close);
  const other = new DatabaseSync(file);
  other.exec(`insert into rows select 'row ' || value, hex(randomblob(16)), 'k'
    from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 200000) select value from n)`);
  other.exec("update rows set name = 'needle' where id = 'row 777'");
  other.close();
  const search = () =>
    store.table("rows").list<z.output<typeof Row>>({
      filters: [{ field: "name", operator: "contains", value: "needle" }],
      sort: [{ field: "name", descending: false }],
      limit: 20,
    });
  expect((await search()).items).toHaveLength(1); // starts the thread
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const { items } = await search();
  clearInterval(counting);
  expect(items.map(({ id }) => id)).toEqual(["row 777"]);
  expect(turns).toBeGreaterThan(3); // none while a statement runs on the event loop
});

const listed = definePlugin({
  id: "listed",
  summary: "Lists rows.",
  needs: { store: Store },
  tables: { rows: table },
  routes: {
    listRows: {
      method: "GET",
      path: "/api/rows",
      summary: "List the rows.",
      list: { of: Row, as: "rows", name: "RowsList" },
      cache: "no-store",
    },
  },
  handlers: ({ store }) => ({ listRows: ({ query }) => store.table("rows").list(query) }),
});

it("S4: a search of a large table counts as many requests, and of few rows to which an index leads as one", async () => {
  const file = join(folderOf(), "waymark.db");
  const server = await startServer({ config: { plugins: { listed, store: { file } } } });
  const other = new DatabaseSync(file);
  other.exec(`insert into rows select 'row ' || value, 'name', iif(value > 30, 'common', 'rare')
    from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 50000) select value from n)`);
  other.close();
  const remaining = async (query: string) => {
    const answer = await server.request(`/api/rows?limit=20&${query}`);
    expect(answer.status).toBe(200);
    return Number(answer.headers.get("x-ratelimit-remaining"));
  };
  const cost = async (query: string) => (await remaining("sort=id")) - (await remaining(query));
  expect(await cost("filter[name]=name&filter[kind]=common")).toBe(6);
  expect(await cost("filter[name]=name&filter[kind]=rare")).toBe(1);
  expect(await cost("filter[name][contains]=a&filter[kind]=rare&sort=-name")).toBe(1);
  expect(await cost("filter[name]=name")).toBe(6);
});

it("S4: queries that an index answers differ from those that read the table", () => {
  const model = tableModel({ ...table, name: "rows", plugin: "p" });
  const order = (field: string) => [{ column: model.column(field), descending: false }];
  const where = (field: string, operator: "eq" | "ne" | "gt" | "contains") => [
    { column: model.column(field), operator, values: ["x"] },
  ];
  const scan = (conditions: ReturnType<typeof where>, by: string, limit?: number) =>
    isScan(model, { conditions, order: order(by), limit });
  expect(scan([], "id", 20)).toBe(false);
  expect(scan([], "kind", 20)).toBe(false);
  expect(scan(where("kind", "eq"), "id", 20)).toBe(false);
  expect(scan(where("id", "gt"), "id", 20)).toBe(false);
  expect(scan(where("id", "eq"), "name")).toBe(false);
  expect(scan([], "name", 20)).toBe(true);
  expect(scan([], "id")).toBe(true);
  expect(scan(where("name", "contains"), "id", 20)).toBe(true);
  expect(scan(where("kind", "eq"), "name", 20)).toBe(true);
  expect(scan(where("id", "contains"), "id", 20)).toBe(true);
  expect(scan(where("kind", "ne"), "kind", 20)).toBe(true);
  expect(scan([...where("kind", "eq"), ...where("kind", "contains")], "kind", 20)).toBe(true);
  expect(scan(where("id", "ne"), "id", 20)).toBe(false);
  expect(scan([...where("kind", "eq"), ...where("name", "eq")], "id", 20)).toBe(true);

  const within = (conditions: ReturnType<typeof where>, by: string) =>
    narrowing(model, { conditions, order: order(by) })?.column.name;
  const both = [...where("name", "contains"), ...where("kind", "eq")];
  expect(within(both, "id")).toBe("kind");
  expect(within(both, "name")).toBe("kind");
  expect(within(both, "kind")).toBe(undefined); // an index has this order, which a database may prefer to the values
  expect(within(where("name", "eq"), "id")).toBe(undefined);
});
