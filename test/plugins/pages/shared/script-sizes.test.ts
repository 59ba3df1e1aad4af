/** The scripts of the pages are small, each and all together. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";

/**
 * Most bytes of each script, as it is and compressed. The playground had 46,091 and 16,172 before the portal, when it did
 * less; the status page 2,444 and 1,130; the editor for GraphQL, most of which is CodeMirror, 617,607 and 185,898. The
 * search, of which three quarters are MiniSearch, and the script of all pages are new, and the embedded reference of another
 * maker, the largest of all, is gone.
 */
const MOST: Readonly<Record<string, readonly [raw: number, compressed: number]>> = {
  "/developers/playground.js": [43_000, 15_300],
  "/developers/graphql-editor.js": [632_500, 192_000],
  "/search/dialog.js": [23_000, 7_850],
  "/assets/site.js": [2_350, 1_050],
  "/assets/status.js": [4_500, 2_000],
};
/** Of those that are loaded without being asked for: all but the editor and the search. */
const MOST_TOGETHER = 49_600;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("has a budget for every script, and stays within it", async () => {
  const paths = server.registry.routes
    .filter(({ path }) => path.endsWith(".js"))
    .map(({ path }) => path);
  expect(paths.toSorted()).toEqual(Object.keys(MOST).toSorted());
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const script = await (await server.fetch(path)).bytes();
      return { path, raw: script.byteLength, compressed: gzipSync(script).byteLength };
    }),
  );
  const over = sizes.filter(({ path, raw, compressed }) => {
    const [mostRaw, mostCompressed] = MOST[path] ?? [0, 0];
    return raw > mostRaw || compressed > mostCompressed;
  });
  expect(over).toEqual([]);
  const together = sizes
    .filter(({ path }) => !/editor|search/.test(path))
    .reduce((sum, { raw }) => sum + raw, 0);
  expect(together).toBeLessThanOrEqual(MOST_TOGETHER);
});
