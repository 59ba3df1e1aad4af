/** Declarations made beside the event loop, by a thread that ends when no more are asked for. */
import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Outcome, Task } from "./worker.ts";

const WORKER = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);
/** Time without a task after which the thread ends, which holds 100 MB. */
const IDLE_MS = 2000;

let worker: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
let tasks = 0;
const waiting = new Map<number, PromiseWithResolvers<string>>();

/** Returns the text of a declaration. */
export function formatted(task: Omit<Task, "id">): Promise<string> {
  clearTimeout(ending);
  worker ??= start();
  worker.ref();
  const id = tasks++;
  const made = Promise.withResolvers<string>();
  waiting.set(id, made);
  worker.postMessage({ id, ...task } satisfies Task, []);
  return made.promise;
}

function start(): Worker {
  const started = new Worker(WORKER);
  started.on("message", (outcome: Outcome) => {
    const made = waiting.get(outcome.id);
    waiting.delete(outcome.id);
    if ("text" in outcome) made?.resolve(outcome.text);
    else made?.reject(outcome.error);
    if (waiting.size > 0) return;
    started.unref();
    ending = setTimeout(() => {
      worker = undefined; // a task that comes while it ends starts another
      void started.terminate();
    }, IDLE_MS).unref();
  });
  started.on("error", fail);
  started.on("exit", (code) => fail(new Error(`the thread ended with ${code}`)));
  return started;

  function fail(error: unknown): void {
    if (worker === started) worker = undefined;
    else return;
    for (const made of waiting.values()) made.reject(error);
    waiting.clear();
  }
}
