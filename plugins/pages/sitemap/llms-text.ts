/** The text of the index for language models: its template, filled from the registry. */
import { type Registry, textIn } from "waymark";
import { bodyTypesOf, type IdentifierInfo, requiredScopes, spellHeader } from "waymark/advanced";
import { absoluteRootLink, pagesOf, RootLinks } from "waymark/services";
import { fill, readTemplates } from "../../shared/template.ts";
import { obtainOf } from "../shared/obtain.ts";

export function llmsText(registry: Registry): string {
  const { app, baseUrl, href, pageForms } = registry;
  const absolute = (path: string) => (path.startsWith("/") ? `${baseUrl}${path}` : path);
  const root = href("root.showRoot");
  const rel = Object.keys(registry.of(RootLinks).hrefs).map((name) => [
    name,
    absoluteRootLink(registry, name),
  ]);
  const list = pagesOf(registry, "en").map((page) => ({ ...page, url: absolute(page.href) }));
  const view = {
    ...app,
    markdown: pageForms.has("text/markdown"),
    api: root !== undefined || rel.length > 0,
    root: root && absolute(root),
    rel: Object.fromEntries(rel),
    authentication: authentication(registry),
    writing: writing(registry),
    pages: list.length > 0 && { list },
  };
  const templates = readTemplates({ llms: new URL("./llms.md", import.meta.url) });
  return `${fill("llms", { templates, view }).trimEnd()}\n`;
}

/** Returns how to authenticate, and which operations need that; undefined if callers cannot. */
function authentication(registry: Registry): object | undefined {
  const { identifiers, routes } = registry;
  if (identifiers.length === 0) return undefined;
  const guarded = routes.flatMap((route) => {
    const scopes = requiredScopes(route);
    return scopes === undefined || route.site ? [] : { ...route, scopes: codes(scopes).join(", ") };
  });
  const ways = identifiers.map((one) => ({ ...one, place: placeOf(one) }));
  const obtain = obtainOf(registry);
  return { ways, obtain: obtain && textIn(obtain, "en"), isRequired: guarded.length > 0, guarded };
}

/** Returns the header that holds the credential, if there is one. */
function placeOf({ scheme, challenge }: IdentifierInfo): string | undefined {
  if (scheme.type === "mutualTLS") return undefined;
  return scheme.type === "apiKey"
    ? `${spellHeader(scheme.name)}: <credential>`
    : `Authorization: ${challenge} <credential>`;
}

/** Returns how to write, and which operations do; undefined if the service only reads. */
function writing({ routes, policies }: Registry): object | undefined {
  if (!routes.some(({ represents, creates }) => (represents ?? creates) !== undefined))
    return undefined;
  const writes = routes.filter(
    ({ method, declaration }) => method !== "GET" && declaration.alwaysFails === undefined,
  );
  const reads = (header: string) =>
    policies.some(({ policy }) => policy.reads?.[header] !== undefined);
  return {
    isConditional: writes.some(({ represents }) => represents !== undefined),
    hasKeys: reads("idempotency-key"),
    hasPreferences: reads("prefer"),
    writes: writes.map((route) => ({
      ...route,
      ...route.declaration,
      types: codes(bodyTypesOf(route)).join(" or "),
      needsCondition: route.declaration.preconditions === "required",
    })),
  };
}

function codes(texts: readonly string[]): readonly string[] {
  return texts.map((text) => `\`${text}\``);
}
