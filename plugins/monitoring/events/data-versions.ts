/** Versions of the data, so that no change is published twice: by the request that made it, and by a poll. */
import type { MaybePromise } from "waymark";
import type { SealedTable, Store } from "waymark/services";

export interface DataVersions {
  /** Returns the current version, or the last known version while the data cannot be read. Never rejects. */
  current(): MaybePromise<number>;
  /** Resolves to the current version; undefined when it has been published. */
  next(): Promise<number | undefined>;
  /**
   * Notes that everybody has learned of a commit, or of a part of one, that changed these tables. Called at its end.
   * If more has changed since the last version, the next poll publishes that.
   */
  published(tables: ReadonlySet<string>): void;
}

export function dataVersions(
  store: Pick<Store, "changes">,
  tables: readonly SealedTable[],
): DataVersions {
  /** Tables whose changes change the version. */
  const followed = new Set(
    tables.filter((one) => !one.internal && one.owner === undefined).map(({ name }) => name),
  );
  let last: number | undefined;
  whenKnown(store.changes(), (version) => (last ??= version));
  /** Tables of the commit that is being published: its parts follow each other at once. */
  let batch: Set<string> | undefined;
  const settle = (changed: ReadonlySet<string>): void => {
    batch = undefined;
    whenKnown(store.changes(), (version) => {
      if (last !== undefined && version === last + changed.size) last = version;
    });
  };
  return {
    current() {
      const version = store.changes();
      // An event with an older version is better than none.
      return typeof version === "number" ? version : version.catch(() => last ?? 0);
    },
    async next() {
      const version = await store.changes();
      const isNew = last !== undefined && version !== last;
      last = version;
      return isNew ? version : undefined;
    },
    published(changed) {
      if (batch === undefined) {
        const all = new Set<string>();
        batch = all;
        queueMicrotask(() => settle(all));
      }
      for (const table of changed) if (followed.has(table)) batch.add(table);
    },
  };
}

/** Does nothing while the data cannot be read: the next poll finds its version. */
export function whenKnown(version: MaybePromise<number>, use: (version: number) => void): void {
  if (typeof version === "number") use(version);
  else version.then(use, () => {});
}
