import type { SealedRoute } from "waymark";
import { toInputJsonSchema } from "waymark/advanced";
import type { TestServer } from "waymark/testing";
import { pageEntriesOf } from "waymark/services";
import { json } from "../_setup.ts";

/**
 * A path for each route that reads, with parameters that exist: ids come from the lists themselves, so that a route
 * added later is covered as soon as its parameters can be found; those of pages come from the pages that their plugin lists. Query parameters that a route requires come from the
 * examples of its schema. `known` has further parameters. Throws for a parameter that nothing lists, and for one without an example.
 */
export async function samplePaths(
  server: TestServer,
  known: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<SealedRoute, string>> {
  const { offices } = await json<{ offices: { id: string }[] }>(await server.fetch("/api/offices"));
  const found: Readonly<Record<string, string>> = {
    officeId: offices[0]?.id ?? "",
    type: [...server.registry.schemas.keys()][0] ?? "",
    // Guarded pages are in no list.
    ref: server.registry.routes.find(({ site }) => !site)?.ref ?? "",
    topic: "changelog",
    guide: "errors",
    ...known,
  };
  const entries = pageEntriesOf(server.registry, undefined);
  return new Map(
    server.registry.routes
      .filter((route) => route.method === "GET")
      .map((route) => {
        const entry = entries.find((one) => one.route.ref === route.ref);
        if (entry !== undefined) return [route, `${entry.href}${requiredSearch(route)}`];
        const params = { ...found, ...examplesOf(route) };
        const missing = route.pattern.params.filter((name) => params[name] === undefined);
        if (missing.length > 0)
          throw new Error(`${route.ref}: nothing lists a value for ${missing.join(", ")}`);
        const path = server.registry.href(route.ref, params) ?? route.path;
        return [route, `${path}${requiredSearch(route)}`];
      }),
  );
}

/** Path parameters whose schema has an example. */
function examplesOf({ declaration: { params } }: SealedRoute): Readonly<Record<string, string>> {
  const { properties = {} } = params === undefined ? {} : toInputJsonSchema(params).root;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples = [] }]) =>
      examples.slice(0, 1).map((example): [string, string] => [name, String(example)]),
    ),
  );
}

function requiredSearch({ ref, declaration: { query } }: SealedRoute): string {
  if (query === undefined) return "";
  const { required = [], properties = {} } = toInputJsonSchema(query).root;
  const pairs = required.map((name): [string, string] => {
    const [example] = properties[name]?.examples ?? [];
    if (example === undefined) throw new Error(`${ref}: the parameter ${name} has no example`);
    return [name, String(example)];
  });
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
