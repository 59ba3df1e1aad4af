import type { RouteBase } from "waymark/advanced";

/**
 * Checks that answers of a route are bytes that browsers may show and clients may have sent: a sandbox keeps scripts in
 * them from the origin. Browsers show no PDF in a sandbox, and keep its scripts apart by themselves.
 */
export function isSandboxed({ kind, mediaTypes }: RouteBase): boolean {
  return kind === "bytes" && mediaTypes.some((type) => type !== "application/pdf");
}
