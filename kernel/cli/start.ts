import { defineCommand } from "citty";
import type { Booted } from "../boot/boot.ts";
import { BootError } from "../support/boot-errors.ts";
import { createLog } from "../support/log.ts";
import { standardOutput } from "../support/standard-output.ts";
import {
  bootHere,
  configFlag,
  listenFlags,
  listenOverrides,
  printError,
  run,
  UsageError,
} from "./command.ts";
import { SighupListener, reloadOnChange } from "./reload.ts";
import { outliveOutput, uncaughtException } from "./uncaught.ts";

export const start = defineCommand({
  meta: { name: "start", description: "Start the server" },
  args: {
    ...configFlag,
    ...listenFlags,
  },
  run: (context) => run(context, () => serve(context.args), logError),
});

/** Milliseconds for a slow reader of the last lines. */
const LAST_LINES_MS = 1000;

type Flags = Readonly<Partial<Record<"config" | "host" | "port", string | undefined>>>;

async function serve({ config, host, port }: Flags): Promise<void> {
  // Sequentially: loading in parallel is not faster and would blur the timings.
  const sighup = new SighupListener();
  const overrides = listenOverrides({ host, port });
  const booted = await bootHere(config, { overrides, validateLater: true });
  let { level } = booted.config.log;
  const log = await createLog({ level: () => level });
  outliveOutput();
  const uncaught = uncaughtException(log, booted.installed);
  const { startServer } = await import("../server.ts");
  for (const { message, fields } of booted.notices) log.warn(message, fields);

  const stopped = Promise.race([stopSignal(), uncaught]);
  const server = await Promise.race([startServer(booted, { log }), uncaught.then(() => end(1))]);
  const { registry, installed } = booted;
  const on = installed.filter(({ enabled }) => enabled).length;
  log.info(`listening on ${server.url}`, {
    plugins: on,
    off: installed.length - on,
    routes: registry.routes.length,
    revision: registry.revision,
    ...(booted.config.socket === undefined ? {} : { socket: booted.config.socket }),
    ...(server.adminUrl === undefined
      ? {}
      : { admin: booted.config.admin?.socket ?? server.adminUrl }),
  });
  const timings = Object.entries(server.timings).map(([phase, ms]) => [
    phase,
    Number(ms.toFixed(1)),
  ]);
  // The time origin is the start of the process, so this counts the time before our first line too.
  log.info(`ready after ${Math.round(performance.now())} ms`, Object.fromEntries(timings));

  const boot = () => bootHere(config, { overrides });
  const applied = ({ config: { log: next } }: Booted) => {
    level = next.level;
  };
  const endReloads = reloadOnChange(server, booted, { boot, applied, sighup, log });

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

/** Logs why the server did not start where the log is for machines, one line for each finding; people read the text. */
async function logError(error: unknown): Promise<void> {
  if (process.stdout.isTTY) return printError(error);
  const log = await createLog();
  if (error instanceof BootError)
    for (const { message, ...about } of error.findings) log.error(message, { ...about });
  else if (error instanceof UsageError) log.error(error.message);
  else log.error("the server did not start", { error });
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
