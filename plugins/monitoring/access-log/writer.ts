/** Writes entries in batches, when no request waits for them. */

/** Entries of which a batch is written at once. */
const FULL = 256;
/** Milliseconds after which a batch is written however small it is. */
const PATIENCE_MS = 100;

export interface Output {
  write(text: string): void;
  /** Hands everything over before it returns. */
  flushSync(): void;
}

export interface Writer<Entry> {
  write(entry: Entry): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

/**
 * @param options `format` makes a line, its line feed included; `open` is called before the first batch is written;
 * `failed` hears of the first failure, and of no other.
 */
export function createWriter<Entry>(options: {
  readonly format: (entry: Entry) => string;
  readonly open: () => Promise<Output>;
  readonly failed: (reason: unknown) => void;
}): Writer<Entry> {
  const { format, open, failed } = options;
  let batch: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let output: Promise<Output> | undefined;
  let reported = false;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (batch.length === 0) return;
    const lines = batch.map(format).join("");
    batch = [];
    try {
      output ??= open();
      (await output).write(lines);
    } catch (error) {
      report(error);
    }
  }

  function report(reason: unknown): void {
    if (!reported) failed(reason);
    reported = true;
  }

  return {
    write(entry) {
      const length = batch.push(entry);
      if (length === 1) timer = setTimeout(() => void flush(), PATIENCE_MS).unref();
      else if (length === FULL) setImmediate(() => void flush());
    },
    async close() {
      await flush();
      try {
        (await output)?.flushSync();
      } catch (error) {
        report(error);
      }
    },
  };
}
