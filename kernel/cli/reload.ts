/** Serves what the config says now, while the server runs. */
import { inspect } from "node:util";
import type { Log } from "../../registry/contract/types.ts";
import type { Booted } from "../boot/boot.ts";
import { watchConfig } from "../config/watch.ts";
import { KernelError } from "../support/boot-errors.ts";
import type { RunningServer } from "../server.ts";

/**
 * SIGHUP from the first moment to the last: by default it would end the process. One that comes too early is kept, one
 * that comes too late forgotten.
 */
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
    this.#listener = () => {};
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
 * Reloads when the config file changes and at SIGHUP, one at a time; whatever asks for it meanwhile is one more, so that
 * the config that was written last is the one that counts. A config that cannot be used is logged, and the service runs on
 * as before. Gives a function that ends it.
 */
export function reloadOnChange(
  server: Pick<RunningServer, "reload">,
  first: Booted,
  { boot, hangUp, log }: ReloadOptions,
): () => void {
  const state = { wanted: false, reloading: false, ended: false };
  const reload = async (): Promise<void> => {
    const began = performance.now();
    try {
      const next = await boot();
      if (state.ended) return;
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
      if (state.ended) return;
      log.error("the config cannot be used; the service runs on as before", {
        reason: error instanceof KernelError ? error.message : inspect(error),
      });
    }
  };
  const reloadAll = async (): Promise<void> => {
    if (state.reloading) return;
    state.reloading = true;
    while (state.wanted && !state.ended) {
      state.wanted = false;
      await reload();
    }
    state.reloading = false;
  };
  const begin = () => {
    state.wanted = true;
    void reloadAll();
  };
  hangUp.listen(begin);
  const watch = watchConfig(first.file, first.content, begin, (reason) =>
    log.warn("changes of the config file are not noticed; send SIGHUP to reload", { reason }),
  );
  return () => {
    state.ended = true;
    hangUp.close();
    watch.close();
  };
}
