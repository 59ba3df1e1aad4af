import type { Registry } from "./registry.js";
/**
 * When a feature flag is true: always or never while its plugin is on, while some route's answers can have a header, or by
 * a fact of the registry. Several plugins may state facts of one flag.
 */
export type Capability = boolean | {
    readonly sends: string;
} | ((registry: Registry) => boolean);
