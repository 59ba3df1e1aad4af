/** Redis servers for tests, each with a port of its own. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { whereIs } from "../_programs.ts";
import { Engine } from "./engine.ts";
import { unprivilegedUser } from "./guard.ts";
import { freePort } from "./ports.ts";

const execute = promisify(execFile);

/** Settings that keep nothing on disk, so that a restart is empty. */
const SETTINGS = { save: "", appendonly: "no" };

export interface RedisOptions {
  /** Settings of redis.conf, by name: `{ appendonly: "yes" }` keeps the data when it restarts. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Redis {
  readonly url: string;
  /** Runs a command on a connection of its own. Returns its answer as `redis-cli` prints it to a pipe. */
  command(...words: readonly string[]): Promise<string>;
  /** Removes all data. */
  flush(): Promise<void>;
  /** Holds it: connections are accepted and stay, and nothing is answered. */
  pause(): void;
  resume(): void;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again, whether it runs or not. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis({ settings = {} }: RedisOptions = {}): Promise<Redis> {
  const port = await freePort();
  const engine = new Engine("SIGTERM", unprivilegedUser());
  const all = { bind: "127.0.0.1", port, dir: engine.folder, ...SETTINGS, ...settings };
  await engine.start({
    program: whereIs("redis-server"),
    args: Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ready: /Ready to accept connections/,
  });
  const command = async (...words: readonly string[]): Promise<string> =>
    (await execute("redis-cli", ["-e", "-p", String(port), ...words])).stdout.trimEnd();
  return {
    url: `redis://127.0.0.1:${port}`,
    command,
    flush: async () => void (await command("flushall")),
    pause: () => engine.pause(),
    resume: () => engine.resume(),
    kill: (signal) => engine.kill(signal),
    restart: () => engine.restart(),
    stop: () => engine.stop(),
  };
}
