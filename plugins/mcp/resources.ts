/** Resources: pages as Markdown, types, OpenAPI and `llms.txt`; and templates of single resources. */
import type { Registry } from "waymark";
import { getOrMake, type RouteInfo } from "waymark/advanced";
import { pagesOf } from "waymark/services";
import { headerOf } from "../shared/operations/inner.ts";
import { bodyOf } from "./answer.ts";
import { throwRefusal, ToolError } from "./errors.ts";
import { operationsOf } from "./operations.ts";
import { MARKDOWN, type Caller, type Tools } from "./tools.ts";

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}
type Template = Omit<Resource, "uri"> & { readonly uriTemplate: string };

const OPENAPI = "openapi.showOpenapi";
const LLMS_TXT = "llms-txt.showLlmsTxt";
const SCHEMA = "schemas.showSchema";

const resources = new WeakMap<Registry, readonly Resource[]>();
const templates = new WeakMap<Registry, readonly Template[]>();

export function resourcesOf(registry: Registry): readonly Resource[] {
  return getOrMake(resources, registry, () => {
    const { baseUrl, href, schemas } = registry;
    const documents = [[OPENAPI], [LLMS_TXT], ...[...schemas.keys()].map((type) => [SCHEMA, type])];
    return [
      ...pagesOf(registry, "en")
        .filter(({ here }) => here && registry.pageForms.has(MARKDOWN))
        .map(({ href: path, title, description = title }) => {
          return { uri: `${baseUrl}${path}`, name: path, title, description, mimeType: MARKDOWN };
        }),
      ...documents.flatMap(([ref = "", type = ""]) => {
        const path = href(ref, { type });
        const { declaration, mediaTypes: [mimeType = MARKDOWN] = [] } = registry.route(ref) ?? {};
        if (path === undefined || declaration === undefined) return [];
        return [
          { uri: `${baseUrl}${path}`, name: path, description: declaration.summary, mimeType },
        ];
      }),
    ];
  });
}

/** Returns a template for each operation that reads what the parameters of its path name. */
export function templatesOf(registry: Registry): readonly Template[] {
  return getOrMake(templates, registry, () =>
    [...operationsOf(registry).values()]
      .filter(({ route, writes }) => !writes && route.pattern.params.length > 0 && isWhole(route))
      .map(({ name, route: { path, declaration } }) => {
        const uriTemplate = `${registry.baseUrl}${path}`;
        return { uriTemplate, name, description: declaration.summary };
      }),
  );
}

/** Reads a resource as the caller: a page, or what an operation reads. Undefined if there is none at the address. */
export async function readResource(uri: string, tools: Tools, caller: Caller) {
  const { registry } = tools.runtime;
  const target = targetOf(uri, registry);
  const route = target && (await tools.runtime.routeOf({ method: "GET", target }));
  if (!target || !route || !isResource(route, registry)) return undefined;
  const accept = route.kind === "page" ? MARKDOWN : (route.mediaTypes[0] ?? "*/*");
  const answer = await tools.dispatch({ method: "GET", target, headers: { accept } }, caller);
  const body = bodyOf(answer);
  try {
    throwRefusal(answer, body, operationsOf(registry).get(route.ref), registry);
  } catch (error) {
    if (error instanceof ToolError && error.info.status === 404) return undefined;
    throw error;
  }
  const known = { uri, mimeType: headerOf(answer, "content-type")?.split(";")[0] ?? "text/plain" };
  const bytes = Buffer.from(answer.body ?? "");
  // Text of any length: a client chooses what of it a model sees.
  return body === undefined && route.kind === "bytes"
    ? { ...known, blob: bytes.toString("base64") }
    : { ...known, text: bytes.toString() };
}

function isResource(route: RouteInfo, registry: Registry): boolean {
  if (route.kind === "page" || route.ref === LLMS_TXT) return true;
  return operationsOf(registry).has(route.ref) && (isWhole(route) || route.kind === "bytes");
}

function isWhole({ kind }: RouteInfo): boolean {
  return kind === "returns" || kind === "list" || kind === "text";
}

/** Returns the path and query of an address of this service; undefined for any other. */
export function targetOf(uri: string, { baseUrl }: Registry): string | undefined {
  return uri.startsWith(`${baseUrl}/`) ? uri.slice(baseUrl.length).split("#")[0] : undefined;
}
