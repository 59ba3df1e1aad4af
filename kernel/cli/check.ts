import { readFileSync } from "node:fs";
import { defineCommand } from "citty";
import { messageOf } from "../../registry/contract/finding.ts";
import { readCredential, type Credentials } from "../check/credentials.ts";
import type { Progress } from "../check/run.ts";
import { renderProgress, renderReport, type Report } from "../check/report.ts";
import {
  bootHere,
  configFlag,
  environment,
  jsonFlag,
  print,
  printJson,
  run,
  UsageError,
  valuesOf,
} from "./command.ts";

export const check = defineCommand({
  meta: {
    name: "check",
    description: "Check that a server does everything that it declares about itself",
  },
  args: {
    ...configFlag,
    url: {
      type: "string",
      valueHint: "origin",
      description: "Origin of a running server. Default: start one for the check",
    },
    header: {
      type: "string",
      valueHint: "name: value",
      description:
        "Credentials to send with each request, or @file with one header a line; may be repeated, never printed",
    },
    credential: {
      type: "string",
      valueHint: "name: value",
      description: "Another name of --header",
    },
    writes: {
      type: "boolean",
      description:
        "With --url: test writes too, which change and remove data; only for a server of this machine",
    },
    exhaust: { type: "boolean", description: "With --url: use up limits, to see that they refuse" },
    ...jsonFlag,
  },
  run: (context) =>
    run(context, async () => {
      const { json = false } = context.args;
      const credentials = readHeaders([
        ...valuesOf("header", context.rawArgs),
        ...valuesOf("credential", context.rawArgs),
      ]);
      const bar = progressBar(process.stderr);
      const report = await conform({ ...context.args, credentials }, bar.show).finally(bar.clear);
      if (json) printJson(report);
      else print(renderReport(report));
      if (report.failures.length > 0) process.exitCode = 1;
    }),
});

interface Flags {
  readonly config?: string | undefined;
  readonly url?: string | undefined;
  readonly exhaust?: boolean | undefined;
  readonly writes?: boolean | undefined;
  readonly credentials: Credentials;
}

async function conform(
  { config, url, exhaust = false, writes = false, credentials }: Flags,
  onProgress: (progress: Progress) => void,
): Promise<Report> {
  if (url === undefined) {
    const { checkInProcess } = await import("../check/in-process.ts");
    const input = { cwd: process.cwd(), env: environment(config) };
    return checkInProcess(input, { onProgress, credentials });
  }
  const origin = originOf(url);
  if (writes && !isOfThisMachine(origin))
    throw new UsageError(
      `--writes changes and removes data, and ${origin} is not a server of this machine\n  hint: leave --url out, and writes are tested on a server with scratch data; or start one here with a copy of the data`,
    );
  const [{ createClient, NoResponseError }, { runConformance }] = await Promise.all([
    import("../check/client.ts"),
    import("../check/run.ts"),
  ]);
  const booted = await bootHere(config);
  booted.listeningAt(origin);
  const client = createClient(origin);
  try {
    await client.ask("/", { method: "HEAD" });
    const target = { origin, exclusive: false, writes, client, credentials };
    return await runConformance(booted.registry, target, { exhaust, onProgress });
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    throw new UsageError(
      `${origin} does not answer: ${error.message}\n  hint: start the server there, or leave --url out to start one for the check`,
    );
  } finally {
    client.close();
  }
}

/** Whether an origin is one of loopback: the data there is the user's own. */
function isOfThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Reads headers, and files of them. No message shows a value. */
function readHeaders(values: readonly string[]): Credentials {
  const lines = values.flatMap((value) =>
    value.startsWith("@") ? readLines(value.slice(1)) : [value],
  );
  return Object.assign(
    {},
    ...lines.map((line, index) => {
      const credential = readCredential(line);
      if (credential !== undefined) return credential;
      throw new UsageError(
        `header ${index + 1} of --header is not one\n  hint: write "name: value", such as --header "Authorization: Bearer $TOKEN"`,
      );
    }),
  ) as Credentials; // of credentials only
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "");
  } catch (error) {
    throw new UsageError(
      `--header @${file} cannot be read: ${messageOf(error)}\n  hint: name a file with one header a line`,
    );
  }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && url.pathname === "/" && url.search === "" && url.hash === "";
  if (url === undefined || !plain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `--url ${JSON.stringify(text)} is not an origin\n  hint: write scheme, host and port, such as http://127.0.0.1:3000`,
    );
  }
  return url.origin;
}

/** Overwrites its own line at a terminal; writes nothing elsewhere. */
function progressBar(stream: NodeJS.WriteStream) {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} };
  const clear = () => void stream.write("\r\u001b[K");
  return {
    show({ done, total, text }: Progress) {
      clear();
      stream.write(renderProgress(done, total, text));
    },
    clear,
  };
}
