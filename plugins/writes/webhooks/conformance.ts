import { defineConformance } from "waymark/conformance";
import type { statementOf } from "./statement.ts";

/** Deliveries go to receivers of others: the tests of the plugin have receivers of their own. */
const UNTESTABLE = { because: "a check has no receiver that the service may reach" };

const KEYS: Readonly<Record<keyof ReturnType<typeof statementOf>, typeof UNTESTABLE>> = {
  signatureAlgorithm: UNTESTABLE,
  headers: UNTESTABLE,
  deliveryRetry: UNTESTABLE,
  timeoutMs: UNTESTABLE,
  redirects: UNTESTABLE,
  schemes: UNTESTABLE,
  order: UNTESTABLE,
  guarantee: UNTESTABLE,
  pausedAfterDead: UNTESTABLE,
};

export default defineConformance({ covers: KEYS });
