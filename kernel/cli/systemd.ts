/**
 * Messages to systemd, as sd_notify(3) defines them. They are datagrams to a Unix socket, which Node cannot send, so
 * systemd's own program `systemd-notify` sends them: some milliseconds each, beside the event loop. As it is a child of the
 * service, the unit needs `NotifyAccess=all`.
 */
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../registry/contract/finding.ts";
import type { Log } from "../../registry/contract/types.ts";

/** Time for one message, in milliseconds: the program waits until systemd has read it. */
const SEND_TIMEOUT_MS = 5000;

export class Systemd {
  readonly #log: Log;
  readonly #env: NodeJS.ProcessEnv;
  /** Messages being sent, one after the other, so that systemd reads them in order. */
  #sending = Promise.resolve();
  #waiting = 0;
  #failed = false;

  constructor(log: Log, env: NodeJS.ProcessEnv = process.env) {
    this.#log = log;
    this.#env = env;
  }

  /** Reports that the service works, at first or after a reload. From the first time on the watchdog expects signs of life. */
  ready(status: string): void {
    this.#send("READY=1", `STATUS=${status}`);
  }

  reloading(): void {
    const microseconds = process.hrtime.bigint() / 1000n;
    this.#send("RELOADING=1", `MONOTONIC_USEC=${microseconds}`, "STATUS=reloading");
  }

  stopping(): void {
    this.#send("STOPPING=1", "STATUS=stopping");
  }

  /** Sends signs of life, twice as often as the watchdog expects, for as long as the event loop turns. */
  startWatchdog(): void {
    const { WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = this.#env;
    const intervalMs = Number(WATCHDOG_USEC) / 1000 / 2;
    if (!(intervalMs > 0) || WATCHDOG_PID !== String(process.pid)) return;
    setInterval(() => {
      if (this.#waiting === 0) this.#send("WATCHDOG=1");
    }, intervalMs).unref();
  }

  /** Resolves once all messages are sent, or after this time: a process that ends sends none. */
  async drain(atMostMs: number): Promise<void> {
    await Promise.race([this.#sending, sleep(atMostMs)]);
  }

  #send(...variables: readonly string[]): void {
    if (this.#failed) return;
    this.#waiting++;
    this.#sending = this.#sending
      .then(() => this.#run(variables))
      .catch((error: unknown) => {
        if (this.#failed) return;
        this.#failed = true;
        const reason = messageOf(error);
        this.#log.warn("systemd cannot be notified; install systemd-notify, or use Type=exec", {
          reason,
        });
      })
      .finally(() => this.#waiting--);
  }

  #run(variables: readonly string[]): Promise<void> {
    const { PATH, NOTIFY_SOCKET } = this.#env; // nothing else, as the rest may be secret
    const options = { env: { PATH, NOTIFY_SOCKET }, timeout: SEND_TIMEOUT_MS };
    return new Promise((resolve, reject) => {
      execFile("systemd-notify", variables, options, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }
}
