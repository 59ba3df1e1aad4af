/** The runtimes beside the Node of the project, on which everything runs. */
import { opinionBinary } from "../opinions/binary.ts";

export interface Runtime {
  readonly program: string;
  /** Arguments before the script. */
  readonly args: readonly string[];
}

export const RUNTIMES = {
  "Node 22": { program: opinionBinary("@node-22", "node"), args: [] },
  "Node 26": { program: opinionBinary("@node-26", "node"), args: [] },
  Bun: { program: opinionBinary("@oven", "bun"), args: [] },
  Deno: { program: opinionBinary("@deno", "deno"), args: ["run", "-A"] },
} satisfies Readonly<Record<string, Runtime>>;
