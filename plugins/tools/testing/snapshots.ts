/** Snapshots made from the registry: of each route that reads, and of each derived document. */
import { STATUS_CODES } from "node:http";
import type { Registry, SealedRoute } from "waymark";
import { servedSchema } from "waymark/advanced";
import type { Mask } from "../shared/policy-tests.ts";
import { Capabilities, RootLinks } from "waymark/services";
import { collect, entriesOf } from "waymark/tools";
import { ConformanceTests } from "../shared/conformance-tests.ts";
import { openapiOf } from "../shared/openapi.ts";
import { serverPathFinder } from "./requests.ts";
import type { TestServer } from "./server.ts";

/** The part of the server that is compared, and the place of the files. Every key is optional. */
export interface SnapshotOptions {
  /** Id of a plugin: only its routes, and of the documents only what it contributes. Default: everything. */
  readonly only?: string;
  /** Folder of the files, relative to the folder of the test file. Default: `__snapshots__`. */
  readonly folder?: string;
  /** Values of path parameters, by name. Default: found in the server's own lists and links. */
  readonly params?: Readonly<Record<string, string>>;
  /** Masks for whole snapshots. Policies mask their own headers in their conformance tests. */
  readonly masks?: readonly Mask[];
}

/** A snapshot: path of its file within the folder, and text. */
export interface Snapshot {
  readonly file: string;
  readonly text: string;
}

/** Masks of header values, by lower-case name. */
type HeaderMasks = ReadonlyMap<string, Mask>;

/** Version of an asset in its address. */
const VERSION = /\?v=[\w-]{22}/g;

/**
 * Throws an Error for a server without a base URL of its own, whose answers have another port in each run, and for a
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
  const headerMasks = await loadHeaderMasks(registry);
  const findPath = await serverPathFinder(server);
  for (const route of registry.routes) {
    if (route.method !== "GET" || (only !== undefined && route.plugin !== only)) continue;
    const href = route.pattern.params.length > 0 ? registry.href(route.ref, params) : undefined;
    const path = href === undefined ? await findPath(route) : { target: href };
    if ("missing" in path) throw new Error(`${route.ref}: ${path.missing}`);
    const text = await transcript(server, route, path.target, headerMasks);
    yield { file: `routes/${route.ref}.txt`, text: masks.reduce(applyMask, text) };
  }
  for (const [name, document] of Object.entries(await documentsOf(registry, only)))
    yield { file: `documents/${name}.json`, text: `${JSON.stringify(document, undefined, 2)}\n` };
}

async function loadHeaderMasks(registry: Registry): Promise<HeaderMasks> {
  const { byPolicy } = await ConformanceTests.load(registry);
  const masks = [...byPolicy.values()].flatMap(({ masks: own = {} }) => Object.entries(own));
  return new Map<string, Mask>([
    ["date", [/.*/, "<date>"]],
    ...masks.map(([name, mask]) => [name.toLowerCase(), mask] as const),
  ]);
}

function applyMask(text: string, [what, word]: Mask): string {
  return text.replace(what, word);
}

/** Returns an answer as text. */
async function transcript(
  server: TestServer,
  { kind, mediaTypes, declaration }: SealedRoute,
  path: string,
  policyMasks: HeaderMasks,
): Promise<string> {
  // Bundled scripts are unreadable, and change with every version of their packages.
  const isScript = mediaTypes[0] === "text/javascript";
  // Answers that may not be stored hold numbers of the moment.
  const isVolatile = declaration.cache === "no-store";
  const masks = new Map(policyMasks);
  const method = kind === "stream" || isScript ? "HEAD" : "GET";
  const answer = await server.fetch(path, { method });
  const received = await answer.text();
  // Pages name the versions of their styles, each of which would change them.
  const unversioned = received.replace(VERSION, "");
  const isOpen = isScript || unversioned !== received;
  if (isOpen || isVolatile) masks.set("content-length", [/\d+/, "<number>"]);
  if (isOpen) masks.set("etag", [/.*/, "<tag>"]);
  const headers = [...answer.headers].map(([name, value]) => {
    const mask = masks.get(name);
    return `${name}: ${mask === undefined ? value : applyMask(value, mask)}`;
  });
  // Any change of the registry would change it.
  const text = unversioned.replaceAll(`"${server.registry.revision}"`, '"<revision>"');
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const body = isJson ? indent(text, isVolatile) : text;
  const status = `${answer.status} ${STATUS_CODES[answer.status]}`;
  return [`${method} ${path}`, status, ...headers.toSorted(), "", body, ""].join("\n");
}

function indent(json: string, isVolatile: boolean): string {
  const value: unknown = JSON.parse(json, (_key, member: unknown) =>
    isVolatile && typeof member === "number" ? 0 : member,
  );
  return JSON.stringify(value, undefined, 2);
}

type Documents = Readonly<Record<string, unknown>>;

/** Returns the derived documents, or the parts of them that one plugin contributes. */
async function documentsOf(registry: Registry, only: string | undefined): Promise<Documents> {
  const openapi = await openapiOf(registry);
  const schemas = Object.fromEntries(
    [...registry.schemas.values()]
      .filter(({ plugin }) => only === undefined || plugin === only)
      .map(({ name }) => [name, servedSchema(registry, name, schemaUrl(registry, name))]),
  );
  const { statements } = registry;
  const rootLinks = registry.of(RootLinks).hrefs;
  const capabilities = registry.of(Capabilities);
  const published = openapi === undefined ? {} : { openapi };
  if (only === undefined)
    return { ...published, schemas, statements, "root-links": rootLinks, capabilities };

  const own = collect(registry.installed.filter(({ plugin }) => plugin.id === only));
  const pick = (all: Documents, names: readonly { readonly name: string }[]) =>
    Object.fromEntries(
      names.flatMap(({ name }) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
    );
  const paths = registry.routes
    .filter(({ plugin }) => plugin === only)
    .map(({ path }) => ({ name: path }));
  const documents: Readonly<Record<string, Documents>> = {
    openapi: pick(Object(openapi?.["paths"]) as Documents, paths),
    schemas,
    statements: pick(statements, own.policies),
    "root-links": pick(rootLinks, entriesOf(RootLinks, own.contributors)),
    capabilities: pick(capabilities, entriesOf(Capabilities, own.contributors)),
  };
  return Object.fromEntries(
    Object.entries(documents).filter(([, content]) => Object.keys(content).length > 0),
  );
}

/** Returns the URL at which a route with one parameter serves JSON Schemas, or just the name if no route does. */
function schemaUrl({ routes, baseUrl, href }: Registry, name: string): string {
  const route = routes.find(
    ({ mediaTypes, pattern }) =>
      mediaTypes.includes("application/schema+json") && pattern.params.length === 1,
  );
  const [param = ""] = route?.pattern.params ?? [];
  const path = route === undefined ? undefined : href(route.ref, { [param]: name });
  return path === undefined ? name : `${baseUrl}${path}`;
}
