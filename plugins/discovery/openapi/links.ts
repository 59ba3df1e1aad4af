import type { Registry, SealedRoute } from "waymark";
import { pointerOf } from "waymark/advanced";
import type { Link } from "./types.ts";

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
