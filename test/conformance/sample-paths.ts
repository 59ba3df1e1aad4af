import type { SealedRoute } from "waymark";
import type { TestServer } from "waymark/testing";
import { json } from "../_setup.ts";

/**
 * A path for each route that reads, with parameters that exist: ids come from the lists themselves, so that a route
 * added later is covered as soon as its parameters can be found. Throws for a parameter that nothing lists.
 */
export async function samplePaths(server: TestServer): Promise<ReadonlyMap<SealedRoute, string>> {
  const { offices } = await json<{ offices: { id: string }[] }>(await server.fetch("/api/offices"));
  const found: Readonly<Record<string, string>> = {
    officeId: offices[0]?.id ?? "",
    type: [...server.registry.schemas.keys()][0] ?? "",
  };
  return new Map(
    server.registry.routes
      .filter((route) => route.method === "GET")
      .map((route) => {
        const missing = route.pattern.params.filter((name) => found[name] === undefined);
        if (missing.length > 0)
          throw new Error(`${route.ref}: nothing lists a value for ${missing.join(", ")}`);
        return [route, server.registry.href(route.ref, found) ?? route.path];
      }),
  );
}
