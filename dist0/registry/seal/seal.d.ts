/** Seals a registry: collect, check, compile. Pure; starts nothing and touches no file. */
import { type RegistryInput } from "./build-registry.js";
import { type ReservedNames } from "./check.js";
import type { Finding } from "../contract/finding.js";
import type { SealedRegistry } from "../contract/installed.js";
export interface SealInput extends RegistryInput {
    /** Names that belong to the caller. Default: none. */
    readonly reserved?: ReservedNames;
    /** Whether there is an admin listener. Default: false. */
    readonly hasAdmin?: boolean;
}
export type SealResult = {
    readonly registry: undefined;
    readonly findings: readonly Finding[];
} | (Sealed & {
    readonly findings: readonly [];
});
export interface Sealed {
    readonly registry: SealedRegistry;
    /**
     * Looks for what takes longer to find than everything else: policies that do not compile for a route, and schemas that
     * cannot become JSON Schema. Takes one route or schema at each step, so that a server may listen first; it is ready
     * only when this has found nothing.
     */
    readonly slowFindings: () => Iterable<Finding | undefined>;
    /** Hands the policies their services, which may be used from then on. By service id. */
    readonly connectPolicies: (instances: ReadonlyMap<string, unknown>) => void;
}
/** Checks everything that is installed and, when nothing is wrong, makes the registry. */
export declare function seal(input: SealInput): SealResult;
