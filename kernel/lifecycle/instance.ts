/** The identity of this process among those that serve together. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Instance } from "../services.ts";

/**
 * @param named the name in the config.
 * @param place port or path at which the process listens. The public address may be that of many instances.
 */
export function identifyInstance(
  named: () => string | undefined,
  place: () => string | undefined,
): Instance {
  return {
    id: randomBytes(8).toString("hex"),
    startedAt: Date.now(),
    get name() {
      return named() ?? `${hostname()} ${place() ?? ""}`.trim();
    },
  };
}
