/** The scripts of the pages are small, each and all together. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";

/**
 * Most bytes of each script, as it is and compressed. The playground had 46,091 and 16,172 before the portal, when it did
 * less; the status page 2,444 and 1,130; the editor for GraphQL, most of which is CodeMirror, 617,607 and 185,898. The
 * search, of which three quarters are MiniSearch, and the script of all pages are new, and the embedded reference of another
 * maker, the largest of all, is gone. Plan, scopes and requests left of a credential take 1,900 in the playground. Rows that are
 * changed or removed in place, and events as they happen, are the script of views.
 */
const MOST: Readonly<Record<string, readonly [raw: number, compressed: number]>> = {
  "/developers/playground.js": [42_150, 15_000],
  "/developers/graphql-editor.js": [614_500, 185_600],
  "/search/dialog.js": [23_400, 8_000],
  "/assets/site.js": [2_360, 1_065],
  "/assets/status.js": [3_850, 1_720],
  "/assets/views.js": [7_200, 2_950],
};
/** Bytes of all scripts that pages load by themselves: all but the editor and the search. */
const MOST_TOGETHER = 55_200;

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
