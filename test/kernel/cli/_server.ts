/** Runs the real `waymark start` in a folder of its own. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { BIN, ENV } from "./_run.ts";

/** A line of config by which a process has few plugins, for tests that are about the process. */
export const LEAN: string = `preset: ${join(import.meta.dirname, "_lean.ts")}\n`;

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface StartedProcess {
  /** Resolves with the first log line whose message fits, or a later one; rejects when the process ends before. */
  line(message: RegExp, nth?: number): Promise<LogLine>;
  /** Scheme and authority, once it listens. */
  url(): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code and the output. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export function start(
  cwd: string,
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly program?: string;
    readonly args?: readonly string[];
  } = {},
): StartedProcess {
  const child = spawn(
    options.program ?? process.execPath,
    [...(options.args ?? []), BIN, "start"],
    {
      cwd,
      env: { ...ENV, PORT: "0", ...options.env },
    },
  );
  let stdout = "";
  let stderr = "";
  let over = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (code) => {
      over = true;
      resolve({ code, stdout, stderr });
      wake();
    });
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });

  const line = (message: RegExp, nth = 1) =>
    new Promise<LogLine>((resolve, reject) => {
      const look = () => {
        const lines = stdout.split("\n").slice(0, -1);
        const found = lines
          .map((text) => JSON.parse(text) as LogLine)
          .filter((entry) => message.test(entry.message))[nth - 1];
        if (found !== undefined) resolve(found);
        else if (over) reject(new Error(`it ended without ${message}: ${stdout}${stderr}`));
        else return;
        waiting.delete(look);
      };
      waiting.add(look);
      look();
    });
  return {
    line,
    url: async () => (await line(/^listening on /)).message.slice("listening on ".length),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
