import { textOf } from "../shared/text-of.ts";
import { readFileSync } from "node:fs";
import { messageOf, type ToolContext } from "waymark";
import { UsageError, configHere } from "waymark/tools";
import { readCredential, type Credentials } from "../shared/credentials.ts";
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
