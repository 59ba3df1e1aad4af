/** Requests that say something about how clients are served, and requests that the service failed. */
import type { RouteBase } from "waymark/advanced";

/**
 * Probes and scrapes come all the time, whether or not clients do; routes that always refuse fail by intention. The service is
 * not judged by them, nor by the requests of operators.
 */
export function isTraffic(route: RouteBase): boolean {
  const isOperators = route.declaration.listener !== undefined;
  return !isOperators && route.kind !== "alwaysFails" && !isWatching(route);
}

/** Probes and scrapes. */
export function isWatching({ declaration: { probe }, plugin }: RouteBase): boolean {
  return probe !== undefined || plugin === "metrics";
}

/** Answers to what clients ask of no service: unknown methods and versions of HTTP (RFC 9110, sections 15.6.2 and 15.6.6). */
const CAUSED_BY_CLIENTS = [501, 505] as const;

/** Checks that an answer with this status is a failure of the service. */
export function isFailure(status: number): boolean {
  return status >= 500 && !CAUSED_BY_CLIENTS.some((caused) => caused === status);
}

/** Matches the same answers among the answers that the metrics count by `status` and `code`. */
export const FAILURES = `status="5xx", code!~"${CAUSED_BY_CLIENTS.join("|")}"`;
