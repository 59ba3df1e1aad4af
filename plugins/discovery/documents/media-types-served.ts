import type { Registry } from "waymark";
import { bodyTypesOf } from "waymark/advanced";

/** Returns the media types of all answers of the API, errors and views included, and the type that most routes prefer. */
export function mediaTypesServed({ routes, builtin }: Registry): {
  readonly all: string[];
  readonly preferred: string;
} {
  const ofRoutes = routes.filter(({ site }) => !site).map(({ mediaTypes }) => mediaTypes);
  const ofErrors = builtin.unknown.errorForms
    .filter(({ schema }) => schema !== undefined)
    .map(({ mediaType }) => mediaType);
  const counts = new Map<string, number>();
  for (const [first] of [...ofRoutes, ofErrors]) {
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [[preferred] = [""]] = [...counts].toSorted(([, a], [, b]) => b - a);
  const ofViews = routes.some(({ view }) => view !== undefined) ? ["text/html"] : [];
  return { all: [...new Set([...ofRoutes.flat(), ...ofErrors, ...ofViews])], preferred };
}

/** Returns the media types of request bodies, the type that most routes take first. */
export function mediaTypesTaken({ routes }: Registry): string[] {
  const taken = routes.flatMap(bodyTypesOf);
  const byType = Map.groupBy(taken, (type) => type);
  return [...byType].toSorted(([, a], [, b]) => b.length - a.length).map(([type]) => type);
}
