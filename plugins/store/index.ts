import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";

/** The shortest query that reaches the data. */
const ONE_ROW = { fields: [], filters: [], sort: [], limit: 1, after: undefined };

export default definePlugin({
  id: "store",
  summary: "Keeps the data of all plugins in one SQLite file.",
  options: z.strictObject({
    file: z
      .string()
      .min(1)
      .default("data/waymark.db")
      .describe(
        "Path of the SQLite file, relative to the working directory; `:memory:` keeps nothing.",
      ),
  }),
  provides: { store: Store },

  async setup(_use, { options, registry, log, signal, defer }) {
    const [{ openSqlite }, { openStore }] = await Promise.all([
      import("./sqlite/index.ts"),
      import("./store.ts"),
    ]);
    const database = await openSqlite(options.file, signal);
    defer(() => database.close());
    return { store: await openStore(database, registry, log) };
  },

  health: ({ store }, { registry }) => ({
    async store() {
      const [table] = registry.tables;
      if (table !== undefined) await store.table(table.name).list(ONE_ROW);
    },
  }),
});
