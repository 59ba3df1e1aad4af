import type { Log } from "waymark";

/** Milliseconds between two warnings. */
const QUIET_MS = 60_000;

/** Returns a function that counts refused connections, and warns of them now and then. */
export function warnOfRefusals(log: Log, message: string): (fields: object) => void {
  let refused = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (fields) => {
    refused++;
    const now = performance.now();
    if (now - warnedAt < QUIET_MS) return;
    warnedAt = now;
    log.warn(message, { ...fields, refused });
  };
}
