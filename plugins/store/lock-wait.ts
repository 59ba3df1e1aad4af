/** Shows waits for locks of others to those who watch: they are a part of a statement's time that it does not explain. */
import { Tracepoint } from "waymark";
import type { Database } from "./database.ts";

const locks = new Tracepoint("lock");

export function lockWait<T>(system: Database["system"], wait: () => Promise<T>): Promise<T> {
  if (!locks.isWatched) return wait();
  return locks.run({ name: "lock", attributes: { "db.system.name": system } }, wait);
}
