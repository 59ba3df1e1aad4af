/** The config of hostile tests: all that the preset can serve, and with a data file all that can be written. */
import type { WaymarkConfig } from "waymark";
import ledger from "./ledger.ts";

const UNLIMITED = 1_000_000;

export function hostileConfig(file: string | undefined): WaymarkConfig {
  const writable = { writable: true };
  const enabled = { enabled: true };
  const written = {
    brains: writable,
    integrations: writable,
    locales: writable,
    offices: writable,
    bulk: enabled,
    idempotency: { ...enabled, maxKeysPerClient: UNLIMITED },
    ledger,
  };
  return {
    plugins: {
      ...(file === undefined ? {} : { ...written, store: { file } }),
      "rate-limit": { limit: UNLIMITED },
    },
  };
}
