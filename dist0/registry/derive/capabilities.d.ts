import type { Registry } from "../contract/registry.js";
/** Every known flag, true or false, in the order given; then the flags that only enabled plugins know. */
export declare function capabilityFlags({ capabilities }: Pick<Registry, "capabilities">, known: readonly string[]): Readonly<Record<string, boolean>>;
