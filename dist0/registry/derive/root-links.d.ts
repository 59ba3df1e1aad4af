import type { Registry } from "../contract/registry.js";
/** A link of the API root as an absolute URL, or undefined when what it leads to is off. */
export declare function absoluteRootLink(registry: Pick<Registry, "rootLinks" | "baseUrl">, name: string): string | undefined;
