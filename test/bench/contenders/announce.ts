/** Reports the port of a measured process to the runner and, on request, figures of its own. */

/** Processor time that a process has used, user and system, in microseconds. */
export interface Cpu {
  readonly microseconds: number;
}

/** Bytes after a collection of garbage; without `--expose-gc`, as they are. */
export interface Memory {
  readonly rss: number;
  readonly heap: number;
  /** Heap, and what it holds outside: buffers and compiled code's own. */
  readonly retained: number;
}

/** Answers to questions of one contender's own, by name. */
export type Answers = Readonly<Record<string, (argument: unknown) => unknown>>;

const common = {
  cpu(): Cpu {
    const { user, system } = process.cpuUsage();
    return { microseconds: user + system };
  },
  memory(): Memory {
    for (let times = 0; times < 3; times++) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heap: heapUsed, retained: heapUsed + external };
  },
  /** Ends the process as it would by itself, so that a profile is written. */
  exit(): void {
    setImmediate(() => process.exit());
  },
} satisfies Answers;

/** Says that the process is ready. `port` is 0 for one that serves nothing. */
export function announce(port: number, own: Answers = {}): void {
  const answers: Answers = { ...common, ...own };
  process.on("message", ({ ask, argument }: { ask: string; argument?: unknown }) => {
    void (async () => process.send?.({ answer: await answers[ask]?.(argument) }))();
  });
  process.send?.({ port });
}
