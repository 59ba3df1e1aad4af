/** Every JSON answer fits the schema that it names, and a schema that a change broke would be noticed. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, it } from "vitest";
import { describeMatrix, discard, json, type Ask } from "../_setup.ts";
import { samplePaths } from "./sample-paths.ts";

/** Compiles served schemas on demand. Each is complete in itself, so no other needs to be known. */
function validators(ask: Ask) {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  formats.default(ajv);
  return async (href: string) => {
    const answer = await ask(href);
    expect({ href, status: answer.status }).toEqual({ href, status: 200 });
    const schema = await json<{ $id: string }>(answer);
    return ajv.getSchema(schema.$id) ?? ajv.compile(schema);
  };
}

interface Described {
  readonly required?: readonly string[];
  readonly properties: object;
}

/** An operation of the OpenAPI document, as far as the tests read it. */
interface Operation {
  readonly responses: Record<string, { content: Record<string, { schema?: object }> } | undefined>;
}

/** The target of a relation in a Link header. */
function linkTarget(header: string | null, rel: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(header ?? "")?.[1];
}

describeMatrix(
  "schemas",
  { config: { plugins: { "rate-limit": { limit: 100_000 } } } },
  (ask, server) => {
    it("compile under strict 2020-12, have their own URL as $id, and are as many as the capabilities say", async () => {
      const validator = validators(ask);
      const { schemas, _meta } = await json<{ schemas: string[]; _meta: { count: number } }>(
        await ask("/api/schemas"),
      );
      const { schemaTypes } = await json(await ask("/api/capabilities"));
      expect(_meta.count).toBe(schemas.length);
      expect(schemaTypes).toBe(schemas.length);
      for (const type of schemas) {
        const { schema } = await validator(`/api/schemas/${type}`);
        expect(schema).toMatchObject({
          $id: expect.stringMatching(new RegExp(`^http://[^/]+/api/schemas/${type}$`)),
        });
      }
    });

    it("describe every answer that has a profile, and refuse a changed one", async () => {
      const validator = validators(ask);
      const checked: string[] = [];
      for (const [route, path] of await samplePaths(server())) {
        const answer = await ask(path);
        const profile = linkTarget(answer.headers.get("link"), "profile");
        expect(profile === undefined, `${route.ref} has a profile if it has a schema`).toBe(
          route.schema === undefined || answer.status !== 200,
        );
        if (profile === undefined) {
          await discard(answer);
          continue;
        }
        const body = await json(answer);
        const validate = await validator(profile);
        expect(validate(body), `${route.ref}: ${JSON.stringify(validate.errors)}`).toBe(true);
        const { required: names, properties } = validate.schema as Described;
        const [required] = names ?? Object.keys(properties);
        expect(
          validate({ ...body, [required ?? ""]: Symbol.iterator }),
          `${route.ref} refuses anything`,
        ).toBe(false);
        checked.push(route.ref);
      }
      expect(checked.length).toBeGreaterThan(12);
    });

    it("are the profile of the media types that they describe, and of no other", async () => {
      const { paths } = await json<{ paths: Record<string, { get?: Operation }> }>(
        await ask("/api/openapi"),
      );
      const validator = validators(ask);
      let others = 0;
      for (const [route, path] of await samplePaths(server())) {
        if (route.schema === undefined) continue;
        for (const accept of route.mediaTypes) {
          const described = paths[route.path]?.get?.responses["200"]?.content[accept]?.schema;
          const answer = await ask(path, { headers: { accept } });
          const profile = linkTarget(answer.headers.get("link"), "profile");
          expect(profile === undefined, `${route.ref} as ${accept}`).toBe(described === undefined);
          if (profile === undefined) others += 1;
          else
            expect(
              (await validator(profile))(await json(answer.clone())),
              `${route.ref} as ${accept}`,
            ).toBe(true);
          const etag = answer.headers.get("etag");
          await discard(answer);
          if (etag === null) continue;
          const again = await ask(path, { headers: { accept, "if-none-match": etag } });
          expect(
            linkTarget(again.headers.get("link"), "profile"),
            `${route.ref} as ${accept}, ${again.status}`,
          ).toBe(profile);
        }
      }
      expect(others).toBeGreaterThan(3);
    });

    it.each([
      ["application/json", "Error"],
      ["application/problem+json", "Problem"],
    ])("describe errors as %s", async (accept, type) => {
      const validate = await validators(ask)(`/api/schemas/${type}`);
      for (const [path, init] of [
        ["/api/nothing", {}],
        ["/api/ping", { method: "POST" }],
        ["/api/offices?limit=0&sort=nothing", {}],
        ["/api/offices/unknown", {}],
      ] as const) {
        const body = await (await ask(path, { ...init, headers: { accept } })).json();
        expect(validate(body), `${path}: ${JSON.stringify(validate.errors)}`).toBe(true);
      }
      expect(validate({})).toBe(false);
    });
  },
  ["in memory"],
);
