/** Addresses of styles, scripts and icons with the version of their content, where caches keep them for ever. */
import { expect, it } from "vitest";
import { json, startServer } from "../../../_setup.ts";

const FOREVER = "public, max-age=31536000, immutable";

type Server = Awaited<ReturnType<typeof startServer>>;
const cacheControl = async (server: Server, path: string, encoding = "identity") =>
  (await server.request(path, { headers: { "accept-encoding": encoding } })).headers.get(
    "cache-control",
  );

/** Returns the versioned addresses on some pages. */
async function versionedOn(server: Server, ...pages: string[]): Promise<string[]> {
  const headers = { accept: "text/html" };
  const texts = await Promise.all(
    pages.map(async (page) => (await server.request(page, { headers })).text()),
  );
  const found = texts.join("").matchAll(/"(\/[^"?]+\?v=[\w-]{22})"/g);
  return [...new Set([...found].map(([, address = ""]) => address))].toSorted();
}

// Scripts have versions where they are built: in the package.
it("pages name the versions of what they are made of, which caches keep for ever in each coding", async () => {
  const server = await startServer();
  const play = "/developers/operations/offices.listOffices";
  const addresses = await versionedOn(
    server,
    "/developers",
    play,
    "/status",
    "/search",
    "/nowhere",
  );
  expect(addresses.map((address) => address.replace(/\?.*/, ""))).toEqual([
    "/assets/site.css",
    "/assets/status.css",
    "/developers/developers.css",
    "/developers/reference.css",
    "/favicon.svg",
    "/search/search.css",
  ]);
  for (const address of addresses)
    for (const encoding of ["identity", "gzip", "br"])
      expect([address, await cacheControl(server, address, encoding)]).toEqual([address, FOREVER]);
});

it("other addresses of them are kept as briefly as before, as another node may have other content", async () => {
  const server = await startServer();
  const brief = "public, max-age=300, stale-while-revalidate=86400";
  for (const search of ["", "?v=", "?v=another", "?w=another"])
    expect(await cacheControl(server, `/assets/site.css${search}`)).toBe(brief);
});

it("the version follows from the content alone", async () => {
  const [one, same, other] = await Promise.all([
    startServer(),
    startServer({ config: { plugins: { brains: false } } }),
    startServer({ config: { plugins: { site: { accent: "#123456" } } } }),
  ]);
  const sheetOf = async (server: Server) =>
    (await versionedOn(server, "/docs")).find((address) => address.startsWith("/assets/site.css"));
  const sheet = await sheetOf(one);
  expect(await sheetOf(same)).toBe(sheet);
  expect(await sheetOf(other)).not.toBe(sheet);
  // A page of one node leads to the content of the other, which nothing keeps for long.
  expect(await cacheControl(other, sheet ?? "")).toContain("max-age=300,");
});

it("the policy document says which answers have such addresses", async () => {
  const server = await startServer();
  const { cacheable } = await json<{ cacheable: { path: string; versioned?: true }[] }>(
    await server.request("/api/cache-policy"),
  );
  const rows = new Map(cacheable.map((row) => [row.path, row.versioned]));
  expect([rows.get("/assets/site.css"), rows.get("/developers/playground.js")]).toEqual([
    true,
    true,
  ]);
  expect(rows.get("/api/offices")).toBeUndefined();
});
