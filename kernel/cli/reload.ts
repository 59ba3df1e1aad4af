/** Applies changes of the config while the server runs. */
import { inspect } from "node:util";
import type { Log } from "../../registry/contract/types.ts";
import type { Booted } from "../boot/boot.ts";
import { watchConfig } from "../config/watch.ts";
import { BootError } from "../support/boot-errors.ts";
import type { RunningServer } from "../server.ts";

/**
 * Listens for SIGHUP for as long as the process lives, because the default would end it. A signal that comes before
 * `listen` is delivered then; a signal after `close` is ignored.
 */
export class SighupListener {
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

/**
 * Reloads when the config file changes and at SIGHUP, one reload at a time. All requests during a reload cause one more,
 * so the config that was written last counts. A config that cannot be used is logged, and the server keeps the previous
 * one. Returns a function that ends this.
 *
 * @param options.boot reads the config again.
 */
export function reloadOnChange(
  server: Pick<RunningServer, "reload">,
  first: Booted,
  { boot, sighup, log }: { boot(): Promise<Booted>; sighup: SighupListener; log: Log },
): () => void {
  const state = { requested: false, reloading: false, ended: false };
  const reload = async (): Promise<void> => {
    const began = performance.now();
    try {
      const next = await boot();
      if (state.ended) return;
      if (first.file !== undefined && next.file === undefined)
        return log.warn("the config file is gone; the server keeps the previous config", {
          file: first.file,
        });
      for (const key of AT_START) {
        const [current, configured] = [first.config[key], next.config[key]];
        if (current !== configured)
          log.warn(`the new ${key} takes effect at the next start`, { current, configured });
      }
      const { carriedOver, ...reloaded } = await server.reload(next);
      const milliseconds = Math.round(performance.now() - began);
      log.info("reloaded", { ...reloaded, carriedOver: carriedOver.length, milliseconds });
    } catch (error) {
      if (state.ended) return;
      log.error("the config cannot be used; the server keeps the previous one", {
        reason: error instanceof BootError ? error.message : inspect(error),
      });
    }
  };
  const requestReload = async (): Promise<void> => {
    state.requested = true;
    if (state.reloading) return;
    state.reloading = true;
    while (state.requested && !state.ended) {
      state.requested = false;
      await reload();
    }
    state.reloading = false;
  };
  const begin = () => void requestReload();
  sighup.listen(begin);
  const endWatch = watchConfig(first.file, first.content, begin, (reason) =>
    log.warn("the config file cannot be watched; send SIGHUP to reload", { reason }),
  );
  return () => {
    state.ended = true;
    sighup.close();
    endWatch();
  };
}
