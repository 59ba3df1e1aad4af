/** Work that one node does at a time: by a key in Redis that ends unless its holder renews it. */
import { randomBytes } from "node:crypto";
import type { Jobs } from "waymark/services";
import { defineScript, type Connection } from "./connection.ts";

/** Milliseconds that a command may take, as no request waits for it. */
const COMMAND_MS = 1000;

const RENEW = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);

const RELEASE = defineScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`);

/** Times in milliseconds. */
interface Times {
  /** Time a lease lasts without renewal. */
  readonly leaseMs: number;
  readonly renewMs: number;
}
const TIMES: Times = { leaseMs: 10_000, renewMs: 2000 };

export class RedisJobs implements Jobs {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #times: Times;
  readonly #closing = new AbortController();

  constructor(connection: Connection, prefix: string, times = TIMES) {
    this.#times = times;
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async run(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { leaseMs, renewMs } = this.#times;
    const key = `${this.#prefix}:job:${name}`;
    // A new token each time: a node that has lost its lease may not renew the lease that it took again.
    const token = randomBytes(16).toString("hex");
    const lost = new AbortController();
    let renewedAt = performance.now();
    const taken = ["SET", key, token, "NX", "PX", String(leaseMs)];
    if ((await this.#connection.run(key, taken, COMMAND_MS)) === null) return false;
    const renew = async () => {
      const askedAt = performance.now();
      const reply = await this.#connection.eval(RENEW, [key], [token, leaseMs], COMMAND_MS);
      if (reply === 1) renewedAt = askedAt;
      else lost.abort(new Error(`the lease of the job "${name}" is lost`));
    };
    const timer = setInterval(() => {
      // Before another node can begin, also when this look is the last one in time.
      if (performance.now() - renewedAt >= leaseMs - 2 * renewMs)
        lost.abort(new Error(`the lease of the job "${name}" was not renewed in time`));
      else renew().catch(() => undefined); // tried again until it is too late
    }, renewMs);
    try {
      await work(AbortSignal.any([lost.signal, this.#closing.signal]));
      return true;
    } finally {
      clearInterval(timer);
      await this.#connection.eval(RELEASE, [key], [token], COMMAND_MS).catch(() => undefined); // it ends by itself
    }
  }

  /** Aborts all work. */
  close(): void {
    this.#closing.abort(new Error("the server stops"));
  }
}
