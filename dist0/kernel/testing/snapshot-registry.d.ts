import type { TestServer } from "./server.js";
import type { SnapshotOptions } from "./snapshots.js";
/**
 * Compares the server with the files of its snapshots, within a vitest test; `vitest run -u` writes them: one file for
 * each route that reads, with status, headers and body, and one for each derived document. Start the server with a fixed
 * clock, fixed ids and a base URL, so that answers are the same in each run. Throws what `snapshotsOf` throws.
 */
export declare function snapshotRegistry(server: TestServer, options?: SnapshotOptions): Promise<void>;
