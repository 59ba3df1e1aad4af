/** Bulk's ways to the data of routes: an operation for each route that is read or written. */
import type { Doors } from "waymark/conformance";
import { asObject, readJson, readObject } from "waymark/conformance";
import { bodiesOf, fillPath } from "waymark/advanced";

const ANSWERED: ReadonlySet<string> = new Set(["list", "returns", "text", "empty"]);

const doors: Doors = (registry) => {
  const bulk = registry.route("bulk.runBulk");
  if (bulk === undefined) return [];
  return registry.routes
    .filter((route) => route !== bulk && ANSWERED.has(route.kind) && route.upload === undefined)
    .map((route) => ({
      reads: route.ref,
      request: (params, { body }) => ({
        target: bulk.path,
        question: {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            operations: [
              {
                id: "door",
                method: route.method,
                path: fillPath(route.pattern, params),
                ...(body === undefined
                  ? {}
                  : {
                      headers: { "content-type": Object.keys(bodiesOf(route.declaration))[0] },
                      body: readJson({ body: Buffer.from(body) }),
                    }),
              },
            ],
          }),
        },
      }),
      opens(answer) {
        const { results } = readObject(answer);
        const [result] = Array.isArray(results) ? results : [];
        return Number(asObject(result)["status"]) < 300;
      },
    }));
};

export default doors;
