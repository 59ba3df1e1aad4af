/** Lists whose items were trimmed: which members may be missing is said by OpenAPI, and the profile stays. */
import { expect, it } from "vitest";
import { fieldNames, publishedSchema, requiredNames } from "waymark/advanced";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describeMatrix, json } from "../_setup.ts";
import { samplePaths } from "./sample-paths.ts";

interface OpenApi {
  readonly paths: Record<
    string,
    {
      get: {
        responses: {
          200: { description: string; content: Record<string, unknown>; "x-trimmed-by"?: string[] };
        };
      };
    }
  >;
}

describeMatrix("a trimmed list", {}, (ask, server) => {
  const lists = async () => {
    const { registry } = server();
    const { paths } = await json<OpenApi>(await ask("/api/openapi"));
    const samples = await samplePaths(server());
    return registry.routes.flatMap((route) => {
      const { list } = route.declaration;
      if (list === undefined) return [];
      const path = samples.get(route) ?? route.path;
      return [{ list, path, described: paths[route.path]?.get.responses[200] }];
    });
  };

  it("is described as a whole, with the parameters that trim it (B5)", async () => {
    for (const { list, described } of await lists()) {
      const schema = { $ref: `#/components/schemas/${list.name}` };
      expect(described?.content).toMatchObject({ "application/json": { schema } });
      expect(described?.["x-trimmed-by"]).toEqual(["fields"]);
      expect(described?.description).toContain("`fields`");
    }
  });

  it("keeps its profile, and lacks no more than the members that were not asked for (B5)", async () => {
    const ajv = formats.default(new Ajv2020({ strict: false }));
    const { registry } = server();
    for (const { list, path } of await lists()) {
      const { root, definitions } = publishedSchema(registry, list.name) ?? {};
      // As the extension says: with `fields`, no member of an item is required.
      const open = Object.fromEntries(
        Object.entries(definitions ?? {}).map(([name, { required: _, ...definition }]) => [
          name,
          definition,
        ]),
      );
      const whole = ajv.compile({ ...root, $defs: definitions });
      const trimmed = ajv.compile({ ...root, $defs: open });
      const [name = ""] = fieldNames(list.of);
      for (const [search, prefer, fits] of [
        [`?fields=${name}`, "", trimmed],
        ["?fields=", "", trimmed],
        ["", "return=minimal", whole],
      ] as const) {
        const answer = await ask(`${path}${search}`, prefer === "" ? {} : { headers: { prefer } });
        const body = await json<{ _links: object }>(answer);
        expect([path, search, fits(body), fits.errors]).toEqual([path, search, true, null]);
        const href = `/api/schemas/${list.name}`;
        expect(answer.headers.get("link")).toContain(`<${href}>; rel="profile"`);
        expect(body._links).toMatchObject({ profile: { href } });
        if (prefer !== "") expect(requiredNames(list.of).length).toBeGreaterThan(0);
      }
    }
  });
});
