import type { Registry } from "./registry.ts";

/**
 * Condition of a feature flag: always or never true while its plugin is on, true while some route's answers can have a
 * header, or by a fact of the registry. Several plugins may state facts of one flag.
 */
export type Capability = boolean | { readonly sends: string } | ((registry: Registry) => boolean);
