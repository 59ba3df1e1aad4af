/** Ways to authenticate, and the operations that need one, in the OpenAPI document. */
import { definePlugin, definePolicy, type Plugin } from "waymark";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { expect, it } from "vitest";
import { as, startNotes } from "../../identity/_setup.ts";

interface Answer {
  readonly description: string;
  readonly headers: object;
  readonly content: object;
}
interface Operation {
  readonly security?: readonly object[];
  readonly "x-required-scopes"?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string } & Partial<Answer>>>;
}
interface Document {
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly securitySchemes?: object;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** A second way to authenticate, which OpenAPI lets list scopes, and one that 3.0 has no words for. */
function identifying(id: string, scheme: object, header: string): Plugin {
  return definePlugin({
    id,
    summary: "Identifies callers.",
    policies: [
      definePolicy({
        id,
        reads: { [header]: { description: "A credential." } },
        identifies: {
          description: `By ${id}.`,
          scheme: scheme as { type: "mutualTLS" }, // each of the test's is a scheme
          challenge: "Bearer",
          identify: () => undefined,
        },
        compile: () => ({}),
      }),
    ],
  }) as Plugin;
}
const sso = identifying(
  "sso",
  {
    type: "openIdConnect",
    openIdConnectUrl: "https://id.example/.well-known/openid-configuration",
  },
  "authorization",
);
const certificates = identifying("certificates", { type: "mutualTLS" }, "x-certificate");

it("names every way to authenticate, and by operation what is needed", async () => {
  const { registry } = await startNotes({ plugins: [sso, certificates] });
  const { security, paths, components } = openapiDocument(registry) as unknown as Document;
  expect(security).toEqual([]);
  expect(components.securitySchemes).toEqual({
    badges: { type: "http", scheme: "bearer", description: "A badge." },
    sso: {
      type: "openIdConnect",
      openIdConnectUrl: "https://id.example/.well-known/openid-configuration",
      description: "By sso.",
    },
  });
  const found = Object.fromEntries(
    ["/api/open", "/api/known", "/api/scoped"].map((path) => {
      const { get } = paths[path] ?? {};
      return [path, [get?.security, get?.["x-required-scopes"]]];
    }),
  );
  expect(found).toEqual({
    "/api/open": [undefined, undefined],
    "/api/known": [[{ badges: [] }, { sso: [] }], undefined],
    "/api/scoped": [[{ badges: [] }, { sso: ["notes:read"] }], ["notes:read"]],
  });
});

it("has 401 and 403 only where they await clients that do as the document says", async () => {
  const { registry } = await startNotes({}, { require: { offices: { scopes: ["offices:read"] } } });
  const { paths, components } = openapiDocument(registry) as unknown as Document;
  const errors = registry.builtin.unknown.errorForms.filter(({ schema }) => schema !== undefined);
  for (const [path, methods] of Object.entries(paths)) {
    if (path === "/mcp") continue; // it refuses pages of other origins with 403
    for (const operation of Object.values(methods)) {
      const scopes = operation["x-required-scopes"];
      const refused = ["401", "403"].filter((status) => status in operation.responses);
      const expected = operation.security === undefined ? [] : scopes ? ["401", "403"] : ["401"];
      expect([path, refused]).toEqual([path, expected]);
      for (const status of refused) {
        const name = operation.responses[status]?.$ref?.split("/").at(-1) ?? "";
        const { headers, content } = components.responses[name] ?? {};
        expect(headers).toHaveProperty("WWW-Authenticate");
        expect(Object.keys(content ?? {})).toEqual(errors.map(({ mediaType }) => mediaType));
      }
    }
  }
  expect(paths["/api/offices"]?.get["x-required-scopes"]).toEqual(["offices:read"]);
  expect(paths["/api/offices/{officeId}"]?.get.security).toEqual([{ badges: [] }]);
});

it("has every header that answers to good, bad and missing credentials have", async () => {
  const config = { plugins: { "rate-limit": { limit: 1_000_000 } } };
  const require = { offices: { scopes: ["notes:read"] }, brains: { scopes: ["brains:read"] } };
  const server = await startNotes({ config }, { require, failures: 1_000_000 });
  const { paths, components } = openapiDocument(server.registry) as unknown as Document;
  for (const { method, path, kind, site } of server.registry.routes) {
    if (method !== "GET" || path.includes("{") || site || kind === "stream") continue;
    for (const headers of [{}, as("eve"), as("ben"), as("ann")]) {
      const answer = await server.request(path, { headers });
      await answer.arrayBuffer();
      const { responses = {} } = paths[path]?.get ?? {};
      const described = responses[answer.status] ?? responses["default"];
      const name = described?.$ref?.split("/").at(-1) ?? "";
      const documented = Object.keys((components.responses[name] ?? described)?.headers ?? {});
      const known = new Set(documented.map((header) => header.toLowerCase()));
      const unknown = [...answer.headers.keys()].filter(
        (header) =>
          !known.has(header) &&
          !/^(content-(type|length)|date|connection|keep-alive)$/.test(header),
      );
      expect([path, answer.status, unknown]).toEqual([path, answer.status, []]);
    }
  }
});

it("describes what protected operations answer", async () => {
  const server = await startNotes();
  const document = openapiDocument(server.registry) as unknown as Document;
  const statuses = await Promise.all(
    [{}, as("eve"), as("ben"), as("ann")].map(async (headers) => {
      const { status } = await server.request("/api/scoped", { headers });
      return String(status);
    }),
  );
  expect(statuses).toEqual(["401", "401", "403", "200"]);
  expect(Object.keys(document.paths["/api/scoped"]?.get.responses ?? {})).toEqual(
    expect.arrayContaining(statuses),
  );
});
