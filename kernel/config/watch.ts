/** Notices that the config file has another content. */
import { messageOf } from "../../registry/contract/finding.ts";
import { watch } from "node:fs";
import { dirname } from "node:path";
import { findConfigFile } from "./file.ts";
import { contentOf } from "./config.ts";

/** How long a content must stay the same to count, in milliseconds: editors write in several steps. */
const SETTLE_MS = 100;

export interface ConfigWatch {
  close(): void;
}

/**
 * Calls `changed` whenever the file's content is another one than before. Its folder is watched rather than the file,
 * which most editors and deployments replace instead of writing to it. What else is written there never puts a look off.
 * A file that is gone has not changed.
 *
 * @param file undefined: any config file that comes to be in the working directory.
 * @param known hash of the content that was read.
 * @param failed told why nothing more will be noticed.
 */
export function watchConfig(
  file: string | undefined,
  known: string | undefined,
  changed: () => void,
  failed: (reason: string) => void,
): ConfigWatch {
  let latest = known;
  /** What the last look saw, when that was new. */
  let seen: string | undefined;
  let settling: NodeJS.Timeout | undefined;
  const look = () => {
    settling = undefined;
    const present = file ?? findConfigFile(process.cwd(), {}).file;
    const content = present && contentOf(present);
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
    const watcher = watch(
      file === undefined ? process.cwd() : dirname(file),
      { persistent: false },
      lookSoon,
    );
    lookSoon(); // the file may have changed since it was read
    watcher.on("error", (error) => failed(error.message));
    return {
      close() {
        clearTimeout(settling);
        watcher.close();
      },
    };
  } catch (error) {
    failed(messageOf(error));
    return { close() {} };
  }
}
