/** The API catalog of RFC 9727: a linkset (RFC 9264) of the API, its descriptions and its state. */
import { definePlugin, definePolicy, type Registry } from "waymark";
import { RootLinks } from "waymark/services";
import { z } from "zod";

const CATALOG = "api-catalog.showCatalog";
const ROOT = "root.showRoot";

const Target = z.object({ href: z.url(), type: z.string().optional() });
const Linkset = z.object({
  linkset: z
    .array(z.record(z.string(), z.union([z.url(), z.array(Target)])))
    .describe(
      "`anchor` is the origin of the links; every other member is a relation with its targets.",
    ),
});

/** Relations of RFC 8631, with the relations of the API root that they stand for. */
const RELATIONS: readonly (readonly [string, readonly string[]])[] = [
  ["service-desc", ["openapi"]],
  ["service-doc", ["docs", "developers", "mcp"]],
  ["service-meta", ["capabilities", "schemas", "changelog", "apiDiscovery"]],
  ["status", ["status", "statusPage"]],
];

export default definePlugin({
  id: "api-catalog",
  summary:
    "Publishes a catalog of the API at a path that clients know without reading documentation.",
  section: "discovery",
  icon: "M2 2h4.5v4.5H2zM9.5 2H14v4.5H9.5zM2 9.5h4.5V14H2zM9.5 9.5H14V14H9.5z",
  points: [RootLinks],

  routes: {
    showCatalog: {
      method: "GET",
      path: "/.well-known/api-catalog",
      summary: "Read the catalog of the API as a linkset.",
      returns: Linkset,
      document: true,
      produces: ['application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
      publish: { rootLink: "apiCatalog", capability: "wellKnownApiCatalog" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showCatalog: (registry) => ({ linkset: linkset(registry) }) },

  policies: [
    definePolicy({
      id: "api-catalog",
      // The catalog's own answers must name it (RFC 9727, section 2); the root leads to it.
      compile({ ref }, { href }) {
        if (ref !== CATALOG && ref !== ROOT) return undefined;
        return {
          contributes: [{ header: "Link", value: `<${href(CATALOG)}>; rel="api-catalog"` }],
        };
      },
    }),
  ],
});

function linkset(registry: Registry): z.output<typeof Linkset>["linkset"] {
  const root = registry.route(ROOT);
  const { hrefs } = registry.of(RootLinks);
  // Every link starts at the API root.
  if (root === undefined) return [];
  const absolute = (path: string) => `${registry.baseUrl}${path}`;
  const typed = (path: string) => {
    const type = registry.routes.find((route) => route.path === path)?.mediaTypes[0];
    const href = path.startsWith("/") ? absolute(path) : path;
    return type === undefined ? { href } : { href, type };
  };
  const links = RELATIONS.flatMap(([relation, names]) => {
    const targets = names.flatMap((name) => {
      const path = Object.hasOwn(hrefs, name) ? hrefs[name] : undefined;
      return path === undefined ? [] : [typed(path)];
    });
    return targets.length === 0 ? [] : [[relation, targets] as const];
  });
  const catalog = registry.href(CATALOG) ?? "/";
  return [
    { anchor: absolute(catalog), item: [typed(root.path)] },
    { anchor: absolute(root.path), ...Object.fromEntries(links) },
  ];
}
