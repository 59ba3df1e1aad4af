import type { Instance } from "./kernel.js";
/** A node of the service. */
export interface NodeInfo extends Instance {
    readonly revision: string;
    /** When it was last seen, in milliseconds since 1970-01-01T00:00Z. */
    readonly seenAt: number;
}
/** The nodes that serve together. Where no plugin provides it, a node knows only itself. */
export interface Nodes {
    /** Those that were seen lately, this one included, by name. Rejects while they cannot be known. */
    list(): Promise<readonly NodeInfo[]>;
}
export declare const Nodes: import("waymark").Service<Nodes>;
/** Work that one node does at a time. */
export interface Jobs {
    /**
     * Runs work unless another node is at it; false where it was. The lease is renewed while the work runs, and the signal
     * aborts once it is lost: then another node may have begun. Rejects with the error of the work.
     */
    run(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
}
export declare const Jobs: import("waymark").Service<Jobs>;
