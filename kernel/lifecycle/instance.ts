/** The identity of this process among the processes that serve together. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Instance } from "../services.ts";

/** Returns the default name, by port or path. A port that the system chooses, 0, is unknown before it listens. */
export function nameAt(place: string | number | undefined): string {
  return `${hostname()} ${place === 0 ? "" : (place ?? "")}`.trim();
}

/**
 * @param named the name in the config.
 * @param place port or path at which the process listens. Many instances may share the public address.
 */
export function identifyInstance(
  named: () => string | undefined,
  place: () => string | undefined,
): Instance {
  return {
    id: randomBytes(8).toString("hex"),
    startedAt: Date.now(),
    get name() {
      return named() ?? nameAt(place());
    },
  };
}
