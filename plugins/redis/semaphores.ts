/**
 * Permits that all nodes share: a sorted set for each client has the ids of its permits, each with the time at which it
 * ends unless its node renews it. So permits of a killed node are free again, and permits that Redis lost return.
 */
import { randomBytes } from "node:crypto";
import type { MaybePromise } from "waymark";
import type { Semaphore, Semaphores } from "waymark/services";
import { clientKey } from "./client-key.ts";
import { defineScript, type Connection } from "./connection.ts";

/** Milliseconds that a command may take for which no request waits. */
const COMMAND_MS = 1000;
/** Permits renewed by one command. */
const BATCH = 500;

/** Times in milliseconds. */
interface Times {
  /** Time a permit lasts without renewal. */
  readonly leaseMs: number;
  readonly renewMs: number;
}
const TIMES: Times = { leaseMs: 6000, renewMs: 2000 };

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const ACQUIRE = defineScript(`${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);

/** Renews the permits of one node, each under the key at its place. Adds permits that are lost. */
const RENEW = defineScript(`${NOW}
for at, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[at + 1])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 0
`);

interface Settings {
  readonly prefix: string;
  /** Returns the key of the HMAC that clients are known by in Redis. */
  readonly secret: () => string;
  /** Returns how many nodes there are, 1 at least. */
  readonly nodes: () => number;
}

interface Permit {
  readonly id: string;
  /** The name of its semaphore. */
  readonly name: string;
  readonly client: string;
}

export class RedisSemaphores implements Semaphores {
  readonly #connection: Connection;
  readonly #settings: Settings;
  readonly #times: Times;
  readonly #timer: NodeJS.Timeout;
  /** Permits of this node. */
  readonly #permits = new Set<Permit>();
  /** Number of permits by semaphore and client. */
  readonly #counts = new Map<string, number>();
  readonly #node = randomBytes(9).toString("base64url");
  #lastId = 0;

  constructor(connection: Connection, settings: Settings, times = TIMES) {
    this.#connection = connection;
    this.#settings = settings;
    this.#times = times;
    this.#timer = setInterval(() => void this.#renew(), times.renewMs).unref();
    connection.onChange((isUp) => {
      if (isUp) void this.#renew();
    });
  }

  semaphore(name: string): Semaphore {
    return {
      acquire: (client, permits, signal): MaybePromise<boolean> => {
        const permit = { id: `${this.#node}-${++this.#lastId}`, name, client };
        return this.#connection.isUp
          ? this.#ask(permit, permits, signal)
          : this.#acquireAlone(permit, permits, signal);
      },
    };
  }

  /** Returns all permits of this node. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#permits].map((permit) => this.#release(permit)));
  }

  async #ask(permit: Permit, permits: number, signal: AbortSignal): Promise<boolean> {
    const args = [permit.id, this.#times.leaseMs, permits];
    try {
      const isFree = (await this.#connection.eval(ACQUIRE, [this.#keyOf(permit)], args)) === 1;
      if (isFree) this.#hold(permit, signal);
      return isFree;
    } catch {
      return this.#acquireAlone(permit, permits, signal);
    }
  }

  /** Acquires from this node's share of the permits while Redis is away. */
  #acquireAlone(permit: Permit, permits: number, signal: AbortSignal): boolean {
    const share = Math.max(1, Math.floor(permits / this.#settings.nodes()));
    const isFree = (this.#counts.get(countKey(permit)) ?? 0) < share;
    if (isFree) this.#hold(permit, signal);
    return isFree;
  }

  #hold(permit: Permit, signal: AbortSignal): void {
    const key = countKey(permit);
    this.#permits.add(permit);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    // The client may have left while Redis was asked.
    if (signal.aborted) void this.#release(permit);
    else signal.addEventListener("abort", () => void this.#release(permit), { once: true });
  }

  async #release(permit: Permit): Promise<void> {
    if (!this.#permits.delete(permit)) return;
    const count = countKey(permit);
    const left = (this.#counts.get(count) ?? 0) - 1;
    if (left > 0) this.#counts.set(count, left);
    else this.#counts.delete(count);
    const key = this.#keyOf(permit);
    await this.#connection.run(key, ["ZREM", key, permit.id], COMMAND_MS).catch(() => undefined); // it ends by itself
  }

  async #renew(): Promise<void> {
    const all = [...this.#permits];
    for (let at = 0; at < all.length; at += BATCH) {
      // Without those released since.
      const batch = all.slice(at, at + BATCH).filter((permit) => this.#permits.has(permit));
      const keys = batch.map((permit) => this.#keyOf(permit));
      const args = [this.#times.leaseMs, ...batch.map(({ id }) => id)];
      await this.#connection.eval(RENEW, keys, args, COMMAND_MS).catch(() => undefined); // tried again
    }
  }

  #keyOf({ name, client }: Permit): string {
    const { prefix, secret } = this.#settings;
    // The braces keep them in one slot of a cluster.
    return `{${prefix}}:permits:${clientKey(secret(), name, client)}`;
  }
}

function countKey({ name, client }: Permit): string {
  return `${name} ${client}`;
}
