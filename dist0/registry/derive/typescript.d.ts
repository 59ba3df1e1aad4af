/** The published types as TypeScript modules: each name is declared once, and means the same in every module. */
import type { Registry } from "../contract/registry.js";
/** Returns all published types as one module. */
export declare function typescriptModule(registry: Registry): Promise<string>;
/** Returns a published type and every type that it refers to as a module; undefined for unknown names. */
export declare function servedTypescript(registry: Registry, name: string): Promise<string | undefined>;
