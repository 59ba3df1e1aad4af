import { on } from "node:events";
import { defineCommand } from "citty";
import type { Registry } from "../../registry/contract/plugin/registry.ts";
import type { Booted } from "../host/boot/boot.ts";
import { nameAt } from "../http/server/runtime.ts";
import { LoadedCode } from "../host/boot/loaded-code.ts";
import { BootError } from "../host/support/boot-errors.ts";
import { createLog, processLog } from "../host/support/log.ts";
import { standardOutput } from "../host/support/standard-output.ts";
import { bootHere, configFlag, listenOverrides, printError, run, UsageError } from "./command.ts";
import { reloadOnChange } from "./reload.ts";
import { outliveOutput, uncaughtException } from "./uncaught.ts";

export const start = defineCommand({
  meta: { name: "start", description: "Start the server" },
  args: {
    ...configFlag,
    host: { type: "string", description: "Address or name to listen at (also: HOST)" },
    port: { type: "string", description: "Port to listen at, 0 for a free one (also: PORT)" },
  },
  run: (context) => run(context, () => serve(context.args), logError),
});

/** Milliseconds for a slow reader of the last lines. */
const LAST_LINES_MS = 1000;

/** Returns the revision; undefined if it cannot be made, for which the start has a finding. */
function revisionOf(registry: Registry): string | undefined {
  try {
    return registry.revision;
  } catch {
    return undefined;
  }
}

type Flags = Readonly<Partial<Record<"config" | "host" | "port", string | undefined>>>;

async function serve({ config, host, port }: Flags): Promise<void> {
  // Sequentially: loading in parallel is not faster and would blur the timings.
  const hangups = on(process, "SIGHUP"); // keeps those that come before the server can reload
  const overrides = listenOverrides({ host, port });
  const booted = await bootHere(config, { overrides, validateLater: true });
  const { instance: named, port: configured } = booted.config;
  let instance = named ?? nameAt(configured);
  const applied = ({ config: { log: next }, registry }: Booted) => {
    processLog.level = next.level;
    // The revision is a hash of every schema: a start without lines makes it once the server listens.
    processLog.describe(() => ({
      service: registry.app.name,
      instance,
      revision: revisionOf(registry),
    }));
  };
  applied(booted);
  const log = await createLog();
  outliveOutput();
  const uncaught = uncaughtException(log, booted.installed);
  const code = new LoadedCode();
  const noted = code.note(booted, performance.timeOrigin);
  const { startServer } = await import("../server.ts");
  for (const { message, fields } of booted.notices) log.warn(message, fields);

  const stopped = Promise.race([stopSignal(), uncaught]);
  const server = await Promise.race([startServer(booted, { log }), uncaught.then(() => end(1))]);
  instance = server.instance.name;
  applied(booted);
  const { registry, installed } = booted;
  const plugins = installed.filter(({ enabled }) => enabled).length;
  log.info(`listening on ${server.url}`, {
    plugins,
    off: installed.length - plugins,
    routes: registry.routes.length,
    revision: registry.revision,
    ...server.addresses,
  });
  const timings = Object.entries(server.timings).map(([phase, ms]) => [
    phase,
    Number(ms.toFixed(1)),
  ]);
  // The time origin is the start of the process, so this counts the time before our first line too.
  log.info(`ready after ${Math.round(performance.now())} ms`, Object.fromEntries(timings));

  await noted;
  const boot = () => bootHere(config, { overrides });
  const endReloads = reloadOnChange(server, booted, {
    boot,
    applied,
    hangups,
    code,
    log,
  });

  const signal = await stopped;
  log.info("stopping", { signal });
  endReloads();
  // No load balancer sends requests to a server in a terminal, so Ctrl-C need not wait for one to turn away.
  await server.close({ announced: signal === "SIGTERM" });
  log.info("stopped");
  return end(signal === undefined ? 1 : 0);
}

/** Ends the process once the last lines are written: handles that a plugin left open must not keep it. */
export async function end(code: number): Promise<never> {
  await standardOutput.drain(LAST_LINES_MS);
  process.exit(code);
}

/** Logs in one line why the server did not start if the log is for machines; people read the text. */
async function logError(error: unknown): Promise<void> {
  if (process.stdout.isTTY) return printError(error);
  const log = await createLog();
  if (error instanceof UsageError) log.error(error.message);
  else
    log.error(
      "the server did not start",
      error instanceof BootError ? { findings: error.findings } : { error },
    );
  if (process.stderr.isTTY) printError(error);
}

/** Waits for SIGTERM or SIGINT. From then on a second signal ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first = true;
    const onSignal = (signal: NodeJS.Signals) => {
      if (!first) process.exit(1);
      first = false;
      resolve(signal);
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}
