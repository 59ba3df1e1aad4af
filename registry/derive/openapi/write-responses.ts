/** Answers to writes: links to the resource that was created, and the form without a representation. */
import { pointerOf } from "../../contract/call/field-errors.ts";
import type { Registry } from "../../contract/plugin/registry.ts";
import type { SealedRoute } from "../../contract/route/sealed-route.ts";
import { NO_CONTENT } from "../../contract/route/route-keys.ts";
import { readHeadersOf } from "../read-headers.ts";
import type { Link } from "./types.ts";

/** Checks that clients may ask for an answer without the representation (RFC 7240, section 4.2). */
export function mayBeMinimal(route: SealedRoute): boolean {
  return (
    route.answersAs !== undefined && readHeadersOf(route).some(({ name }) => name === "prefer")
  );
}

/** Checks that the resource that a request would create may be there already. */
export function mayExist({ creates, declaration: { errors = [] } }: SealedRoute): boolean {
  return creates !== undefined && errors.includes("resource-exists");
}

/** Says of a status that the route declares what sets it apart. */
export function textOfStatus({ creates, represents }: SealedRoute, status: number): string {
  if (status === 201 && creates === undefined && represents !== undefined)
    return "The resource did not exist, and was created.";
  return NO_CONTENT.has(status) ? "Without a body." : `The same body, with status ${status}.`;
}

/**
 * Operations of the resource that a request created, by operation (OpenAPI 3.0.4, section 4.7.20). Undefined where the
 * route creates none, or its answer has no body to fill their parameters from.
 */
export function linksOf(
  { creates, mediaTypes, pattern }: SealedRoute,
  { routes }: Registry,
): Readonly<Record<string, Link>> | undefined {
  if (creates === undefined || mediaTypes.length === 0) return undefined;
  const parameters = Object.entries(creates.bindings).map(([parameter, source]) => [
    parameter,
    pattern.params.includes(source)
      ? `$request.path.${source}`
      : `$response.body#${pointerOf([source])}`,
  ]);
  const links = routes
    .filter(({ path }) => path === creates.target.path)
    .map(({ ref, declaration: { summary } }): [string, Link] => [
      ref,
      { operationId: ref, description: summary, parameters: Object.fromEntries(parameters) },
    ]);
  return Object.fromEntries(links);
}
