/** The nodes of the service: each says in Redis that it is there, again and again. */
import { randomBytes } from "node:crypto";
import type { MaybePromise } from "waymark";
import type { Health, NodeInfo, Nodes, Runtime } from "waymark/services";
import { defineScript, type Connection } from "./connection.ts";
import { pairs } from "./link.ts";

/** Milliseconds from one sign of life to the next. */
const BEAT_MS = 2000;
/** Milliseconds without a sign of life after which a node is gone. */
const GONE_MS = 10_000;

/**
 * Sends a sign of life. Returns all nodes with the times of their last signs, and the shared secret: a lost secret
 * is replaced with the secret of the first node that comes.
 */
const BEAT = defineScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
redis.call('SET', KEYS[3], ARGV[4], 'NX')
return {
  redis.call('GET', KEYS[3]),
  redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES'),
  redis.call('HGETALL', KEYS[2]),
}
`);

const LEAVE = defineScript(`
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 0
`);

interface Settings {
  readonly prefix: string;
  /** Default: the secret in Redis. */
  readonly secret: string | undefined;
  readonly self: () => MaybePromise<Omit<NodeInfo, "seenAt">>;
}

export class RedisNodes implements Nodes {
  readonly #connection: Connection;
  readonly #settings: Settings;
  readonly #keys: readonly string[];
  readonly #timer = setInterval(() => this.beat(), BEAT_MS).unref();
  #secret: string;
  #count = 1;
  /** Id of the node, set with its first sign of life. */
  #id: string | undefined;

  constructor(connection: Connection, settings: Settings) {
    this.#connection = connection;
    this.#settings = settings;
    // The braces keep them in one slot of a cluster.
    this.#keys = ["nodes", "node", "secret"].map((name) => `{${settings.prefix}}:${name}`);
    this.#secret = settings.secret ?? randomBytes(32).toString("hex");
  }

  /** Nodes at the last look, 1 at least. */
  get count(): number {
    return this.#count;
  }

  get secret(): string {
    return this.#secret;
  }

  async list(): Promise<readonly NodeInfo[]> {
    const self = await this.#settings.self();
    this.#id = self.id;
    const reply = await this.#connection.eval(BEAT, this.#keys, [
      self.id,
      JSON.stringify(self),
      GONE_MS,
      this.#secret,
    ]);
    const [secret, seen, info] = reply as [string, string[], string[]]; // as the script returns
    this.#secret = this.#settings.secret ?? secret;
    const about = new Map(pairs(info));
    const nodes = pairs(seen).map(([id, at]) => {
      const node = JSON.parse(about.get(id) ?? "{}") as Omit<NodeInfo, "seenAt">; // written above
      return { ...node, seenAt: Number(at) };
    });
    this.#count = Math.max(1, nodes.length);
    return nodes.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  beat(): void {
    this.list().catch(() => undefined); // health reports it
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#id === undefined) return;
    await this.#connection.eval(LEAVE, this.#keys.slice(0, 2), [this.#id]).catch(() => undefined); // the others see it go later
  }
}

export async function describeSelf(
  { instance, registry, ready }: Runtime,
  health: Health | undefined,
): Promise<Omit<NodeInfo, "seenAt">> {
  const { id, name, startedAt } = instance;
  // A start that waits for its first sign of life has not all checks yet.
  const checks = (ready ? await health?.report() : undefined)?.checks ?? [];
  const failing = checks
    .filter(({ status }) => status !== "ok")
    .map((check) => `${check.plugin}:${check.name}`);
  return { id, name, startedAt, revision: registry.revision, health: { ready, failing } };
}
