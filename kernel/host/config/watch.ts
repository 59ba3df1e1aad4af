/** Notices that the text of the config file has changed. */
import { messageOf } from "../../../registry/schema/words.ts";
import { watch } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findConfigFile, hashOf } from "./file.ts";

/** Time for which a text must stay the same to count, in milliseconds: editors write in several steps. */
const SETTLE_MS = 100;

/**
 * Calls `changed` whenever the file's text differs from before. Watches the folder instead of the file, because most
 * editors and deployments replace the file. Writes to other files in the folder do not delay the check. A file that is
 * gone has not changed. Returns a function that stops watching.
 *
 * @param file undefined: any config file that appears in the working directory.
 * @param loaded hash of the text that was read.
 * @param failed receives the reason if changes can no longer be noticed.
 */
export function watchConfig(
  file: string | undefined,
  loaded: string | undefined,
  changed: () => void,
  failed: (reason: string) => void,
): () => void {
  let latest = loaded;
  /** The hash at the last look, when it was new. */
  let seen: string | undefined;
  let settling: NodeJS.Timeout | undefined;
  const look = () => {
    settling = undefined;
    const present = file ?? findConfigFile(process.cwd(), {}).file;
    const content = present && hashOf(present);
    if (content === undefined || content === latest) {
      seen = undefined;
    } else if (content === seen) {
      latest = content;
      changed();
    } else {
      seen = content;
      lookSoon();
    }
  };
  const lookSoon = () => {
    settling ??= setTimeout(look, SETTLE_MS);
  };
  try {
    const folder = file === undefined ? process.cwd() : dirname(file);
    const watcher = watch(folder, { persistent: false }, lookSoon);
    lookSoon(); // the file may have changed since it was read
    watcher.on("error", (error) => failed(error.message));
    return () => {
      clearTimeout(settling);
      watcher.close();
    };
  } catch (error) {
    failed(messageOf(error));
    return () => {};
  }
}

/** Resolves when a file's text has stayed the same for a moment, after two seconds at the latest. */
export async function settled(file: string): Promise<void> {
  let before = hashOf(file);
  for (let looks = 0; looks < 2_000 / SETTLE_MS; looks++) {
    await pause(SETTLE_MS);
    const content = hashOf(file);
    if (content === before) return;
    before = content;
  }
}
