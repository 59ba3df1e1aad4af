import type { Registry } from "../contract/registry.js";
/** Whether some route's answers can have a header, regardless of the policy that writes it. */
export declare function sendsHeader({ routes }: Pick<Registry, "routes">, header: string): boolean;
