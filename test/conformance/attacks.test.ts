/** Requests of hostile and careless clients: nothing shifts, sticks, is repeated unchecked or takes long. */
import { expect, it } from "vitest";
import { describeMatrix, json, parseRaw, sendRaw, processorMs } from "../_setup.ts";

interface Linked {
  readonly _links: Readonly<Record<string, { readonly href: string } | undefined>>;
}

const generous = { config: { plugins: { "rate-limit": { limit: 100_000 } } } };

describeMatrix("equivalent targets", generous, (ask, server) => {
  /** Status and self link of a target that fetch() would tidy up first. */
  async function askRaw(target: string): Promise<{ status: number; self: string | undefined }> {
    const { origin } = server();
    const { status, body } = parseRaw(
      await sendRaw(origin, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    );
    const { _links } = JSON.parse(body) as Linked;
    return { status, self: _links["self"]?.href };
  }

  it.each([
    ["/api/p%69ng", "/api/ping"], // a document: the first request must not leave a mark on it
    ["/api/offices/../ping", "/api/ping"],
    ["/api/%2e/ping", "/api/ping"],
    ["http://elsewhere.example/api/ping", "/api/ping"],
    ["/api/offices/%6Cisboa", "/api/offices/lisboa"],
    ["/api/brains/../offices?fields=id", "/api/offices?fields=id"],
    ["/api/%6fffices?filter[name]=a%2fb", "/api/offices?filter[name]=a%2fb"],
  ])("%s is %s", async (target, self) => {
    expect(await askRaw(target)).toEqual({ status: 200, self });
  });

  it("get the same bytes and tag", async () => {
    const [plain, escaped] = [await ask("/api/ping"), await ask("/api/p%69ng")];
    expect(escaped.headers.get("etag")).toBe(plain.headers.get("etag"));
    expect(await escaped.text()).toBe(await plain.text());
  });

  it("take the same cursors", async () => {
    const { _links } = await json<Linked>(await ask("/api/offices?limit=1"));
    const next = _links["next"]?.href ?? "";
    expect(next).toContain("cursor=");
    expect((await ask(next.replace("offices", "offic%65s"))).status).toBe(200);
  });
});

describeMatrix("requests that mean two things", generous, (_ask, server) => {
  it.each<[string, string]>([
    [
      "two Host fields",
      "GET /api/ping HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    ],
    [
      "two equal Host fields",
      "GET /api/ping HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n",
    ],
    ["white space in Host", "GET /api/ping HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    [
      "user information in Host",
      "GET /api/ping HTTP/1.1\r\nHost: user@a\r\nConnection: close\r\n\r\n",
    ],
    ["a path in Host", "GET /api/ping HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n"],
    ["markup in Host", "GET /api/nowhere HTTP/1.1\r\nHost: <b>\r\nConnection: close\r\n\r\n"],
    ["a port that is none", "GET /api/ping HTTP/1.1\r\nHost: a:b\r\nConnection: close\r\n\r\n"],
    ["two ports", "GET /api/ping HTTP/1.0\r\nHost: a:1:2\r\n\r\n"],
    ["HTTP/0.9", "GET /api/ping\r\n\r\n"],
    ["HTTP/2 in clear text", "GET /api/ping HTTP/2.0\r\nHost: a\r\n\r\n"],
    [
      "two lengths",
      "POST /api/ping HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "a length and chunks",
      "POST /api/ping HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("%s: 400", async (_name, bytes) => {
    const { status, headers, body } = parseRaw(await sendRaw(server().origin, bytes));
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: "malformed-request", requestId: headers.get("x-request-id") },
    });
  });

  it.each(["a", "a:80", "[::1]:8080", "", "xn--bcher-kva.example.", "127.0.0.1", "a_b"])(
    "Host %j: 200",
    async (host) => {
      const raw = await sendRaw(
        server().origin,
        `GET /api/ping HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(parseRaw(raw).status).toBe(200);
    },
  );

  it("bodies of GET do not become requests", async () => {
    const smuggled = "GET /api/nowhere HTTP/1.1\r\nHost: a\r\n\r\n";
    const raw = await sendRaw(
      server().origin,
      `GET /api/ping HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}` +
        "GET /api/limits HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  it("long runs of white space in a broken request cost little", async () => {
    const bytes = `GET /api HTTP/1.1\r\nHost: a\r\nAccept:${" ".repeat(16_200)}\u0001\r\n\r\n`;
    let raw = "";
    const spent = await processorMs(async () => (raw = await sendRaw(server().origin, bytes)));
    expect(spent).toBeLessThan(150);
    expect(parseRaw(raw).status).toBe(400);
  });
});

describeMatrix("negotiation", generous, (ask) => {
  it.each<[string, string]>([
    ['application/yaml;profile="a,b";q=0, application/json', "application/json"],
    ['application/yaml;profile=";q=0"', "application/yaml"],
    ['application/yaml;profile="\\",application/json;q=0', "application/yaml"],
    ["application/yaml;q=0.5, application/json;q=0.4", "application/yaml"],
    ["*/*;q=0.1, application/json;q=0, application/yaml;q=0.05", "application/openapi+json"],
    [`${"a/b;q=0.1, ".repeat(100)}application/yaml`, "application/yaml"],
    [`${"a/b;q=0.1, ".repeat(500)}application/yaml`, "application/json"], // too long to count (E3)
  ])("Accept: %.60s", async (accept, chosen) => {
    const answer = await ask("/api/openapi", { headers: { accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(chosen);
  });

  it("quotes that never end cost little", async () => {
    const accept = `a/b;c=${'"\\'.repeat(15_000)}`;
    let status = 0;
    const spent = await processorMs(async () => {
      ({ status } = await ask("/api/ping", { headers: { accept } }));
    });
    expect(spent).toBeLessThan(150);
    expect(status).toBe(200);
  });

  it("says that it honours return=minimal where it does, and only there", async () => {
    const headers = { prefer: "return=minimal" };
    const trimmed = await ask("/api/offices", { headers });
    expect(trimmed.headers.get("preference-applied")).toBe("return=minimal");
    expect(await trimmed.json()).toHaveProperty("_links", {
      profile: { href: "/api/schemas/OfficesList" },
    });
    const chosen = await ask("/api/offices?fields=id", { headers });
    expect(chosen.headers.get("preference-applied")).toBeNull();
    expect(await chosen.json()).toHaveProperty("_links.self.href", "/api/offices?fields=id");
  });
});
