import { readFileSync } from "node:fs";
import { defineCommand } from "citty";
import { messageOf } from "../../registry/contract/finding.ts";
import { readCredential, type Credentials } from "../check/credentials.ts";
import type { Progress } from "../check/run.ts";
import type { OnProgress, RunningServers } from "./check-running.ts";
import { renderProgress, renderReport, type Report } from "../check/report.ts";
import {
  configFlag,
  configHere,
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
    node: {
      type: "string",
      valueHint: "origin",
      description:
        "Origin of one node of a service of several, to check what holds between them; repeated for each, beside the --url of their balancer or without",
    },
    lb: { type: "string", valueHint: "origin", description: "Another name of --url" },
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
      const { url, lb = url } = context.args;
      const nodes = valuesOf("node", context.rawArgs);
      const flags = { ...context.args, url: lb, nodes, credentials };
      const report = await conform(flags, bar.show).finally(bar.clear);
      if (json) printJson(report);
      else print(renderReport(report));
      if (report.failures.length > 0) process.exitCode = 1;
    }),
});

interface Flags extends RunningServers {
  readonly config?: string | undefined;
}

async function conform({ config, ...servers }: Flags, onProgress: OnProgress): Promise<Report> {
  if (servers.url === undefined && servers.nodes.length === 0) {
    const { checkInProcess } = await import("../check/in-process.ts");
    return checkInProcess(configHere(config), { onProgress, credentials: servers.credentials });
  }
  const { checkRunning } = await import("./check-running.ts");
  return checkRunning(config, servers, onProgress);
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
