import type { TestServer } from "./server.ts";
import type { SnapshotOptions } from "./snapshots.ts";
import { loadVitest } from "./vitest.ts";

/**
 * Compares the server with the files of its snapshots, within a vitest test; `vitest run -u` writes them: one file for
 * each route that reads, with status, headers and body, and one for each derived document. Start the server with a fixed
 * clock, fixed ids and a base URL, so that answers are the same in each run. Throws what `snapshotsOf` throws.
 */
export async function snapshotRegistry(
  server: TestServer,
  options: SnapshotOptions = {},
): Promise<void> {
  const [{ expect }, { snapshotsOf }] = await Promise.all([
    loadVitest("snapshotRegistry"),
    import("./snapshots.ts"),
  ]);
  const { folder = "__snapshots__" } = options;
  for await (const { file, text } of snapshotsOf(server, options))
    await expect.soft(text).toMatchFileSnapshot(`${folder}/${file}`);
}
