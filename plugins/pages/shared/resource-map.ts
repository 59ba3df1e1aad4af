/** The picture of a service: resources as nodes, relations as edges, requests as weight, what guards them as rings. */
import { html, type Html, type Registry, type SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { iconPath } from "./icon.ts";
import { sharedMessages } from "./messages.ts";

/** Units of the drawing: the distance of columns and rows, and the space around. */
const COLUMN = 220;
const ROW = 52;
const MARGIN = 40;
/** Radii of nodes, which have room for an icon. */
const SMALLEST = 12;
const LARGEST = 20;

/** Resource with all routes of its path. */
interface Place {
  readonly path: string;
  readonly routes: readonly SealedRoute[];
  readonly x: number;
  readonly y: number;
  readonly requests: number;
}

interface Edge {
  readonly from: Place;
  readonly to: Place;
}

interface ResourceMap {
  readonly places: readonly Place[];
  readonly edges: readonly Edge[];
  /** Drawing with its legend. Screen readers and keyboards use the list or table beside it. */
  readonly drawing: Html;
}

interface MapOptions {
  /** Returns the address of a resource's page. */
  readonly hrefOf: (route: SealedRoute) => string | undefined;
  /** Returns the number of requests of a route, by its ref, which is its weight. Default: all weigh the same. */
  readonly requestsOf?: (ref: string) => number;
}

export function resourceMap(
  registry: Registry,
  language: string,
  { hrefOf, requestsOf = () => 0 }: MapOptions,
): ResourceMap {
  const { map: messages } = sharedMessages(registry, language);
  const places = placesOf(registry, requestsOf);
  const edges = edgesOf(places);
  const most = Math.max(1, ...places.map(({ requests }) => requests));
  const width = MARGIN + Math.max(...places.map(({ x }) => x), 0) + COLUMN;
  const height = MARGIN + Math.max(...places.map(({ y }) => y), 0);
  const drawing = html`<div class="map" tabindex="0" role="region" aria-label="${messages.title}"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">
${edges.map(({ from, to }) => edge(from, to))}${places.map((place) => node(place, most, hrefOf, registry))}</svg></div>
<ul class="rings small"><li><i class="ring guarded"></i> ${messages.guarded}</li><li><i class="ring writable"></i> ${messages.writable}</li><li><i class="ring cached"></i> ${messages.cached}</li></ul>`;
  return { places, edges, drawing };
}

/** Returns the resources in the order of a tree of their paths, each below the path that it begins with. */
function placesOf(registry: Registry, requestsOf: (ref: string) => number): readonly Place[] {
  const sections = new Map(registry.installed.map(({ plugin }) => [plugin.id, plugin.section]));
  const resources = registry.routes.filter(
    ({ site, kind, plugin }) =>
      !site && kind !== "none" && (sections.get(plugin) ?? "resources") === "resources",
  );
  const read = resources.filter(({ method }) => method === "GET").map(({ path }) => path);
  const paths = [...new Set(read)].toSorted();
  // Actions such as a POST below a resource belong to that.
  const placeOf = (path: string) =>
    paths.findLast((one) => one === path || path.startsWith(`${one}/`));
  const byPath = Map.groupBy(resources, ({ path }) => placeOf(path));
  return paths.map((path, index) => {
    const routes = byPath.get(path) ?? [];
    const above = paths.filter((one) => path.startsWith(`${one}/`)).length;
    const requests = routes.reduce((sum, { ref }) => sum + requestsOf(ref), 0);
    return { path, routes, x: MARGIN + above * COLUMN, y: MARGIN + index * ROW, requests };
  });
}

/** Returns the relations between resources, each pair once. */
function edgesOf(places: readonly Place[]): readonly Edge[] {
  const byPath = new Map(places.map((place) => [place.path, place]));
  return places.flatMap((from) => {
    const targets = from.routes
      .flatMap(({ relations, itemRelations }) => [...relations, ...itemRelations])
      .flatMap(({ target }) => byPath.get(target.path) ?? []);
    return [...new Set(targets)].filter((to) => to !== from).map((to) => ({ from, to }));
  });
}

function edge(from: Place, to: Place): Html {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = dx === 0 ? -COLUMN / 5 : dx / 2;
  return html`<path class="edge" d="M${from.x} ${from.y}c${bend} 0 ${bend} ${dy} ${dx} ${dy}"/>
`;
}

function node(
  { path, routes, x, y, requests }: Place,
  most: number,
  hrefOf: MapOptions["hrefOf"],
  registry: Registry,
): Html {
  const radius = Math.round(SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(requests / most));
  const rings = ringsOf(routes).map(
    (kind, index) => html`<circle class="ring ${kind}" r="${radius + 4 + index * 4}"/>`,
  );
  const [first] = routes;
  const href = first && hrefOf(first);
  const content = html`<circle class="node" r="${radius}"/>${rings}${first && html`<path class="icon" d="${iconPath(first, registry)}"/>`}<text x="${radius + 6 + rings.length * 4}" y="5">${lastOf(path)}</text>`;
  return html`<g transform="translate(${x} ${y})">${href === undefined ? content : html`<a href="${href}" tabindex="-1">${content}</a>`}</g>
`;
}

/** Returns the last part of a path; with the part before for a parameter, which says little alone. */
function lastOf(path: string): string {
  return /[^/]*(?:\/\{[^/]*)?$/.exec(path)?.[0] ?? path;
}

/** Returns what counts for a resource: who may read it, whether it can be written, and whether caches keep it. */
function ringsOf(routes: readonly SealedRoute[]): readonly ("guarded" | "writable" | "cached")[] {
  const isGuarded = routes.some((route) => requiredScopes(route) !== undefined);
  const isWritable = routes.some(
    ({ represents, creates }) => (represents ?? creates) !== undefined,
  );
  const isCached = routes.some(
    ({ declaration: { cache } }) => typeof cache === "object" && cache.scope === "public",
  );
  return [
    ...(isGuarded ? (["guarded"] as const) : []),
    ...(isWritable ? (["writable"] as const) : []),
    ...(isCached ? (["cached"] as const) : []),
  ];
}
