import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { folderOf } from "../../_folder.ts";
import { tableModel } from "../../../plugins/store/table-model.ts";
import { isScan } from "../../../plugins/store/scans.ts";
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
});
