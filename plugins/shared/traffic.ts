/** Which requests say something about how clients are served. */
import type { RouteBase } from "waymark";

/**
 * Probes and scrapes come all the time, whether or not clients do; routes that always refuse fail by intention. The service is
 * not judged by them, nor by the requests of operators.
 */
export function isTraffic({ kind, declaration: { listener, probe }, plugin }: RouteBase): boolean {
  if (listener !== undefined || probe !== undefined) return false;
  return kind !== "alwaysFails" && plugin !== "metrics";
}
