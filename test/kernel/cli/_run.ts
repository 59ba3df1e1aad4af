/** Runs `waymark` to its end: in this process, or in a process of its own if the test is about that. */
import { spawnSync } from "node:child_process";
import { Console } from "node:console";
import { join } from "node:path";
import { Writable } from "node:stream";
import { config as configureZod } from "zod";

export const BIN: string = join(import.meta.dirname, "../../../kernel/cli/bin.ts");

/** The environment of processes, with little more in it than modules that were compiled before. */
export const ENV: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Args = string | readonly string[];
type Env = Readonly<Record<string, string>>;

const wordsOf = (args: Args) => (typeof args === "string" ? args.split(" ") : args);
const environment = (env: Env) => ({
  ...ENV,
  ...(env["FORCE_COLOR"] === undefined ? { NO_COLOR: "1" } : {}),
  ...env,
});

/** Runs it in a process of its own. A text as arguments has spaces between them. */
export function waymarkProcess(cwd: string, args: Args, env: Env = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...wordsOf(args)], {
    cwd,
    encoding: "utf8",
    env: environment(env),
  });
  return { status, stdout, stderr };
}

let running = false;

/**
 * Runs it in this process, whose folder, environment and output it has until it ends. A plugin's file is imported once:
 * a test that edits one renames it.
 */
export async function waymark(cwd: string, args: Args, env: Env = {}): Promise<Ended> {
  if (running) throw new Error("a command runs already; processes of their own can run at once");
  running = true;
  const own = {
    argv: process.argv,
    console: globalThis.console,
    cwd: process.cwd(),
    env: process.env,
    exit: process.exit,
    exitCode: process.exitCode,
    onError: process.stdout.listeners("error"),
    writeError: process.stderr.write,
    writeOutput: process.stdout.write,
  };
  const stdout = collector();
  const stderr = collector();
  process.chdir(cwd);
  process.argv = [process.execPath, BIN, ...wordsOf(args)];
  process.env = environment(env);
  process.exitCode = undefined;
  let ended: Ended | undefined;
  const end = (status: unknown): Ended => ({
    status: Number(status ?? process.exitCode ?? 0),
    stdout: stdout.text(),
    stderr: stderr.text(),
  });
  process.exit = (status) => {
    // A caller that catches this may print it and exit again.
    ended ??= end(status);
    throw new Error("the command ends the process");
  };
  process.stdout.write = stdout.write;
  process.stderr.write = stderr.write;
  globalThis.console = new Console({ stdout: stdout.stream, stderr: stderr.stream });
  try {
    const { main } = await import("../../../kernel/cli/main.ts");
    await main();
    return end(undefined);
  } catch (error) {
    if (ended === undefined) throw error;
    return ended;
  } finally {
    for (const listener of process.stdout.listeners("error"))
      if (!own.onError.includes(listener))
        process.stdout.off("error", listener as (error: Error) => void);
    globalThis.console = own.console;
    process.stdout.write = own.writeOutput;
    process.stderr.write = own.writeError;
    process.exit = own.exit;
    process.exitCode = own.exitCode;
    process.env = own.env;
    process.argv = own.argv;
    process.chdir(own.cwd);
    configureZod({ jitless: false });
    running = false;
  }
}

/** Collects what is written, in place of a stream of the process. */
function collector() {
  let text = "";
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      done();
    },
  });
  return {
    stream,
    text: () => text,
    write: ((chunk, encoding, done) => {
      const after = typeof encoding === "function" ? encoding : done;
      return stream.write(chunk, () => after?.());
    }) as typeof process.stdout.write,
  };
}
