/** Starts the store by itself. Free of the test runner, so that other processes can use it. */
import { FairQueue, type Registry, type SetupContext } from "waymark";
import type { Store, TableDeclaration } from "waymark/services";
import type { z } from "zod";
import plugin from "../../../plugins/store/index.ts";
import { Options } from "../../../plugins/store/options.ts";

/** Options as a config has them. */
export type StoreOptions = z.input<typeof Options>;

export interface OpenedStore {
  readonly store: Store;
  /** Logged lines, as `message` and fields. */
  readonly logged: readonly (readonly [string, unknown])[];
  /** Runs the plugin's health check. */
  health(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts the plugin as the kernel does: closers run also after a start that fails.
 *
 * @param where a file, or options.
 */
export async function openStore(
  where: string | StoreOptions,
  tables: Readonly<Record<string, TableDeclaration>>,
): Promise<OpenedStore> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  const logged: [string, unknown][] = [];
  const log = (message: string, fields?: unknown) => logged.push([message, fields]);
  const declared = Object.entries(tables).map(([name, table]) => ({
    ...table,
    name,
    plugin: `${name}-plugin`,
  }));
  const context = {
    options: Options.parse(typeof where === "string" ? { file: where } : where),
    registry: { of: () => declared } as unknown as Registry,
    log: { debug: log, info: log, warn: log, error: log },
    signal: new AbortController().signal,
    checked: async () => {},
    defer: (closer) => closers.push(closer),
    queue: (name, settings) => new FairQueue({ name, ...settings }),
  } satisfies SetupContext<unknown>;
  try {
    const provided = (await plugin.setup!({}, context)) as { store: Store; state: unknown };
    const { store, state } = provided;
    const check = plugin.health!(provided as never, { ...context, state } as never)["store"]!;
    if (typeof check === "function") throw new Error("a check with a name was expected");
    return { store, logged, close, health: async () => check.check(context.signal) };
  } catch (error) {
    await close();
    throw error;
  }
}
