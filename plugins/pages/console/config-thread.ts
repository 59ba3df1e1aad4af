/** The config file, read and tried beside the event loop. */
import { extname, join } from "node:path";
import { messageOf } from "waymark";
import type { Wanted } from "../../shared/setting/preview.ts";
import { Thread } from "../../shared/thread.ts";
import type { Described, Previewed, Task } from "./config-worker.ts";

const thread = new Thread<Task, Described | Previewed>(
  join(import.meta.dirname, `config-worker${extname(import.meta.filename)}`),
  { idleMs: 30_000, timeoutMs: 30_000 }, // it holds 200 MB
);

/** @param plugin the plugin whose options are wanted. */
export async function describeConfig(file: string, plugin?: string): Promise<Described> {
  const described = thread.run({ file, plugin }) as Promise<Described>; // without a change
  return described.catch((error) => ({ problem: untried(error), available: [], options: [] }));
}

/** @param language that of the texts; English for a change that is not shown. */
export async function previewChange(
  file: string,
  plugin: string,
  wanted: Wanted,
  language?: string,
): Promise<Previewed> {
  const previewed = thread.run({ file, plugin, wanted, language }) as Promise<Previewed>; // with a change
  return previewed.catch((error) => ({ refused: untried(error) }));
}

/** Returns the reason for the operator: a plugin that is only imported may already hang, or end the thread. */
function untried(error: unknown): string {
  return `the config cannot be tried: ${messageOf(error)}\n  hint: look for a plugin that does work when it is imported`;
}
