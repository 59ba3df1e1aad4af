/** Checks a server started for the check: the operator's config, without a trace in files, on a free port of loopback. */
import type { Log } from "waymark";
import { silentLog } from "waymark/tools";
import { boot, type BootInput, startServer } from "waymark/server";
import { createClient } from "../shared/client.ts";
import type { Credentials } from "../shared/credentials.ts";
import type { Report } from "../shared/report.ts";
import type { LoggedLine } from "../shared/logged.ts";
import { EVERYTHING, optionsOf, type Choice } from "./choice.ts";
import { runConformance } from "../shared/run.ts";
import type { RunOptions } from "../shared/run-options.ts";

/** Time for the setup of each plugin: machines that check are busy. */
const SETUP_TIMEOUT_MS = 60_000;

interface InProcessOptions extends RunOptions {
  readonly log?: Log;
  readonly credentials?: Credentials;
  /** Default: everything is checked. */
  readonly choice?: Choice;
}

/** Starts what the config describes, checks it and stops it. Throws a BootError if it does not start. */
export async function checkInProcess(
  input: BootInput,
  { choice = EVERYTHING, ...options }: InProcessOptions = {},
): Promise<Report> {
  const { config } = await boot({ ...input, validateLater: true });
  const booted = await boot({
    ...input,
    overrides: {
      ...input.overrides,
      host: "127.0.0.1",
      port: 0,
      // The check stands in for a proxy: each request names its client.
      trustedProxies: [...config.trustedProxies, "127.0.0.1"],
      proxyHeaders: "x-forwarded",
    },
    testOptions: () => true,
  });
  const chosen = optionsOf(choice, booted.registry);
  const logged: LoggedLine[] = [];
  const server = await startServer(booted, {
    log: withLines(options.log ?? silentLog, logged),
    startRetryMs: Number.POSITIVE_INFINITY, // the check reports what did not start
    setupTimeoutMs: SETUP_TIMEOUT_MS,
  });
  const client = createClient(server.url);
  try {
    return await runConformance(
      booted.registry,
      { origin: server.url, exclusive: true, client, credentials: options.credentials },
      {
        degraded: server.degraded,
        logged: () => logged,
        ...chosen,
        ...options,
      },
    );
  } finally {
    client.close();
    await server.close();
  }
}

/** Returns the log, with each line added to `lines`. */
function withLines(log: Log, lines: LoggedLine[]): Log {
  const level =
    (name: keyof Log): Log["info"] =>
    (message, fields = {}) => {
      lines.push({ message, fields });
      log[name](message, fields);
    };
  return { debug: level("debug"), info: level("info"), warn: level("warn"), error: level("error") };
}
