/** Declarations formatted in a thread of their own, and kept: after a reload only changed ones are formatted. */
import { hash } from "node:crypto";
import { extname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { Thread } from "../thread.ts";
import type { Task } from "./worker.ts";

/** Texts by the hash of their task. A thousand take less than a megabyte. */
const kept = new LRUCache<string, Promise<string>>({ max: 1000 });
const thread = new Thread<Task, string>(
  join(import.meta.dirname, `worker${extname(import.meta.filename)}`),
  { idleMs: 2000, timeoutMs: 60_000 }, // it holds 100 MB
);

/** Returns the text of a declaration. */
export function formatted(task: Task): Promise<string> {
  const key = hash("sha256", JSON.stringify(task), "base64url");
  const text = kept.get(key) ?? thread.run(task);
  kept.set(key, text);
  text.catch(() => kept.delete(key)); // the next request tries again
  return text;
}
