import type { ToolContext } from "waymark";
import { configHere } from "waymark/tools";
import { readHeaders } from "../../shared/header-flags.ts";
import { textOf } from "../shared/text-of.ts";
import type { Progress } from "../shared/run-options.ts";
import { renderProgress, renderReport, type Report } from "../shared/report.ts";

/** Runs the check, and sets the exit code to 1 if a case failed. */
export async function run({ config, flags, valuesOf, print }: ToolContext): Promise<void> {
  const credentials = readHeaders([...valuesOf("header"), ...valuesOf("credential")]);
  const url = textOf(flags["lb"] ?? flags["url"]);
  const nodes = valuesOf("node");
  const choice = { plugins: valuesOf("plugin"), paths: valuesOf("path") };
  const bar = progressBar(process.stderr);
  const check = async (): Promise<Report> => {
    if (url === undefined && nodes.length === 0) {
      const { checkInProcess } = await import("./in-process.ts");
      return checkInProcess(configHere(config), { onProgress: bar.show, credentials, choice });
    }
    const [writes, exhaust] = [flags["writes"] === true, flags["exhaust"] === true];
    const { checkRunning } = await import("./running.ts");
    return checkRunning(config, { url, nodes, writes, exhaust, credentials, choice }, bar.show);
  };
  const report = await check().finally(bar.clear);
  print(flags["json"] === true ? JSON.stringify(report, undefined, 2) : renderReport(report));
  if (report.failures.length > 0) process.exitCode = 1;
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
