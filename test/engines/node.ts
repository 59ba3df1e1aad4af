/** A node as an operator runs it: `waymark start` in a folder of its own. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BIN, ENV } from "../kernel/cli/_run.ts";
import { Engine } from "./engine.ts";
import { freePort } from "./ports.ts";

/** The content of a config file. A plugin in a file is named by its absolute path. */
export type NodeConfig = Readonly<Record<string, unknown>>;

export interface Node {
  readonly url: string;
  /** Folder of the config and, by default, of the data. */
  readonly folder: string;
  readonly pid: number | undefined;
  /** Writes another config, which the node takes up by itself. */
  configure(config: NodeConfig): void;
  /** The lines of its log, of all starts, as they are now. */
  log(): readonly Readonly<Record<string, unknown>>[];
  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it as a crash would, or with a signal: `SIGTERM` announces and drains, `SIGINT` drains. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Holds it: it answers nothing, and its connections stay. */
  pause(): void;
  resume(): void;
  /** Starts it again at the same port with its config and data, after SIGTERM if it still runs. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** @param env what its environment has beside `PATH`. */
export async function startNode(
  config: NodeConfig = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Node> {
  const port = await freePort();
  const engine = new Engine("SIGTERM");
  const configure = (next: NodeConfig) =>
    writeFileSync(join(engine.folder, "waymark.config.json"), JSON.stringify(next));
  configure(config);
  await engine.start({
    program: process.execPath,
    args: [BIN, "start"],
    env: { ...ENV, ...env, PORT: String(port) },
    ready: /"ready after /,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    folder: engine.folder,
    get pid() {
      return engine.pid;
    },
    configure,
    log: () =>
      engine.output
        .split("\n")
        .filter((line) => line.startsWith("{") && line.endsWith("}"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    signal: (signal) => engine.signal(signal),
    kill: (signal) => engine.kill(signal),
    pause: () => engine.pause(),
    resume: () => engine.resume(),
    restart: () => engine.restart(),
    stop: async () => {
      // In order, but without the announcement to balancers, which takes seconds.
      await engine.kill("SIGINT");
      await engine.stop();
    },
  };
}
