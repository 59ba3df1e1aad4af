/** Faults of a service: each breaks something, and repairs only processes, wires and servers. */
import { setTimeout as sleep } from "node:timers/promises";
import { LISTENERS } from "../../engines/postgres.ts";
import type { Service } from "./service.ts";

export type Fault = (service: Service, random: () => number) => Promise<void>;

/** Staleness that `/api/consistency-policy` states, in milliseconds. */
export const MAX_MS = 1000;
/** Time longer than a node may use what it knows. */
const LONG_MS = 1.4 * MAX_MS;
const BRIEFLY_MS = 500;

/** A function of this name is found before that of PostgreSQL, which announces changes. */
const LOSE_NOTIFICATIONS = `
  create function public.pg_notify(text, text) returns void language sql as '';
  alter database postgres set search_path = public, pg_catalog`;
const FIND_NOTIFICATIONS = `
  drop function public.pg_notify(text, text); alter database postgres reset search_path`;

export const FAULTS = {
  async "a node is killed"({ nodes }, random) {
    const { node } = oneOf(nodes, random);
    await node.kill();
    await sleep(BRIEFLY_MS);
    await node.restart();
  },
  "a node is cut off, and the network of another one loses everything": (service, random) =>
    service.disturb(async () => {
      const one = oneOf(service.nodes, random);
      const other = oneOf(
        service.nodes.filter((node) => node !== one),
        random,
      );
      await Promise.all(one.wires.map((wire) => wire.cut()));
      for (const wire of other.wires) wire.hold();
      await sleep(LONG_MS);
      await Promise.all([...one.wires, ...other.wires].map((wire) => wire.restore()));
    }),
  async "notifications are lost"({ postgres }) {
    await postgres.psql(LOSE_NOTIFICATIONS);
    await postgres.terminateBackends(LISTENERS);
    await sleep(LONG_MS);
    await postgres.psql(FIND_NOTIFICATIONS);
    await postgres.terminateBackends(LISTENERS);
  },
  async "listeners hang"({ postgres }) {
    const held = await postgres.backends(LISTENERS);
    const send = (signal: NodeJS.Signals) => {
      for (const pid of held) process.kill(pid, signal);
    };
    send("SIGSTOP");
    await sleep(LONG_MS).finally(() => send("SIGCONT"));
  },
  async "listeners are ended"({ postgres }) {
    await postgres.terminateBackends(LISTENERS);
  },
  async "PostgreSQL is killed"({ postgres }) {
    await postgres.kill();
    await sleep(BRIEFLY_MS);
    await postgres.restart();
  },
  "Redis is killed": (service) =>
    service.disturb(async () => {
      await service.redis.kill();
      await sleep(BRIEFLY_MS);
      await service.redis.restart();
    }),
} satisfies Readonly<Record<string, Fault>>;

function oneOf<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T; // there is one below the length
}
