import type { Registry } from "waymark";

/** Media types of answers, pages for people aside, those of errors included; and the one that most routes prefer. */
export function produced({ routes, builtin }: Registry): {
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
  return { all: [...new Set([...ofRoutes.flat(), ...ofErrors])], preferred };
}
