/** Applies changes of the config while the server runs. */
import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inspect, isDeepStrictEqual } from "node:util";
import type { Finding } from "../../registry/contract/finding/finding.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Booted } from "../host/boot/boot.ts";
import type { LoadedCode } from "../host/boot/loaded-code.ts";
import { settled, watchConfig } from "../host/config/watch.ts";
import { BootError, refuse } from "../host/support/boot-errors.ts";
import type { RunningServer } from "../server.ts";

interface ReloadOptions {
  /** Reads the config again. */
  boot(): Promise<Booted>;
  /** Callback once another config is served. */
  applied?(next: Booted): void;
  /** SIGHUPs since the start of the process. */
  readonly hangups: AsyncIterator<unknown> & AsyncIterable<unknown>;
  /** The code that was loaded for the start. */
  readonly code: LoadedCode;
  readonly log: Log;
}

/** Keys that are read once. */
const AT_START = ["host", "port", "preset"] as const;

/** Time for a file that is being written and that is empty, cut off or gone at the moment, in milliseconds. */
const REWRITE_MS = 300;

/**
 * Reloads when the config file changes and at SIGHUP, one reload at a time. All requests during a reload cause one more,
 * so the config that was written last counts. A config that cannot be used is logged, and the server keeps the previous
 * one. Returns a function that stops listening.
 */
export function reloadOnChange(
  server: Pick<RunningServer, "reload">,
  first: Booted,
  { boot, applied, hangups, code, log }: ReloadOptions,
): () => void {
  const state = { requested: false, reloading: Promise.resolve(), ended: false };
  let served = first;
  const bootUsable = async (): Promise<Booted> => {
    const next = await boot();
    refuse(mistakesOf(next, first, served));
    return next;
  };
  const bootWritten = async (): Promise<Booted> => {
    const next = await bootUsable().catch(async (error: unknown) => {
      if (!(error instanceof BootError && error.code === "CONFIG_UNREADABLE")) throw error;
      await pause(REWRITE_MS);
      return bootUsable();
    });
    for (const key of AT_START) {
      const [current, configured] = [first.config[key], next.config[key]];
      if (!isDeepStrictEqual(current, configured) && !state.ended)
        log.warn(`the new ${key} takes effect at the next start`, { current, configured });
    }
    return next;
  };
  const reload = async (): Promise<void> => {
    const began = performance.now();
    try {
      if (first.file !== undefined) await settled(first.file);
      let next = served;
      const { carriedOver, ...reloaded } = await server.reload(
        async () => (next = await bootWritten()),
      );
      served = next;
      applied?.(next);
      watch(filesOf(next));
      const needsRestart = await changedCode(performance.timeOrigin + began);
      const milliseconds = Math.round(performance.now() - began);
      log.info("reloaded", {
        ...reloaded,
        carriedOver: carriedOver.length,
        ...(needsRestart.length === 0 ? {} : { needsRestart }),
        milliseconds,
      });
    } catch (error) {
      if (state.ended) return;
      log.error("the config cannot be used; the server keeps the previous one", {
        reason: error instanceof BootError ? error.message : inspect(error),
      });
    }
  };
  const changedCode = async (since: number): Promise<readonly string[]> => {
    const files = (await code.changed()).map((file) => relative(first.folder, file));
    await code.note(served, since); // after a look at what was loaded before
    if (files.length > 0)
      log.warn("code that changed is not reloaded; restart the server to run it", { files });
    return files;
  };
  const begin = async (): Promise<void> => {
    if (state.requested) return;
    state.requested = true;
    await state.reloading;
    state.requested = false;
    if (!state.ended) await (state.reloading = reload());
  };
  const watches = new Map<string | undefined, () => void>();
  /** Watches these files; another config may have other files of secrets. */
  const watch = (files: ReadonlyMap<string | undefined, string | undefined>): void => {
    for (const [file, end] of watches)
      if (!files.has(file)) {
        end();
        watches.delete(file);
      }
    for (const [file, content] of files)
      if (!watches.has(file)) {
        const failed = (reason: string) =>
          log.warn("the config file cannot be watched; send SIGHUP to reload", { file, reason });
        watches.set(
          file,
          watchConfig(file, content, () => void begin(), failed),
        );
      }
  };
  const filesOf = ({ secretFiles }: Booted) =>
    new Map([[first.file, first.content], ...secretFiles]);
  const takeSignals = async () => {
    for await (const _ of hangups) void begin();
  };
  watch(filesOf(first));
  void takeSignals();
  return () => {
    state.ended = true;
    watch(new Map());
  };
}

/** Returns the reasons why a config that can be read is probably a mistake. */
function mistakesOf(next: Booted, first: Booted, served: Booted): readonly Finding[] {
  const finding = (message: string, hint: string): Finding[] => [
    { code: "CONFIG_UNREADABLE", where: first.file ?? "config file", message, hint },
  ];
  if (first.file !== undefined && next.file === undefined)
    return finding("the config file is gone", "write it again; a restart would use all defaults");
  if (next.isEmpty && !served.isEmpty)
    return finding("the config file is empty", "write {} to use all defaults");
  return [];
}
