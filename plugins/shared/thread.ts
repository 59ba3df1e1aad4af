/** Work beside the event loop, in a thread that ends when no more is asked for. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, Worker } from "node:worker_threads";

type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

interface Limits {
  /** Milliseconds without a task after which the thread ends. */
  readonly idleMs: number;
  /** Milliseconds that a task may take. */
  readonly timeoutMs: number;
}

/** A thread that does one task at a time. Tasks and answers are plain data, which is copied. */
export class Thread<Task, Answer> {
  readonly #file: string;
  readonly #limits: Limits;
  #worker: Worker | undefined;
  #ending: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param file path of the module that calls {@link answerTasks}. */
  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Rejects with the error of the task, and if the thread ends or takes too long. The next task then starts another. */
  run(task: Task): Promise<Answer> {
    const running = this.#last.then(() => this.#run(task));
    this.#last = running.catch(() => {});
    return running;
  }

  async #run(task: Task): Promise<Answer> {
    clearTimeout(this.#ending);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const settled = new AbortController();
    const { signal } = settled;
    try {
      worker.postMessage(task, []);
      const [outcome] = await Promise.race([
        // Rejects with an error that the thread does not catch.
        once(worker, "message", { signal }) as Promise<[Outcome<Answer>]>, // as answerTasks posts it
        once(worker, "exit", { signal }).then(([code]) => {
          throw new Error(`the thread ended with ${code}`);
        }),
        sleep(this.#limits.timeoutMs, undefined, { signal }).then(() => {
          this.#end();
          throw new Error(`the thread took longer than ${this.#limits.timeoutMs / 1000} s`);
        }),
      ]);
      if ("error" in outcome) throw outcome.error;
      return outcome.answer;
    } finally {
      settled.abort();
      worker.unref();
      this.#ending = setTimeout(() => this.#end(), this.#limits.idleMs).unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#file);
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.once("error", forget).once("exit", forget);
  }

  /** Ends the thread. A task that comes while it ends starts another. */
  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** Has the thread of the calling module answer tasks. */
export function answerTasks<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  const post = (outcome: Outcome<Answer>) => parentPort?.postMessage(outcome, []);
  parentPort?.on("message", (task: Task) => {
    work(task).then(
      (answer) => post({ answer }),
      (error: unknown) => post({ error }),
    );
  });
}
