/** A temporary folder and a process that end with this process, however it ends. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Remembers the last line of its input, an id of a process or nothing. At the end of its input, which also comes when the
 * process that writes it is killed, it kills that process and removes the folder, which dying processes may still fill.
 */
const SCRIPT = `
while read -r line; do pid=$line; done
[ -z "$pid" ] || kill -KILL "$pid"
until rm -rf "$1"; do sleep 0.1; done`;

/** The user that engines run as: PostgreSQL refuses root. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

let unprivileged: User | undefined;

/** Returns a user of few rights where the tests run as root, else undefined: the user of the tests. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "daemon"], { encoding: "utf8" }));
  return (unprivileged ??= { uid: idOf("-u"), gid: idOf("-g") });
}

export class Guard {
  readonly folder: string = mkdtempSync(join(tmpdir(), "waymark-engine-"));
  readonly #shell: ChildProcess;
  readonly #input: Socket;

  constructor(owner?: User) {
    if (owner !== undefined) chownSync(this.folder, owner.uid, owner.gid);
    // In a group of its own, so that Ctrl-C in a terminal does not reach it.
    this.#shell = spawn("sh", ["-c", SCRIPT, "sh", this.folder], {
      cwd: this.folder,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // Node documents that the stream of a pipe is a socket.
    this.#input = this.#shell.stdin as Socket;
    // A guard must not keep a process from its end.
    this.#shell.unref();
    this.#input.unref();
  }

  /** @param pid the process to end; undefined once it has ended. */
  watch(pid: number | undefined): void {
    this.#input.write(`${pid ?? ""}\n`);
  }

  /** Ends the process that is watched, and removes the folder. */
  async end(): Promise<void> {
    if (this.#shell.exitCode !== null) return;
    this.#shell.ref();
    const ended = once(this.#shell, "exit");
    this.#input.end();
    await ended;
  }
}
