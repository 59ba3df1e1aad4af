/** The path that was meant, for pages that say there is nothing at another one. */
import { nearest, pageEntriesOf, pagesOf, type Registry, requiredScopes } from "waymark";
import { oncePerRegistry } from "../shared/once-per-registry.ts";

/** Letters of a path that is compared: the work grows with them. */
const MAX_LENGTH = 100;
/** Pages that are compared. */
const MAX_PATHS = 1000;

/** Of the pages and the reads of the API that everybody may open. */
export function nearestPath(path: string, registry: Registry): string | undefined {
  if (path.length > MAX_LENGTH) return undefined;
  return nearest(path, pathsOf(registry));
}

const pathsOf = oncePerRegistry((registry): readonly string[] => {
  const pages = pagesOf(registry, undefined).filter(({ here }) => here);
  const entries = pageEntriesOf(registry, undefined);
  const reads = registry.routes.filter(
    (route) =>
      route.method === "GET" &&
      !route.site &&
      route.pattern.params.length === 0 &&
      requiredScopes(route) === undefined,
  );
  const paths = [...pages, ...entries].map(({ href }) => href);
  return [...new Set([...paths, ...reads.map(({ path }) => path)])].slice(0, MAX_PATHS);
});
