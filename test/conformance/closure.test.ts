/**
 * The closure law: what is on appears exactly once in every document that should list it; what is off appears in none,
 * and no link anywhere leads to it. Checked for every single plugin, every pair and random subsets switched off.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphqlModel, openapiDocument, type Registry } from "waymark";
import { plannedNames } from "../../registry/compile.ts";
import { neededBy } from "../../registry/check-services.ts";
import type { InstalledPlugin } from "../../registry/registry.ts";
import { seal } from "../../registry/seal.ts";
import { loadConfig } from "../../kernel/config.ts";
import { loadPlugins } from "../../kernel/load.ts";

const { installed } = await loadPlugins(
  await loadConfig({ cwd: process.cwd(), env: {}, file: false }),
);
const ids = installed.map(({ plugin }) => plugin.id);

/** The registry without some plugins, and without those that cannot do without them. */
function sealWithout(names: readonly string[]): { registry: Registry; off: ReadonlySet<string> } {
  const off = new Set(names);
  for (let before = -1; before !== off.size;) {
    before = off.size;
    const gone = new Set(
      installed
        .filter(({ plugin }) => off.has(plugin.id))
        .flatMap(({ plugin }) => Object.values(plugin.provides ?? {}).map(({ id }) => id)),
    );
    for (const { plugin } of installed)
      if (neededBy(plugin).some((id) => gone.has(id))) off.add(plugin.id);
  }
  const { registry, findings } = seal({
    service: { name: "waymark", version: "0.1.0", description: "A service." },
    installed: installed.map((entry) => ({ ...entry, enabled: !off.has(entry.plugin.id) })),
    baseUrl: () => "http://localhost",
  });
  expect(findings).toEqual([]);
  if (registry === undefined) throw new Error("nothing was sealed");
  return { registry, off };
}

/** Whether a path, query and fragment aside, is one of an enabled route. */
function isServed({ routes }: Registry, href: string): boolean {
  const segments = (href.split(/[?#]/)[0] ?? "").slice(1).split("/");
  return routes.some(
    ({ pattern }) =>
      pattern.segments.length === segments.length &&
      pattern.segments.every(
        (segment, i) => typeof segment !== "string" || segment === segments[i],
      ),
  );
}

/** Every string in a value that a reader would take for a path of this service. */
function pathsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const path = value.replace(/^http:\/\/localhost(?=\/)/, "");
    return /^\/(api|\.well-known)?(\/|$)/.test(path) ? [path] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
}

/** Every `$ref` in a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" ? [String(member)] : refsIn(member),
  );
}

/** Every header that an OpenAPI document describes, of requests and of answers. */
function headersIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const names = "in" in value && value.in === "header" && "name" in value ? [value.name] : [];
  const described = Object.entries(value).flatMap(([key, member]) =>
    key === "headers" ? Object.keys(Object(member)) : headersIn(member),
  );
  return [...names.map(String), ...described];
}

/** Routes that GraphQL shows. What the version tells stands on the query itself. */
function readableRoutes({ routes }: Registry): string[] {
  return routes
    .filter(({ method, kind }) => method === "GET" && (kind === "list" || kind === "returns"))
    .filter(({ schema, ref }) => schema !== undefined && ref !== "version.getVersion")
    .filter(({ plugin }) => plugin !== "graphql")
    .map(({ ref }) => ref);
}

/** Names of the types that a GraphQL schema has, and of those that it uses; those of the language aside. */
function typesIn(sdl: string): readonly [defined: Set<string>, used: Set<string>] {
  const plain = sdl.replace(/^ *".*\n/gm, ""); // without descriptions
  const names = (pattern: RegExp) => [...plain.matchAll(pattern)].map((match) => match[1] ?? "");
  const builtin = ["Int", "Float", "String", "Boolean"];
  const used = new Set(["Query", ...names(/: \[*(\w+)/g)]);
  for (const name of builtin) used.delete(name);
  return [new Set(names(/^(?:type|input|enum|scalar) (\w+)/gm)), used];
}

interface OpenApi {
  readonly tags: readonly { name: string }[];
  readonly paths: Record<
    string,
    Record<
      string,
      { operationId: string; tags: string[]; responses: Record<string, { headers?: object }> }
    >
  >;
  readonly components: Record<string, Record<string, { name?: string }>>;
}

/** What contradicts the law, as sentences. */
function violations({ registry, off }: { registry: Registry; off: ReadonlySet<string> }): string[] {
  const found: string[] = [];
  const claim = (holds: boolean, text: string) => void (holds || found.push(text));
  const dead = (where: string, paths: readonly string[]) => {
    for (const path of paths)
      claim(isServed(registry, path), `${where} leads to ${path}, which is not served`);
  };
  const options = new Map(installed.map((entry: InstalledPlugin) => [entry.plugin.id, entry]));

  dead("a root link", pathsIn(registry.rootLinks));
  for (const route of registry.routes) {
    claim(!off.has(route.plugin), `${route.ref} is served though its plugin is off`);
    dead(
      `${route.ref}: a relation`,
      route.relations.map(({ target }) => target.path),
    );
    dead(`${route.ref}: a computed relation`, pathsIn(route.computed()));
    for (const [outcome, plan] of Object.entries(route.plans)) {
      dead(
        `${route.ref}, ${outcome}: a header`,
        plan.fixed.flatMap((text) =>
          [...text.matchAll(/<(\/[^>]*)>/g)].map((match) => match[1] ?? ""),
        ),
      );
      const names = plannedNames(plan);
      claim(
        new Set(names.map((name) => name.toLowerCase())).size === names.length,
        `${route.ref}, ${outcome}: a header is planned twice`,
      );
    }
    const entry = options.get(route.plugin);
    if (!route.document || route.id === "showOpenapi") continue;
    dead(
      `${route.ref}: the body`,
      pathsIn(entry?.plugin.documents?.[route.id]?.(registry, entry.options as never)),
    );
  }

  const document = openapiDocument(registry) as unknown as OpenApi;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );
  claim(
    JSON.stringify(operations.map(({ key }) => key).toSorted()) ===
      JSON.stringify(
        registry.routes
          .filter(({ kind }) => kind !== "page")
          .map((route) => `${route.method} ${route.path}`)
          .toSorted(),
      ),
    "OpenAPI does not list every route exactly once",
  );
  claim(
    new Set(operations.map(({ operationId }) => operationId)).size === operations.length,
    "an operationId is used twice",
  );
  for (const { name } of document.tags)
    claim(!off.has(name), `OpenAPI has a tag for ${name}, which is off`);
  for (const ref of new Set(refsIn(document))) {
    const [, , kind = "", name = ""] = ref.split("/");
    claim(
      document.components[kind]?.[name] !== undefined,
      `OpenAPI refers to ${ref}, which is not there`,
    );
  }
  const offHeaders = installed
    .filter(({ plugin }) => off.has(plugin.id))
    .flatMap(({ plugin }) => plugin.policies ?? [])
    .flatMap(({ writes, reads }) =>
      [...Object.keys(writes ?? {}), ...Object.keys(reads ?? {})].map((name) => name.toLowerCase()),
    );
  const described = new Set(headersIn(document).map((name) => name.toLowerCase()));
  for (const name of offHeaders)
    claim(!described.has(name), `OpenAPI documents ${name}, whose policy is off`);

  const { sdl, reads } = graphqlModel(registry);
  for (const { type, field, ref } of reads)
    claim(
      registry.route(ref) !== undefined,
      `GraphQL reads ${ref} as ${type}.${field}, which is off`,
    );
  const asRoots = reads.filter(({ type }) => type === "Query").map(({ ref }) => ref);
  claim(
    JSON.stringify(asRoots.toSorted()) === JSON.stringify(readableRoutes(registry).toSorted()),
    "GraphQL does not have every list and resource exactly once",
  );
  const [defined, used] = typesIn(sdl);
  for (const name of used) claim(defined.has(name), `GraphQL uses ${name}, which is not there`);
  for (const name of defined) claim(used.has(name), `GraphQL has ${name}, which nothing uses`);

  for (const entry of registry.schemas.values())
    claim(!off.has(entry.plugin), `the type ${entry.name} of ${entry.plugin} is published`);
  for (const entry of registry.errors)
    claim(!off.has(entry.plugin), `the error ${entry.code} of ${entry.plugin} is published`);
  for (const { plugin } of registry.policies)
    claim(!off.has(plugin), `a policy of ${plugin} is sealed`);
  for (const { plugin, options: own } of installed.filter((one) => off.has(one.plugin.id))) {
    const flags =
      typeof plugin.capabilities === "function"
        ? plugin.capabilities(own as never)
        : (plugin.capabilities ?? {});
    for (const flag of Object.keys(flags))
      claim(registry.capabilities[flag] !== true, `the flag ${flag} of ${plugin.id} is true`);
  }
  return found;
}

describe("the closure law", () => {
  it("holds with everything on", () => {
    expect(violations(sealWithout([]))).toEqual([]);
  });

  it.each(ids)("holds without %s", (id) => {
    expect(violations(sealWithout([id]))).toEqual([]);
  });

  it("holds without any pair of plugins", { timeout: 120_000 }, () => {
    for (const [i, first] of ids.entries()) {
      for (const second of ids.slice(i + 1)) {
        const found = violations(sealWithout([first, second]));
        if (found.length > 0)
          expect({ off: [first, second], found }).toEqual({ off: [first, second], found: [] });
      }
    }
  });

  it("holds without any subset of plugins", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.subarray(ids), (off) => {
        expect(violations(sealWithout(off))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("notices a plugin that leaves something behind", () => {
    const { registry } = sealWithout([]);
    expect(violations({ registry, off: new Set(["ping"]) }).join("\n")).toContain("ping.");
    expect(
      violations({ registry: { ...registry, rootLinks: { lost: "/api/lost" } }, off: new Set() }),
    ).toEqual(["a root link leads to /api/lost, which is not served"]);
  });
});
