/** The client's address: from the socket, from trusted proxies, and never from others. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { clientResolver, type Client } from "../../../../kernel/http/request/client.ts";
import { parseRaw, sendRaw } from "../../../_setup.ts";

const HSTS = "strict-transport-security";
const YEAR = "max-age=31536000";

type Fields = Readonly<Record<string, string>>;

/** The facts about a client, which may be read on demand. */
function copyOf({ client: address, secure, host, proxied }: Client) {
  return { address, secure, host, proxied };
}

/** Resolves the client of a connection from `peer` with these header fields. */
function seen(
  trusted: readonly string[],
  peer: string | undefined,
  fields: Fields,
  encrypted = false,
) {
  const resolver = clientResolver(trusted, "forwarded" in fields ? "forwarded" : "x-forwarded");
  const client = resolver({ peer, encrypted, header: (name: string) => fields[name] });
  return copyOf(client);
}

const PROXY = "10.0.0.1";
const TRUSTED = ["10.0.0.0/8", "2001:db8:ffff::/48"];
const EDGE = "10.0.0.2";
const CLIENT = "203.0.113.7";

describe("a direct client", () => {
  it.each([
    [undefined, "unknown"],
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8::7", "2001:db8::7"],
  ])("at %s is %s", (peer, address) => {
    expect(seen([], peer, {}).address).toBe(address);
    expect(seen(TRUSTED, peer, {}).address).toBe(address);
  });

  it.each([
    ["api.example", "api.example"],
    ["API.Example:8080", "api.example"],
    ["localhost:3000", "localhost"],
    ["127.0.0.1:3000", "127.0.0.1"],
    ["[::1]", "[::1]"],
    ["[::1]:3000", "[::1]"],
    ["", ""],
  ])("asks for the host %j: %s", (host, name) => {
    expect(seen([], CLIENT, { host }).host).toBe(name);
  });

  it.each([true, false])("is as secure as its socket: %s", (encrypted) => {
    expect(seen([], CLIENT, {}, encrypted).secure).toBe(encrypted);
  });

  it.each([
    ["no proxy is trusted", [], PROXY],
    ["others are trusted", TRUSTED, "192.0.2.1"],
    ["the platform reports no address", TRUSTED, undefined],
  ])("is not believed where %s", (_where, trusted, peer) => {
    const fields = {
      host: "api.example",
      forwarded: "for=198.51.100.1;proto=https;host=evil.example",
      "x-forwarded-for": "198.51.100.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
    };
    expect(seen(trusted, peer, fields)).toEqual({
      address: peer ?? "unknown",
      secure: false,
      host: "api.example",
      proxied: false,
    });
  });
});

describe("a client behind trusted proxies", () => {
  it.each<[name: string, fields: Fields, expected: object]>([
    ["nothing was said", {}, { address: PROXY, secure: false, host: "inner" }],
    [
      "Forwarded",
      { forwarded: `for=${CLIENT};proto=https;host=api.example` },
      { address: CLIENT, secure: true, host: "api.example" },
    ],
    [
      "Forwarded, names in any case, with blanks",
      { forwarded: ` For = ${CLIENT} ; PROTO=HTTPS` },
      { address: CLIENT, secure: true, host: "inner" },
    ],
    [
      "Forwarded, an IPv6 address with a port",
      { forwarded: 'for="[2001:db8::1]:4711";proto=https' },
      { address: "2001:db8::1", secure: true },
    ],
    [
      "Forwarded, an IPv4 address with a port",
      { forwarded: `for="${CLIENT}:80"` },
      { address: CLIENT },
    ],
    [
      "Forwarded, two hops",
      { forwarded: `for=${CLIENT};proto=https, for=${EDGE};proto=http` },
      { address: CLIENT, secure: true },
    ],
    [
      "Forwarded, what the client's hop leaves out is not that of another hop",
      { forwarded: `for=${CLIENT}, for=${EDGE};proto=https;host=edge.example` },
      { address: CLIENT, secure: false, host: "inner" },
    ],
    [
      "Forwarded, a client that is hidden",
      { forwarded: "for=_hidden;proto=https" },
      { address: PROXY, secure: true },
    ],
    [
      "Forwarded, a client that is unknown",
      { forwarded: `for=unknown, for=${EDGE}` },
      { address: EDGE },
    ],
    [
      "X-Forwarded",
      {
        "x-forwarded-for": CLIENT,
        "x-forwarded-proto": "https",
        "x-forwarded-host": "api.example:443",
      },
      { address: CLIENT, secure: true, host: "api.example" },
    ],
    ["X-Forwarded, IPv6", { "x-forwarded-for": "2001:db8::1" }, { address: "2001:db8::1" }],
    ["X-Forwarded, IPv4 in IPv6", { "x-forwarded-for": `::ffff:${CLIENT}` }, { address: CLIENT }],
    [
      "X-Forwarded, two hops, one scheme and one host for both (E4)",
      {
        "x-forwarded-for": `${CLIENT}, ${EDGE}`,
        "x-forwarded-proto": "https",
        "x-forwarded-host": "api.example",
      },
      { address: CLIENT, secure: false, host: "inner" },
    ],
    [
      "X-Forwarded, two hops, a scheme each",
      { "x-forwarded-for": `${CLIENT}, ${EDGE}`, "x-forwarded-proto": "https, http" },
      { address: CLIENT, secure: true },
    ],
    ["X-Forwarded-Proto alone", { "x-forwarded-proto": "https" }, { address: PROXY, secure: true }],
    ["X-Forwarded-Host alone", { "x-forwarded-host": "api.example" }, { host: "api.example" }],
    [
      "X-Forwarded-Proto in capitals",
      { "x-forwarded-for": CLIENT, "x-forwarded-proto": "HTTPS" },
      { secure: true },
    ],
    ["only proxies all the way", { "x-forwarded-for": `${EDGE}, 10.9.9.9` }, { address: EDGE }],
  ])("%s", (_name, fields, expected) => {
    expect(seen(TRUSTED, PROXY, { host: "inner", ...fields })).toMatchObject({
      proxied: true,
      ...expected,
    });
  });

  it.each<[name: string, fields: Fields, expected: object]>([
    [
      "hops in front of the client",
      { forwarded: `for=192.0.2.1;proto=https, for=${CLIENT};proto=http` },
      { address: CLIENT, secure: false },
    ],
    [
      "trusted hops in front of the client",
      {
        forwarded: `for=192.0.2.1;proto=https, for=${EDGE};proto=https;host=evil.example, for=${CLIENT}`,
      },
      { address: CLIENT, secure: false, host: "inner" },
    ],
    [
      "an open quote that swallows the proxy's hop",
      { forwarded: `for="192.0.2.1;proto=https, for=${CLIENT};proto=http` },
      { address: CLIENT, secure: false },
    ],
    [
      "an X-Forwarded-For of its own",
      { "x-forwarded-for": `192.0.2.1, ${CLIENT}`, "x-forwarded-proto": "http" },
      { address: CLIENT, secure: false },
    ],
    [
      "an X-Forwarded-Proto of its own",
      { "x-forwarded-for": CLIENT, "x-forwarded-proto": "https, http" },
      { secure: false },
    ],
    [
      "an X-Forwarded-Proto of its own, and no address",
      { "x-forwarded-proto": "https, http" },
      { secure: false },
    ],
    [
      "an X-Forwarded-Host of its own",
      { "x-forwarded-for": CLIENT, "x-forwarded-host": "evil.example, api.example" },
      { host: "api.example" },
    ],
    [
      "nonsense for an address",
      { "x-forwarded-for": "'; drop table", "x-forwarded-proto": "https" },
      { address: PROXY },
    ],
    ["nonsense for hops", { forwarded: ';;=,=;for=,,"' }, { address: PROXY, secure: false }],
    ["an address with a zone", { "x-forwarded-for": "fe80::1%eth0" }, { address: "fe80::1%eth0" }],
  ])("cannot pass off %s", (_name, fields, expected) => {
    expect(seen(TRUSTED, PROXY, { host: "inner", ...fields })).toMatchObject(expected);
  });

  it("follows a bounded number of hops, in time that does not grow with the header (E3)", () => {
    const fields = { "x-forwarded-for": `${CLIENT}, ${`${EDGE}, `.repeat(5000)}10.9.9.9` };
    expect(seen(TRUSTED, PROXY, fields).address).toBe(EDGE);
  });

  it.each(["::ffff:10.0.0.1", "2001:db8:ffff::1"])("trusts a proxy at %s", (peer) => {
    expect(seen(TRUSTED, peer, { "x-forwarded-for": CLIENT }).address).toBe(CLIENT);
  });
});

describe("headers of the family that the proxy does not write (E4)", () => {
  const fields: Fields = {
    host: "inner",
    forwarded: "for=192.0.2.1;proto=https;host=forwarded.example",
    "x-forwarded-for": "192.0.2.2",
    "x-forwarded-proto": "http",
    "x-forwarded-host": "x-forwarded.example",
  };
  const both = { peer: PROXY, encrypted: false };

  it.each([
    ["x-forwarded", "192.0.2.2", false, "x-forwarded.example"],
    ["forwarded", "192.0.2.1", true, "forwarded.example"],
  ] as const)("are ignored where it writes %s", (family, address, secure, host) => {
    const resolver = clientResolver(TRUSTED, family);
    const connection = { ...both, header: (name: string) => fields[name] };
    expect(copyOf(resolver(connection))).toEqual({ address, secure, host, proxied: true });
  });

  it("are ignored when they are alone", () => {
    const { forwarded, host, ...xForwarded } = fields;
    const cases: readonly [
      "x-forwarded" | "forwarded",
      Readonly<Record<string, string | undefined>>,
    ][] = [
      ["x-forwarded", { host, forwarded }],
      ["forwarded", { host, ...xForwarded }],
    ];
    for (const [family, others] of cases) {
      const resolver = clientResolver(TRUSTED, family);
      const connection = { ...both, header: (name: string) => others[name] };
      expect(copyOf(resolver(connection))).toMatchObject({ address: PROXY, host: "inner" });
    }
  });
});

it.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8"])(
  "refuses %s as a trusted proxy",
  async (entry) => {
    const start = createTestServer({ plugins: [], config: { trustedProxies: [entry] } });
    await expect(start).rejects.toThrow("neither an IP address nor a network");
  },
);

describe.each([
  ["no proxy is trusted", [], false],
  ["another proxy is trusted", ["10.0.0.9"], false],
  ["the proxy is trusted", ["127.0.0.1"], true],
])("where %s", (_where, trustedProxies, trusted) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ config: { trustedProxies } });
  });
  afterAll(() => server.close());

  async function ask(path: string, fields: Fields, method = "GET") {
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `${method} ${path} HTTP/1.1\r\nConnection: close\r\n${lines.join("")}\r\n`;
    return parseRaw(await sendRaw(server.origin, request));
  }

  const hosts = ["api.example", "api.example:8443", "localhost", "[::1]:3000", "192.0.2.7"];
  const spellings = (proto: string): readonly Fields[] => [
    { "X-Forwarded-For": CLIENT, "X-Forwarded-Proto": proto },
    { "X-Forwarded-Proto": proto },
  ];
  const cases = ["https", "http"].flatMap((proto) =>
    spellings(proto).flatMap((fields) => hosts.map((host) => [proto, host, fields] as const)),
  );

  it.each(cases)("HSTS over %s for %s with %j", async (proto, host, fields) => {
    const { status, headers } = await ask("/api/ping", { Host: host, ...fields });
    const binds = trusted && proto === "https" && host.startsWith("api.example");
    expect(status).toBe(200);
    expect(headers.get(HSTS)).toBe(binds ? YEAR : null);
  });

  it("HSTS is on every outcome over HTTPS, and on none without", async () => {
    const https = { Host: "api.example", "X-Forwarded-For": CLIENT, "X-Forwarded-Proto": "https" };
    const first = await ask("/api/brains", https);
    const outcomes = await Promise.all([
      ask("/api/brains", { ...https, "If-None-Match": first.headers.get("etag") ?? "" }),
      ask("/health", https),
      ask("/nowhere", https),
      ask("/api/brains", https, "DELETE"),
      ask("/api/brains", https, "OPTIONS"),
      ask("/api/brains", https, "HEAD"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([304, 308, 404, 405, 204, 200]);
    for (const { headers } of [first, ...outcomes])
      expect(headers.get(HSTS)).toBe(trusted ? YEAR : null);
  });

  it("absolute URLs follow no header", async () => {
    const evil = {
      Host: "evil.example",
      Forwarded: `for=${CLIENT};host=evil.example;proto=https`,
      "X-Forwarded-For": CLIENT,
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Port": "666",
      "X-Forwarded-Prefix": "/evil",
    };
    for (const path of ["/api/openapi", "/api/schemas/Brain", "/health", "/nowhere"]) {
      const accept = path === "/nowhere" ? "application/problem+json" : "*/*";
      const { body, headers } = await ask(path, { ...evil, Accept: accept });
      expect(JSON.stringify([...headers]) + body).not.toContain("evil");
      if (path !== "/health") expect(body).toContain(`"${server.origin}`);
    }
    // The absolute form of a request target (RFC 9112, section 3.2.2) names a host, too.
    const { status, body } = await ask("http://evil.example/api/openapi", { Host: "evil.example" });
    expect(status).toBe(200);
    expect(body).not.toContain("evil");
  });

  it("the rate limit counts the real client", async () => {
    const remaining = async (fields: Fields) => {
      const { headers } = await ask("/api/time", { Host: "api.example", ...fields });
      return Number(headers.get("x-ratelimit-remaining"));
    };
    const first = await remaining({ "X-Forwarded-For": "198.51.100.1" });
    // Entries in front of the client's own address are the client's invention.
    expect(await remaining({ "X-Forwarded-For": "192.0.2.1, 198.51.100.1" })).toBe(first - 1);
    // So is a header that the proxy passes on as the client sent it (E4).
    const invented = { Forwarded: "for=192.0.2.2", "X-Forwarded-For": "198.51.100.1" };
    expect(await remaining(invented)).toBe(first - 2);
    const other = await remaining({ "X-Forwarded-For": "198.51.100.2" });
    expect(other).toBe(trusted ? first : first - 3);
  });
});
