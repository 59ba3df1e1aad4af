import type { Store, Table } from "waymark/services";

/** Returns a table of another plugin; undefined while that is off. */
export function tableOf(store: Store, name: string): Table | undefined {
  try {
    return store.table(name);
  } catch {
    return undefined;
  }
}
