/** Server and load generator on different cores, where the machine lets us. */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** True if processes can be pinned: `taskset` is installed, and may use each of two cores. */
export const pinned: boolean =
  availableParallelism() > 1 &&
  [SERVER_CORE, LOAD_CORE].every(
    (core) => spawnSync("taskset", ["-c", String(core), "true"]).status === 0,
  );

/** A command on one core; as it is when nothing can be pinned. */
export function onCore(core: number, command: string, args: readonly string[]): [string, string[]] {
  return pinned ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]];
}
