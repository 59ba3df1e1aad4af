/** Finds links of an operator's text that name a route or a relation which does not exist. */
import { didYouMean, type Registry } from "waymark";
import { findNamedLinks, type NamedLink } from "../../shared/links.ts";
import { lineAt, problemAt, type OwnText } from "./own-text.ts";

/** Returns problems of links. Links to switched-off features are not a problem: their text stays. */
export function findUnknownLinks({ file, body, firstLine }: OwnText, registry: Registry): string[] {
  return findNamedLinks(body).flatMap(({ kind, name, index }) => {
    const names = kind === "route" ? routeNames(registry) : relationNames(registry);
    if (names.includes(name) || mayBeOff(kind, name, registry)) return [];
    const line = firstLine + lineAt(body, index) - 1;
    const what = `no installed plugin has this ${kind === "route" ? "route" : "relation"}`;
    const near = didYouMean(name, names);
    // There are too many names to list them all.
    const all = "correct the name: `waymark routes` and the API root list them";
    const hint = near.startsWith("did you mean") ? near : all;
    return [problemAt(file, line, what, `${kind}:${name}`, hint)];
  });
}

function routeNames({ installed, routes }: Registry): readonly string[] {
  const declared = installed.flatMap(({ plugin: { id, routes: own } }) =>
    typeof own === "function" ? [] : Object.keys(own ?? {}).map((name) => `${id}.${name}`),
  );
  return [...new Set([...routes.map(({ ref }) => ref), ...declared])];
}

function relationNames({ installed, rootLinks }: Registry): readonly string[] {
  const declared = installed.flatMap(({ plugin: { rootLinks: links, routes } }) => [
    ...(typeof links === "function" ? [] : Object.keys(links ?? {})),
    ...(typeof routes === "function" ? [] : Object.values(routes ?? {})).flatMap(
      ({ publish }) => publish?.rootLink ?? [],
    ),
  ]);
  return [...new Set([...Object.keys(rootLinks), ...declared])];
}

/** Checks that it may belong to a plugin whose routes or links depend on its options and are not there now. */
function mayBeOff(kind: NamedLink["kind"], name: string, { installed, routes }: Registry): boolean {
  return installed.some(({ plugin: { id, routes: own, rootLinks }, enabled }) =>
    kind === "route"
      ? typeof own === "function" &&
        name.startsWith(`${id}.`) &&
        !routes.some(({ plugin }) => plugin === id)
      : typeof rootLinks === "function" && !enabled,
  );
}
