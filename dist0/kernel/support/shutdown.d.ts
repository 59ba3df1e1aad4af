import type { Log } from "../../registry/contract/types.js";
export interface Closer {
    readonly plugin: string;
    readonly close: () => unknown;
}
/** Runs the closers, the last one first, and empties the list. One that fails or hangs is logged and does not stop the others. */
export declare function closeAll(closers: Closer[], log: Log, timeoutMs?: number): Promise<void>;
/** Returns the result of `run`, or throws the error that `onTimeout` makes. The limit is at most 24 days. */
export declare function withTimeout<T>(ms: number, run: () => Promise<T>, onTimeout: () => Error): Promise<T>;
