/** Writes entries in batches, outside of requests. */

/** Entries after which a batch is written at once. */
const FULL = 256;
/** Milliseconds after which a smaller batch is written. */
const PATIENCE_MS = 100;

export interface Writer<Entry> {
  write(entry: Entry): void;
  /** Writes what is left. */
  flush(): void;
}

/** @param format makes a line, its line feed included. */
export function createWriter<Entry>(
  format: (entry: Entry) => string,
  write: (lines: string) => void,
): Writer<Entry> {
  let batch: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    if (batch.length === 0) return;
    const lines = batch.map(format).join("");
    batch = [];
    write(lines);
  }

  return {
    write(entry) {
      const length = batch.push(entry);
      if (length === 1) timer = setTimeout(flush, PATIENCE_MS).unref();
      else if (length === FULL) setImmediate(flush);
    },
    flush,
  };
}
