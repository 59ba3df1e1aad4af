import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { describeMatrix, json, sendRaw, startServer } from "../../_setup.ts";
import { folderOf } from "../../_folder.ts";

interface Changelog {
  readonly releases: readonly { version: string; date: string; summary: string }[];
  readonly _meta: { count: number };
  readonly _links: Record<string, { href: string }>;
}

/** The methods of RFC 4918. */
const WEBDAV = ["PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK"];

it("states of methods what is answered (B7)", async () => {
  const server = await startServer();
  for (const { method, path, kind } of server.registry.routes) {
    if (method !== "GET" || path.includes("{") || kind === "stream") continue;
    const head = await server.request(path, { method: "HEAD" });
    expect([path, [405, 501].includes(head.status), await head.text()]).toEqual([path, false, ""]);
  }
  const refused = await server.request("/api/ping", { method: "DELETE" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  for (const method of WEBDAV) {
    const [line] = (
      await sendRaw(server.origin, `${method} /api HTTP/1.1\r\nHost: a\r\n\r\n`)
    ).split("\r");
    expect([method, line]).toEqual([method, "HTTP/1.1 501 Not Implemented"]);
  }
});

describeMatrix("the changelog", {}, (ask) => {
  it("has 92 releases of 0.1.0 in the order of their dates, each another capability", async () => {
    const { releases, _meta, _links } = await json<Changelog>(await ask("/api/changelog"));
    expect(_meta.count).toBe(92);
    expect(releases).toHaveLength(92);
    expect(new Set(releases.map(({ version }) => version))).toEqual(new Set(["0.1.0"]));
    const dates = releases.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
    expect([dates[0], dates.at(-1)]).toEqual(["2025-03-01", "2025-03-13"]);
    expect(new Set(releases.map(({ summary }) => summary)).size).toBe(92);
    expect(_links).toMatchObject({
      self: { href: "/api/changelog" },
      profile: { href: "/api/schemas/Changelog" },
    });
  });

  it("states the number of schema types last as it is (B3)", async () => {
    const { releases } = await json<Changelog>(await ask("/api/changelog"));
    const counts = releases.flatMap(({ summary }) => /\b(\d+) types\b/.exec(summary)?.[1] ?? []);
    const { schemas } = await json<{ schemas: string[] }>(await ask("/api/schemas"));
    expect(counts.at(-1)).toBe(String(schemas.length));
    expect(releases.findLast(({ summary }) => /types|schemas/i.test(summary))?.summary).toMatch(
      / 56 types/,
    );
  });

  it("comes in parts when asked to, and not again when nothing changed", async () => {
    const part = await json<Changelog>(await ask("/api/changelog?limit=1&sort=-date&fields=date"));
    expect(part.releases).toEqual([{ date: "2025-03-13" }]);
    expect(part._links["next"]?.href).toContain("cursor=");
    const etag = (await ask("/api/changelog")).headers.get("etag") ?? "";
    expect((await ask("/api/changelog", { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("is found at its well-known place", async () => {
    const answer = await ask("/.well-known/change-log?limit=1");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      308,
      "/api/changelog?limit=1",
    ]);
  });
});

it("names only paths that are served", async () => {
  const server = await createTestServer();
  const { releases } = await json<Changelog>(await server.fetch("/api/changelog"));
  const served = new Set(server.registry.routes.map(({ path }) => path));
  const named = releases.flatMap(
    ({ summary }) => summary.match(/(?<=^|\s)\/[a-z.][\w./{}-]*\w[\w}]*/g)?.map(String) ?? [],
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((path) => !served.has(path))).toEqual([]);
  await server.close();
});

describe("the operator's own file", () => {
  const start = (text: string) => {
    const file = join(folderOf({ "ours.yaml": text }), "ours.yaml");
    return createTestServer({ config: { plugins: { changelog: { file } } } });
  };

  it("is served in its own order", async () => {
    const releases = [
      { version: "2.0.0", date: "2026-02-01", summary: "Two." },
      { version: "1.0.0", date: "2026-01-01", summary: "One." },
    ];
    const server = await start(JSON.stringify(releases));
    expect(await json(await server.fetch("/api/changelog"))).toMatchObject({ releases });
    await server.close();
  });

  it.each([
    ["- version: 1\n  date: [", /ours\.yaml:2:10: Flow sequence/],
    ["- { version: a, date: 2026-01-01 }", /ours\.yaml:1:3: 0\.summary: /],
    [
      "# ours\n- version: 1.0\n  date: 2026-13-01\n  summary: Ok.\n",
      /ours\.yaml:2:12: 0\.version: .*\n.*ours\.yaml:3:9: 0\.date: /,
    ],
    ["- { version: a, date: 2026-01-01, summary: S, sumary: T }", /ours\.yaml:1:3: .*"sumary"/],
    ["releases: []", /ours\.yaml:1:1: .*expected array/],
    ["", /ours\.yaml:1:1: .*expected array/],
    ["- a\n".repeat(20), /ours\.yaml:10:3: [^]*and 10 more/],
  ])("stops the start when it is broken: %j", async (text, message) => {
    await expect(start(text)).rejects.toThrow(message);
  });

  it("stops the start when it is missing", async () => {
    const config = { plugins: { changelog: { file: join(folderOf(), "none.yaml") } } };
    await expect(createTestServer({ config })).rejects.toThrow(
      /SETUP_FAILED: the changelog .*none\.yaml cannot be read: ENOENT/,
    );
  });
});
