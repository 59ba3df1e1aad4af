/** Serves what the config says now, while the server runs. */
import { inspect } from "node:util";
import type { Log } from "../../registry/plugin.ts";
import type { Booted } from "../boot.ts";
import { watchConfig } from "../config-watch.ts";
import { KernelError } from "../errors.ts";
import type { RunningServer } from "../server.ts";

/** SIGHUP from the first moment on: by default it would end the process. One that comes too early is kept. */
export class HangUp {
  #listener: (() => void) | undefined;
  #missed = false;
  readonly #onSignal = () => {
    if (this.#listener === undefined) this.#missed = true;
    else this.#listener();
  };

  constructor() {
    process.on("SIGHUP", this.#onSignal);
  }

  listen(listener: () => void): void {
    this.#listener = listener;
    if (this.#missed) listener();
  }

  close(): void {
    process.off("SIGHUP", this.#onSignal);
  }
}

/** Keys that are read once. */
const AT_START = ["host", "port", "preset"] as const;

interface ReloadOptions {
  /** Reads the config anew. */
  readonly boot: () => Promise<Booted>;
  readonly hangUp: HangUp;
  readonly log: Log;
}

/**
 * Reloads when the config file changes and at SIGHUP. A config that cannot be used is logged, and the service runs on as
 * before. Gives a function that ends it.
 */
export function reloadOnChange(
  server: RunningServer,
  first: Booted,
  { boot, hangUp, log }: ReloadOptions,
): () => void {
  const reload = async (): Promise<void> => {
    const began = performance.now();
    try {
      const next = await boot();
      if (first.file !== undefined && next.file === undefined)
        return log.warn("the config file is gone; the service runs on as before", {
          file: first.file,
        });
      for (const key of AT_START) {
        const [was, is] = [first.config[key], next.config[key]];
        if (was !== is)
          log.warn(`another ${key} counts from the next start`, { runs: was, configured: is });
      }
      const { revision, started, stopped, carriedOver } = await server.reload(next);
      const milliseconds = Math.round(performance.now() - began);
      const kept = carriedOver.length;
      log.info("reloaded", { revision, started, stopped, carriedOver: kept, milliseconds });
    } catch (error) {
      log.error("the config cannot be used; the service runs on as before", {
        reason: error instanceof KernelError ? error.message : inspect(error),
      });
    }
  };
  const begin = () => void reload();
  hangUp.listen(begin);
  const watch = watchConfig(first.file, first.content, begin, (reason) =>
    log.warn("changes of the config file are not noticed; send SIGHUP to reload", { reason }),
  );
  return () => {
    hangUp.close();
    watch.close();
  };
}
