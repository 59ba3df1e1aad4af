/** Failing output, which a server outlives, and errors that no plugin caught. */
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { currentCaller } from "../http/request/current-caller.ts";
import { traceOf } from "../../registry/schema/words.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { InstalledPlugin } from "../../registry/contract/plugin/installed.ts";

/** Keeps the process if the reader of its output leaves, or the disk behind it is full. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners("error").on("error", () => {});
}

/**
 * Logs errors that no plugin caught, with the plugin and the route whose work failed. After an unhandled rejection the
 * server goes on, as after a handler that failed.
 * An uncaught exception may have cut anything short: the promise resolves, and the process should end with code 1.
 */
export function uncaughtException(
  log: Log,
  installed: readonly Pick<InstalledPlugin, "plugin" | "source">[],
): Promise<void> {
  const describe = (error: unknown) => {
    const trace = traceOf(error);
    // Node restores the context of the promise, and so the request that the work began with.
    const { route } = currentCaller();
    const thrower = installed.find((one) => trace.includes(placeOf(one)))?.plugin.id;
    return route === ""
      ? { plugin: thrower, error: trace }
      : { plugin: thrower ?? route.split(".", 1)[0], route, error: trace };
  };
  process.on("unhandledRejection", (reason) =>
    log.error("a rejected promise was not handled", describe(reason)),
  );
  return new Promise((settle) => {
    process.on("uncaughtException", (error) => {
      log.error("an error was not caught; the server stops", describe(error));
      settle();
    });
  });
}

/** Returns the name of a plugin's module in stack traces; modules of the preset are named by their files alone. */
function placeOf({ source }: Pick<InstalledPlugin, "source">): string {
  if (source === "preset") return "\0";
  return source.startsWith(".") || isAbsolute(source)
    ? pathToFileURL(resolve(source)).href
    : `/node_modules/${source}/`;
}
