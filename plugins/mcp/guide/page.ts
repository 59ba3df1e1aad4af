/** The page about the protocol, with lines to paste into clients. */
import type { Registry } from "waymark";
import { localizedText } from "../../shared/localized-text.ts";
import { fill } from "../../shared/template.ts";
import type { Options } from "../declarations.ts";

const TEXTS = {
  en: new URL("./en.md", import.meta.url),
  es: new URL("./es.md", import.meta.url),
};

export function guide(
  registry: Registry,
  options: Options,
  language: string,
): { readonly markdown: string } {
  const { app, baseUrl, identifiers } = registry;
  const text = localizedText("mcp", TEXTS, registry, language);
  const view = {
    // A word, as shells and config files take it.
    name: app.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-"),
    url: `${baseUrl}${registry.href("mcp.postMessage") ?? ""}`,
    baseUrl,
    writes: options.writes,
    identified: identifiers.length > 0,
  };
  return { markdown: fill("text", { templates: { text }, view }) };
}
