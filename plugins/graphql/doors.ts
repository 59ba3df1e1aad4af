/** GraphQL's ways to the data of routes: the fields of the query. */
import type { Doors } from "waymark/conformance";
import { asObject, readObject } from "waymark/conformance";
import { graphqlModel } from "./derive/model.ts";

const doors: Doors = (registry) => {
  const { sdl, reads } = graphqlModel(registry);
  const route = registry.route("postGraphql");
  if (route === undefined) return [];
  return reads
    .filter(({ type }) => type === "Query")
    .map(({ ref, field }) => {
      const [, args = "", type = ""] =
        new RegExp(`^  ${field}(?:\\((.*)\\))?: \\[?(\\w+)`, "m").exec(sdl) ?? [];
      const selection = sdl.includes(`type ${type} {`) ? " { __typename }" : "";
      return {
        reads: ref,
        request(params) {
          const values = Object.entries(params).map(([name, value]) => {
            const isText = args.includes(`${name}: String!`);
            return `${name}: ${isText ? JSON.stringify(value) : value}`;
          });
          const list = values.length === 0 ? "" : `(${values.join(", ")})`;
          return {
            target: route.path,
            question: {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ query: `{ ${field}${list}${selection} }` }),
            },
          };
        },
        opens: (answer) => (asObject(readObject(answer)["data"])[field] ?? null) !== null,
      };
    });
};

export default doors;
