import type { Mask } from "../../registry/contract/conformance.js";
import type { TestServer } from "./server.js";
/** Which part of the server is compared, and where the files lie. Every key is optional. */
export interface SnapshotOptions {
    /** Id of a plugin: only its routes, and of the documents only what it contributes. Default: everything. */
    readonly only?: string;
    /** Folder of the files, from that of the test file. Default: `__snapshots__`. */
    readonly folder?: string;
    /** Values of path parameters, by name. Default: found in the server's own lists and links. */
    readonly params?: Readonly<Record<string, string>>;
    /** Masks for whole snapshots. Policies mask their own headers in their conformance tests. */
    readonly masks?: readonly Mask[];
}
/** One snapshot: path of its file within the folder, and text. */
export interface Snapshot {
    readonly file: string;
    readonly text: string;
}
/**
 * Throws an Error for a server without a base URL of its own, whose answers have another port in each run, and for a
 * route whose parameters nothing lists.
 */
export declare function snapshotsOf(server: TestServer, { only, params, masks }?: SnapshotOptions): AsyncGenerator<Snapshot>;
