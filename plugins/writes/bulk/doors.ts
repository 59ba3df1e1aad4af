/** Bulk's ways to the data of routes: an operation for each one that is read. */
import type { Doors } from "waymark/conformance";
import { asObject, readObject } from "waymark/conformance";
import { fillPath } from "waymark";

const READ: ReadonlySet<string> = new Set(["list", "returns", "text"]);

const doors: Doors = (registry) => {
  const bulk = registry.route("bulk.runBulk");
  if (bulk === undefined) return [];
  return registry.routes
    .filter(({ method, kind }) => method === "GET" && READ.has(kind))
    .map((route) => ({
      reads: route.ref,
      request: (params) => ({
        target: bulk.path,
        question: {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            operations: [{ id: "door", method: "GET", path: fillPath(route.pattern, params) }],
          }),
        },
      }),
      opens(answer) {
        const { results } = readObject(answer);
        const [result] = Array.isArray(results) ? results : [];
        return asObject(result)["status"] === 200;
      },
    }));
};

export default doors;
