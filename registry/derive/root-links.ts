import type { Registry } from "../contract/plugin/registry.ts";

/** Returns a link of the API root as an absolute URL, or undefined if its target is off. */
export function absoluteRootLink(
  registry: Pick<Registry, "rootLinks" | "baseUrl">,
  name: string,
): string | undefined {
  if (!Object.hasOwn(registry.rootLinks, name)) return undefined;
  const href = registry.rootLinks[name] ?? "";
  return href.startsWith("/") ? `${registry.baseUrl}${href}` : href;
}
