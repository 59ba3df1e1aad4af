/** The page about the client: how to get it, its first calls, and its own behaviour. */
import type { Registry } from "waymark";
import { localizedText } from "../../shared/localized-text.ts";
import { fill } from "../../shared/template.ts";
import type { ClientModel } from "../client-text.ts";
import { callsOf } from "./calls.ts";

const TEXTS = {
  en: new URL("./en.md", import.meta.url),
  es: new URL("./es.md", import.meta.url),
};

export function guide(
  model: ClientModel,
  registry: Registry,
  language: string,
): { readonly markdown: string } {
  const { advice, operations } = model;
  const { retry, resilience, rateLimit } = advice;
  const { imports, list, ...calls } = callsOf(model, registry);
  const { cache } = list?.data ?? {};
  const codes = Object.entries(calls).map(([name, code]) => [name, code && { code }]);
  const view = {
    ...Object.fromEntries(codes),
    name: registry.app.name,
    url: `${registry.baseUrl}${registry.href("client.showFile") ?? ""}`,
    baseUrl: registry.baseUrl,
    imports: ["createClient", ...imports].join(", "),
    key: registry.identifiers.length > 0,
    retry: retry && {
      ...retry.backoff,
      statuses: new Intl.ListFormat(language).format(retry.retryOn.map(String)),
      maxRetries: retry.maxRetries,
    },
    resilience: resilience && { ...resilience.timeouts, ...resilience.circuitBreaker },
    cache: cache?.maxAge ? { ...cache, path: list?.route.path } : undefined,
    rateLimit,
    keyed: operations.some(({ data }) => data.keyed === true),
    conditional: operations.some(({ data }) => data.conditional === true),
    deprecation: registry.statements["deprecation"] !== undefined,
  };
  const write = (value: unknown): string =>
    typeof value === "number" ? value.toLocaleString(language) : String(value);
  const text = localizedText("client", TEXTS, registry, language);
  return { markdown: fill("text", { templates: { text }, view, write }) };
}
