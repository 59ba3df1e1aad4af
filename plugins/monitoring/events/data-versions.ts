/** Versions of the data, so that no change is published twice: by the request that made it, and by a poll. */
import type { Registry } from "waymark";
import type { Store } from "waymark/services";

export interface DataVersions {
  current(): number;
  /** The current version; undefined when it has been published. */
  next(): number | undefined;
  /**
   * Everybody has learned of a commit, or of a part of one, that changed these tables. Called at its end. Where more has
   * changed since the last version, the next poll publishes that.
   */
  published(tables: ReadonlySet<string>): void;
}

export function dataVersions(
  store: Pick<Store, "version">,
  tables: Registry["tables"],
): DataVersions {
  /** Those whose changes change the version. */
  const followed = new Set(
    tables.filter((one) => !one.internal && one.owner === undefined).map(({ name }) => name),
  );
  let last = store.version();
  /** Tables of the commit that is being published: its parts follow each other at once. */
  let batch: Set<string> | undefined;
  const settle = (changed: ReadonlySet<string>): void => {
    batch = undefined;
    const version = store.version();
    if (version === last + changed.size) last = version;
  };
  return {
    current: () => store.version(),
    next() {
      const version = store.version();
      if (version === last) return undefined;
      last = version;
      return version;
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
