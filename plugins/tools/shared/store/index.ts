/** The checks of a store: the laws that plugins count on, however the data is kept. */
import type { MaybePromise } from "waymark";
import type { SealedTable, Store } from "waymark/services";
import type { Law } from "./law.ts";
import { LISTS } from "./lists.ts";
import { OWNERS } from "./owners.ts";
import { ROWS } from "./rows.ts";
import { TRANSACTIONS } from "./transactions.ts";
import { UNIQUE } from "./unique.ts";
import { VERSIONS } from "./versions.ts";

/** A store for one check, and how it is closed. */
export interface OpenStore {
  readonly store: Store;
  /** Default: nothing is to be closed. */
  close?(): unknown;
}

/** Opens an empty store with tables as `setup` finds them by `registry.of(Tables)`. */
export type StoreMaker = (tables: readonly SealedTable[]) => MaybePromise<OpenStore>;

/** A law, checked on a store of its own. */
export interface StoreCheck {
  readonly name: string;
  /** Rejects if the law does not hold. */
  run(): Promise<void>;
}

const LAWS: readonly Law[] = [
  ...ROWS,
  ...UNIQUE,
  ...LISTS,
  ...OWNERS,
  ...TRANSACTIONS,
  ...VERSIONS,
];

/** Returns a check for each law. */
export function checksOfStore(makeStore: StoreMaker): readonly StoreCheck[] {
  return LAWS.map(({ name, tables, run }) => ({
    name,
    async run() {
      const declared = Object.entries(tables).map(([table, declaration]) => ({
        ...declaration,
        name: table,
        plugin: "store-checks",
      }));
      const { store, close } = await makeStore(declared);
      try {
        await run(store);
      } finally {
        await close?.();
      }
    },
  }));
}
