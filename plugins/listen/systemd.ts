/**
 * Messages to systemd, as sd_notify(3) defines them. They are datagrams to a Unix socket, which Node cannot send, so
 * systemd's own program `systemd-notify` sends them: some milliseconds each, beside the event loop. As it is a child of the
 * service, the unit needs `NotifyAccess=all`.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { messageOf, type Log } from "waymark";
import type { Opened } from "waymark/services";

/** Time for one message, in milliseconds: the program waits until systemd has read it. */
const SEND_TIMEOUT_MS = 5000;

const run = promisify(execFile);

/** Returns a function that reports phases to systemd, and sends the signs of life that its watchdog expects. */
export function notifySystemd(log: Log): NonNullable<Opened["announce"]> {
  const { PATH, NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = process.env;
  const options = { env: { PATH, NOTIFY_SOCKET }, timeout: SEND_TIMEOUT_MS }; // nothing else, as the rest may be secret
  /** Messages being sent, one after the other, so that systemd reads them in order. */
  let sending = Promise.resolve();
  let waiting = 0;
  let failed = false;
  const sendAfter = async (before: Promise<void>, variables: readonly string[]): Promise<void> => {
    waiting++;
    await before;
    try {
      if (!failed) await run("systemd-notify", variables, options);
    } catch (error) {
      failed = true;
      const reason = messageOf(error);
      log.warn("systemd cannot be notified; install systemd-notify, or use Type=exec", { reason });
    }
    waiting--;
  };
  const send = (...variables: readonly string[]) => (sending = sendAfter(sending, variables));
  // Twice as often as the watchdog expects, for as long as the event loop turns.
  const intervalMs = Number(WATCHDOG_USEC) / 1000 / 2;
  const isWatched = intervalMs > 0 && (WATCHDOG_PID ?? String(process.pid)) === String(process.pid);
  const signOfLife = () => {
    if (waiting === 0) void send("WATCHDOG=1");
  };
  const watchdog = isWatched ? setInterval(signOfLife, intervalMs).unref() : undefined;
  return (phase, status) => {
    switch (phase) {
      case "ready":
        return send("READY=1", `STATUS=${status}`);
      case "reloading": {
        const microseconds = process.hrtime.bigint() / 1000n;
        return send("RELOADING=1", `MONOTONIC_USEC=${microseconds}`, "STATUS=reloading");
      }
      case "stopping":
        clearInterval(watchdog); // systemd no longer expects any
        return send("STOPPING=1", "STATUS=stopping");
    }
  };
}
