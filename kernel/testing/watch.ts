/** What plugins do while a check looks on. */
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Log } from "../../registry/contract/types.ts";
import { found, type Found } from "./problems.ts";

/** Counts of one plugin, over all its starts. */
export class Tally {
  setups = 0;
  /** Closers that were registered, those that are over, and those that ran to their end. */
  deferred = 0;
  over = 0;
  closed = 0;
}

/** The same plugin, counted. One without a setup stays without one. */
export function watched(plugin: Plugin, tally: Tally): Plugin {
  const { setup } = plugin;
  if (setup === undefined) return plugin;
  return {
    ...plugin,
    setup(use, context) {
      tally.setups += 1;
      return setup.call(plugin, use, {
        ...context,
        defer(close) {
          tally.deferred += 1;
          context.defer(async () => {
            try {
              await close();
              tally.closed += 1;
            } finally {
              tally.over += 1;
            }
          });
        },
      });
    },
  };
}

/** The closers of a plugin that have not run to their end. */
export function unclosed(plugin: string, { setups, deferred, closed }: Tally): readonly Found[] {
  return found(closed === deferred, {
    where: `closers of ${plugin}`,
    expected: `all ${deferred} closers of ${setups} setups have run`,
    received: `${closed} have`,
    hint: "a closer must not throw, and must end within 5 s",
  });
}

/** What was logged once. */
export interface Line {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that keeps warnings and errors. */
export function keptLog(): Log & { readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const keep = (message: string, fields: Line["fields"] = {}) =>
    void lines.push({ message, fields });
  return { debug() {}, info() {}, warn: keep, error: keep, lines };
}

/** Asks again and again until it holds, for so many milliseconds. Gives the last answer. */
export async function eventually(holds: () => boolean, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!holds() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}
