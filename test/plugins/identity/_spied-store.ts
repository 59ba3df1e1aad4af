/** The store, with its use counted, slowed down and made to fail. */
import { setTimeout as pause } from "node:timers/promises";
import { Unavailable, type Plugin } from "waymark";
import type { Store, Table } from "waymark/services";
import store from "../../../plugins/store/index.ts";

export interface Spy {
  /** Finds by key in the table of keys: those of scheduled tasks do not count. */
  finds: number;
  /** Milliseconds that each takes beyond what it takes. */
  delayMs: number;
  isFailing: boolean;
}

/** A plugin in place of the store: switch that off. */
export function spiedStore(): { readonly spy: Spy; readonly plugin: Plugin } {
  const spy: Spy = { finds: 0, delayMs: 0, isFailing: false };
  const original = store as Plugin;
  const spied = (name: string, table: Table): Table => ({
    ...table,
    async find<T extends object>(key: string): Promise<T | undefined> {
      if (name === "apiKeys") spy.finds += 1;
      if (spy.isFailing) throw new Unavailable("the disk is away");
      const row = await table.find<T>(key);
      if (spy.delayMs > 0) await pause(spy.delayMs);
      return row;
    },
  });
  const plugin: Plugin = {
    ...original,
    id: "spied-store",
    async setup(use, context) {
      // The plugin's own types tied its services to its setup.
      const provided = (await original.setup?.(use, context)) as { store: Store };
      const wrapped: Store = {
        ...provided.store,
        table: (name) => spied(name, provided.store.table(name)),
        version(tables) {
          if (spy.isFailing) throw new Unavailable("the disk is away");
          return provided.store.version(tables);
        },
      };
      return { ...provided, store: wrapped };
    },
  };
  return { spy, plugin };
}
