/** Paths of routes from arguments. */
import { fillPath, type Registry, type SealedRoute } from "waymark";

/** Returns the path that leads to the route for these parameters; undefined where none does. */
export type PathOf = (params: Readonly<Record<string, string>>) => string | undefined;

/** A key may be a word that another route has at this place: `/keys/{keyId}` beside `/keys/all`. */
export function pathsTo({ pattern }: SealedRoute, registry: Registry): PathOf {
  let others: readonly (typeof pattern)[] | undefined;
  return (params) => {
    const path = fillPath(pattern, params);
    if (path === undefined || pattern.params.length === 0) return path;
    others ??= registry.routes
      .map((route) => route.pattern)
      .filter((one) => comesFirst(one, pattern));
    const parts = path.slice(1).split("/");
    const leadsElsewhere = others.some(({ segments }) =>
      segments.every((segment, at) => typeof segment !== "string" || segment === parts[at]),
    );
    return leadsElsewhere ? undefined : path;
  };
}

type Pattern = SealedRoute["pattern"];

/** Whether a pattern may match the same paths as another one and is then preferred, having a word where that has a parameter. */
function comesFirst({ segments }: Pattern, other: Pattern): boolean {
  const pairs = segments.map((segment, at) => [segment, other.segments[at]] as const);
  const mayMatch =
    segments.length === other.segments.length &&
    pairs.every(([one, two]) => one === two || typeof one !== "string" || typeof two !== "string");
  const [first] = pairs.find(([one, two]) => typeof one !== typeof two) ?? [];
  return mayMatch && typeof first === "string";
}
