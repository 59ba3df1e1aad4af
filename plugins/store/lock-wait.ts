/** Shows waits for other transactions' locks to observers: a statement's time includes and does not explain them. */
import { Tracepoint } from "waymark";
import type { Database } from "./database.ts";

const locks = new Tracepoint("lock");

export function lockWait<T>(system: Database["system"], wait: () => Promise<T>): Promise<T> {
  if (!locks.isWatched) return wait();
  return locks.run({ name: "lock", attributes: { "db.system.name": system } }, wait);
}
