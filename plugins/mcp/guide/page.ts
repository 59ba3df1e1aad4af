/** The page about the protocol, with lines to paste into clients. */
import type { Registry } from "waymark";
import { fill, readTemplates } from "../../shared/template.ts";
import type { Options } from "../declarations.ts";

export function guide(
  registry: Registry,
  options: Options,
  language: string,
): { readonly markdown: string } {
  const { app, baseUrl, identifiers } = registry;
  const view = {
    name: app.name,
    url: `${baseUrl}${registry.href("mcp.postMessage") ?? ""}`,
    baseUrl,
    writes: options.writes,
    identified: identifiers.length > 0,
  };
  return { markdown: fill(language, { templates: texts(), view }) };
}

/** Read once for each revision and language, as documents are. */
function texts(): ReturnType<typeof readTemplates> {
  return readTemplates({
    en: new URL("./en.md", import.meta.url),
    es: new URL("./es.md", import.meta.url),
  });
}
