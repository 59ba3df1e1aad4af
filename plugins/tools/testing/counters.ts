/** Observes plugins during a check: setups, closers and log lines. */
import type { Log, Plugin } from "waymark";
import type { LoggedLine } from "../shared/logged.ts";
import { violationUnless, type LocatedViolation } from "./plugin-check.ts";

/** Counts of one plugin, over all its starts. */
export class Counters {
  setups = 0;
  /** Closers that were registered, that have ended, and that ended without an error. */
  deferred = 0;
  ended = 0;
  closed = 0;
}

/** Returns the same plugin with its setups and closers counted. A plugin without a setup stays without one. */
export function counted(plugin: Plugin, counters: Counters): Plugin {
  const { setup } = plugin;
  if (setup === undefined) return plugin;
  return {
    ...plugin,
    setup(use, context) {
      counters.setups += 1;
      return setup.call(plugin, use, {
        ...context,
        defer(close) {
          counters.deferred += 1;
          context.defer(async () => {
            try {
              await close();
              counters.closed += 1;
            } finally {
              counters.ended += 1;
            }
          });
        },
      });
    },
  };
}

/** Returns a violation if closers of the plugin have not run to their end. */
export function unclosed(
  plugin: string,
  { setups, deferred, closed }: Counters,
): readonly LocatedViolation[] {
  return violationUnless(closed === deferred, {
    where: `closers of ${plugin}`,
    expected: `all ${deferred} closers of ${setups} setups have run`,
    received: `${closed} have`,
    hint: "a closer must not throw, and must end within 5 s",
  });
}

/** Returns a log that records warnings and errors. */
export function recordingLog(): Log & { readonly lines: readonly LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const record = (message: string, fields: LoggedLine["fields"] = {}) =>
    void lines.push({ message, fields });
  return { debug() {}, info() {}, warn: record, error: record, lines };
}

/** Waits until the condition is true, at most so many milliseconds. */
export async function waitFor(condition: () => boolean, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (!condition() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
