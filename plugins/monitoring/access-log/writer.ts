/** Writes entries in loaders, outside of requests. */

/** Entries after which a batch is written at once. */
const FULL = 256;
/** Milliseconds after which a smaller batch is written. */
const PATIENCE_MS = 100;

export interface Output {
  write(text: string): void;
  /** Hands everything over, then closes. */
  end(): Promise<void>;
}

export interface Writer<Entry> {
  write(entry: Entry): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

/**
 * @param options `format` makes a line, its line feed included; `open` is called before the first batch, and again after a failure;
 * `failed` is called with the first failure only.
 */
export function createWriter<Entry>(options: {
  readonly format: (entry: Entry) => string;
  readonly open: (failed: (reason: unknown) => void) => Promise<Output>;
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
      output ??= open(report);
      (await output).write(lines);
    } catch (error) {
      output = undefined; // the next batch opens it again
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
        await (await output)?.end();
      } catch (error) {
        report(error);
      }
    },
  };
}
