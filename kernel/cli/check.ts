import { defineCommand } from "citty";
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
    exhaust: { type: "boolean", description: "With --url: use up limits, to see that they refuse" },
    ...jsonFlag,
  },
  run: (context) =>
    run(context, async () => {
      const { config, url, exhaust = false, json = false } = context.args;
      const bar = progressBar(process.stderr);
      const report = await conform(config, url, exhaust, bar.show).finally(bar.clear);
      if (json) printJson(report);
      else print(renderReport(report));
      if (report.failures.length > 0) process.exitCode = 1;
    }),
});

async function conform(
  config: string | undefined,
  url: string | undefined,
  exhaust: boolean,
  onProgress: (progress: Progress) => void,
): Promise<Report> {
  if (url === undefined) {
    const { checkInProcess } = await import("../check/in-process.ts");
    return checkInProcess({ cwd: process.cwd(), env: environment(config) }, { onProgress });
  }
  const origin = originOf(url);
  const [{ createClient, NoResponseError }, { runConformance }] = await Promise.all([
    import("../check/client.ts"),
    import("../check/run.ts"),
  ]);
  const booted = await bootHere(config);
  booted.listeningAt(origin);
  const client = createClient(origin);
  try {
    await client.ask("/", { method: "HEAD" });
    const target = { origin, exclusive: false, client };
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
