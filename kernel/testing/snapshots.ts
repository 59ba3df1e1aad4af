/** Snapshots made from the registry: of each route that reads, and of each derived document. */
import { STATUS_CODES } from "node:http";
import { collect } from "../../registry/seal/collect.ts";
import { servedSchema } from "../../registry/derive/json-schemas.ts";
import { openapiDocument } from "../../registry/derive/openapi/index.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { pathFinder } from "../check/parameters.ts";
import { answerTo } from "./answer.ts";
import type { TestServer } from "./server.ts";

/** What of a snapshot differs from run to run, and what stands in its place, which may name groups as `$1`. */
export type Mask = readonly [what: RegExp, word: string];

/** Which part of the service is compared, and where the files lie. Every key is optional. */
export interface SnapshotOptions {
  /** Id of a plugin: only its routes, and of the documents only what it contributes. Default: everything. */
  readonly only?: string;
  /** Folder of the files, from that of the test file. Default `__snapshots__`. */
  readonly folder?: string;
  /** Values of path parameters, by name. Default: found in the service's own lists and links. */
  readonly params?: Readonly<Record<string, string>>;
  /** Masks besides those for the time and counts of the first-party policies. */
  readonly masks?: readonly Mask[];
}

/** One snapshot: path of its file within the folder, and text. */
export interface Snapshot {
  readonly file: string;
  readonly text: string;
}

const MASKS: readonly Mask[] = [
  [/^date: .*/m, "date: <date>"],
  [/dur=[\d.]+/g, "dur=<ms>"],
  [/^(x-ratelimit-remaining|x-ratelimit-reset): \d+/gm, "$1: <number>"],
  [/^(ratelimit: "default");r=\d+;t=\d+/m, "$1;r=<number>;t=<seconds>"],
];

/**
 * Throws an Error for a service without a base URL of its own, whose answers have another port in each run, and for a
 * route whose parameters nothing lists.
 */
export async function* snapshotsOf(
  server: TestServer,
  { only, params = {}, masks = [] }: SnapshotOptions = {},
): AsyncGenerator<Snapshot> {
  const { registry } = server;
  if (registry.baseUrl === server.origin) {
    throw new Error(
      `snapshots would hold the port of this run, as in ${server.origin}\n  hint: createTestServer({ config: { baseUrl: "https://api.example.com" } })`,
    );
  }
  const find = pathFinder({ registry, ask: (path) => answerTo(server, path) });
  for (const route of registry.routes) {
    if (route.method !== "GET" || (only !== undefined && route.plugin !== only)) continue;
    const given = route.pattern.params.length > 0 ? registry.href(route.ref, params) : undefined;
    const found = given === undefined ? await find(route) : { target: given };
    if ("missing" in found) throw new Error(`${route.ref}: ${found.missing}`);
    const text = await transcript(server, route, found.target, [...MASKS, ...masks]);
    yield { file: `routes/${route.ref}.txt`, text };
  }
  for (const [name, document] of Object.entries(documentsOf(registry, only)))
    yield {
      file: `documents/${name}.json`,
      text: `${JSON.stringify(document, undefined, 2)}\n`,
    };
}

/** One answer as text. Numbers of answers that nobody may store differ from run to run. */
async function transcript(
  server: TestServer,
  { kind, mediaTypes, declaration }: SealedRoute,
  path: string,
  masks: readonly Mask[],
): Promise<string> {
  // What a bundler made says nothing to a reader, and changes with every version of what is in it.
  const isScript = mediaTypes[0] === "text/javascript";
  const method = kind === "stream" || isScript ? "HEAD" : "GET";
  const answer = await server.fetch(path, { method });
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).toSorted();
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const isVolatile = declaration.cache === "no-store";
  const body = isJson
    ? JSON.stringify(
        JSON.parse(text),
        (_key, value: unknown) => (isVolatile && typeof value === "number" ? 0 : value),
        2,
      )
    : text;
  const status = `${answer.status} ${STATUS_CODES[answer.status]}`;
  const whole = [`${method} ${path}`, status, ...head, "", body, ""].join("\n");
  const length: Mask = [/^content-length: \d+/m, "content-length: <number>"];
  const tag: Mask = [/^etag: .*/m, "etag: <tag>"];
  const more = isScript ? [length, tag] : isVolatile ? [length] : [];
  return [...masks, ...more].reduce((kept, [pattern, word]) => kept.replace(pattern, word), whole);
}

type Documents = Readonly<Record<string, unknown>>;

/** The derived documents, or what one plugin adds to them. */
function documentsOf(registry: Registry, only: string | undefined): Documents {
  const openapi = openapiDocument(registry);
  const schemas = Object.fromEntries(
    [...registry.schemas.values()]
      .filter(({ plugin }) => only === undefined || plugin === only)
      .map(({ name }) => [
        name,
        servedSchema(registry, name, `${registry.baseUrl}/api/schemas/${name}`),
      ]),
  );
  const { statements, rootLinks, capabilities } = registry;
  if (only === undefined)
    return { openapi, schemas, statements, "root-links": rootLinks, capabilities };

  const own = collect(registry.installed.filter(({ plugin }) => plugin.id === only));
  const named = (all: Documents, some: readonly { readonly name: string }[]) =>
    Object.fromEntries(
      some.flatMap(({ name }) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
    );
  const paths = registry.routes.filter(({ plugin }) => plugin === only);
  const documents: Readonly<Record<string, Documents>> = {
    openapi: named(
      Object(openapi["paths"]) as Documents,
      paths.map(({ path }) => ({ name: path })),
    ),
    schemas,
    statements: named(statements, own.policies),
    "root-links": named(rootLinks, own.rootLinks),
    capabilities: named(capabilities, own.capabilities),
  };
  return Object.fromEntries(
    Object.entries(documents).filter(([, content]) => Object.keys(content).length > 0),
  );
}
