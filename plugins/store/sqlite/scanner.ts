/** Reads large tables as a whole beside the event loop, which a statement of SQLite holds until its end. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Query, Value } from "../database.ts";

/** Source as text, because a bundle has no file for it. Errors keep their code, which a copy of them loses. */
const SOURCE = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 5000 });
  database.exec("pragma trusted_schema = off");
  parentPort.on("message", ({ sql, parameters }) => {
    try {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      parentPort.postMessage({ rows: statement.all(...parameters) });
    } catch ({ message, code, errcode }) {
      parentPort.postMessage({ message, code, errcode });
    }
  });
`;

type Rows = readonly (readonly Value[])[];
interface Answer {
  readonly rows?: Rows;
  readonly message?: string;
}

export class Scanner {
  readonly #path: string;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads one query at a time. */
  read(query: Query): Promise<Rows> {
    const reading = this.#last.then(() => this.#run(query));
    this.#last = reading.catch(() => {});
    return reading;
  }

  /** Ends the worker, and with it a query that runs. Idempotent. */
  close(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #run({ sql, parameters }: Query): Promise<Rows> {
    const worker = (this.#worker ??= this.#open());
    const ended = new AbortController();
    const { signal } = ended;
    try {
      worker.postMessage({ sql, parameters }, []);
      // Rejects with the error of a worker that cannot open the file.
      const [answer] = await Promise.race([
        once(worker, "message", { signal }) as Promise<[Answer]>, // as the source posts it
        once(worker, "exit", { signal }).then((): [Answer] => [{ message: "it was closed" }]),
      ]);
      if (answer.rows !== undefined) return answer.rows;
      throw Object.assign(new Error(answer.message), answer);
    } finally {
      ended.abort();
    }
  }

  #open(): Worker {
    const worker = new Worker(SOURCE, { eval: true, workerData: this.#path });
    worker.unref();
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}
