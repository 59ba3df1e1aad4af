/** A guard of every route: no way of asking answers a caller whom it refuses. */
import { expect, it } from "vitest";
import preset from "waymark/preset";
import type { TestServer } from "waymark/testing";
import { describeMatrix } from "../_setup.ts";
import { badge, privately, REFUSED, STAFF } from "../kernel/http/respond/_badge.ts";
import { samplePaths } from "./sample-paths.ts";

const config = { plugins: { "rate-limit": { limit: 100_000 } } };
const plugins = [...preset.map(privately), badge(() => true)];

/** Reads as the staff. */
const asStaff = (server: TestServer): TestServer => ({
  ...server,
  registry: server.registry,
  fetch: (path, init) => server.fetch(path, { ...init, headers: STAFF }),
});

describeMatrix("every route is guarded (A1)", { plugins, config }, (ask, server) => {
  it("however it is asked, also while it is kept for others", async () => {
    const open: string[] = [];
    for (const [{ ref, kind }, path] of await samplePaths(asStaff(server()))) {
      const tag =
        kind === "stream" ? null : (await ask(path, { headers: STAFF })).headers.get("etag");
      const ways: readonly RequestInit[] = [
        {},
        { method: "HEAD" },
        { method: "POST" },
        { headers: { "if-none-match": tag ?? "*" } },
        { headers: { accept: "text/html" } },
        { headers: { accept: "nothing/known" } },
      ];
      for (const [code, headers] of REFUSED) {
        const expected = code === "badge-required" ? 401 : 403;
        for (const way of ways) {
          const { status } = await ask(path, { ...way, headers: { ...headers, ...way.headers } });
          if (status !== expected) open.push(`${ref}: ${JSON.stringify(way)} ${status}`);
        }
        const { status } = await ask(path, { method: "OPTIONS", headers });
        if (status !== 204) open.push(`${ref}: OPTIONS ${status}`);
      }
    }
    expect(open).toEqual([]);
  });
});
