/** The keys of issuers: rotated, withdrawn, out of reach, slow, too large, and asked for by forged tokens. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ask, AUDIENCE, startWith, TestIssuer } from "./_issuer.ts";
import { startNotes } from "./_setup.ts";

const REFUSED = [401, "credentials-invalid"];
const UNAVAILABLE = [503, "service-unavailable"];

const setting = ({ url: issuer }: TestIssuer) => ({ issuer, audience: AUDIENCE });

describe("rotation", () => {
  it("reads the keys again for a key that is new", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([setting(issuer)], { cooldown: "0s" });
    expect(await ask(server, await issuer.token())).toEqual([200, "ann"]);
    await issuer.addKey("second");
    expect(await ask(server, await issuer.token({}, { kid: "second" }))).toEqual([200, "ann"]);
    expect(await ask(server, await issuer.token())).toEqual([200, "ann"]);
  });

  it("refuses remembered tokens of a key that was withdrawn", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([setting(issuer)], { cooldown: "0s" });
    const token = await issuer.token();
    expect(await ask(server, token)).toEqual([200, "ann"]);
    issuer.withdraw("first");
    await issuer.addKey("second");
    expect(await ask(server, await issuer.token({}, { kid: "second" }))).toEqual([200, "ann"]);
    expect(await ask(server, token)).toEqual(REFUSED);
  });

  it("S10: proves a remembered token again when its network has failed too often", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([setting(issuer)], { cooldown: "0s" }, { failures: 1 });
    const token = await issuer.token();
    expect(await ask(server, token)).toEqual([200, "ann"]);
    await issuer.addKey("second");
    expect(await ask(server, await issuer.token({}, { kid: "second" }))).toEqual([200, "ann"]);
    expect(await ask(server, { authorization: "Bearer a.b.c" })).toEqual(REFUSED);
    expect((await ask(server, { authorization: "Bearer a.b.c" }))[0]).toBe(429);
    expect(await ask(server, token)).toEqual([200, "ann"]);
  });

  it("reads old keys again for tokens that are remembered", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([setting(issuer)], { cooldown: "0s", keysMaxAge: "50ms" });
    const token = await issuer.token();
    expect(await ask(server, token)).toEqual([200, "ann"]);
    await setTimeout(200); // so that no read is under way, and only the token itself can cause one
    issuer.jwks.keys = [];
    // The keys are read behind an answer, not before it.
    await expect.poll(() => ask(server, token)).toEqual(REFUSED);
  });
});

describe("forged tokens", () => {
  it("with unknown keys cause one request per cooldown, and are not remembered", async () => {
    const issuer = await TestIssuer.start();
    await issuer.addKey("hidden", { publish: false });
    const server = await startWith([setting(issuer)], { cooldown: "1h" });
    expect(await ask(server, await issuer.token())).toEqual([200, "ann"]);
    const { length } = issuer.requests;
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const header = { kid: `forged-${index}` };
        const [status] = await ask(server, await issuer.token({}, { kid: "hidden", header }));
        return status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(issuer.requests).toHaveLength(length);
    const metrics = await server.request("/api/metrics", { headers: { accept: "text/plain" } });
    expect(await metrics.text()).toContain("oidc_remembered_tokens 1\n");
  });

  it("never lead to another place", async () => {
    const issuer = await TestIssuer.start();
    const stranger = await TestIssuer.start();
    const server = await startWith([setting(issuer)], { cooldown: "0s" });
    const [jwk] = stranger.jwks.keys;
    const jku = `${stranger.url}/keys`;
    const headers = [
      { jku },
      { x5u: jku },
      { jwk },
      { jku, kid: "strange" },
      { jwk, kid: undefined },
    ];
    for (const header of headers) {
      const token = await stranger.token({ iss: issuer.url }, { header });
      expect(await ask(server, token)).toEqual(REFUSED);
    }
    expect(stranger.requests).toEqual([]);
  });
});

describe("an issuer that is away", () => {
  it("at the start does not stop the server, and counts once it answers", async () => {
    const issuer = await TestIssuer.start();
    const other = await TestIssuer.start();
    await issuer.stop();
    const settings = { cooldown: "0s" };
    const server = await startWith([setting(issuer), setting(other)], settings);
    const token = await issuer.token();
    expect(await ask(server, token)).toEqual(UNAVAILABLE);
    const refused = await server.request("/api/open", { headers: token });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    // Others are as they would be.
    expect(await ask(server, await other.token({ sub: "ben" }))).toEqual([200, "ben"]);
    expect(await ask(server, await issuer.token({ exp: 1 }))).toEqual(REFUSED);
    expect(await ask(server, {})).toEqual([401, "authentication-required"]);
    expect((await server.request("/api/open")).status).toBe(200);
    await issuer.listen();
    await expect.poll(() => ask(server, token)).toEqual([200, "ann"]);
  });

  it("later does not stop keys that are known, and shows in the health until it is back", async () => {
    const issuer = await TestIssuer.start();
    await issuer.addKey("second");
    await issuer.addKey("hidden", { publish: false });
    const server = await startWith([setting(issuer)], { cooldown: "0s", keysMaxAge: "0s" });
    expect(await ask(server, await issuer.token())).toEqual([200, "ann"]);
    await issuer.stop();
    for (const kid of ["first", "second"])
      expect(await ask(server, await issuer.token({ sub: kid }, { kid }))).toEqual([200, kid]);
    // Perhaps a new key of the issuer, which cannot be asked now.
    const unknown = await issuer.token({}, { kid: "hidden" });
    expect(await ask(server, unknown)).toEqual(UNAVAILABLE);
    const health = async () => {
      const answer = await server.request("/api/health");
      return (await answer.json()) as { readonly status: string };
    };
    await expect.poll(health).toMatchObject({ status: "degraded" });
    await issuer.listen();
    await expect.poll(health).toMatchObject({ status: "ok" });
    expect(await ask(server, unknown)).toEqual(REFUSED);
  });

  it.each([
    ["never answers", () => undefined],
    [
      "answers with too much",
      (_: unknown, response) => response.end(`{"keys":[${" ".repeat(300_000)}]}`),
    ],
    ["answers with nonsense", (_: unknown, response) => response.end("<html>")],
    ["answers with something else", (_: unknown, response) => response.end('{"keys":"none"}')],
    ["fails", (_: unknown, response) => response.writeHead(500).end("{}")],
    [
      "redirects",
      (_: unknown, response) => response.writeHead(302, { location: "/other-keys" }).end(),
    ],
  ] satisfies readonly (readonly [string, Parameters<TestIssuer["answers"]["set"]>[1]])[])(
    "or %s is not known",
    async (_name, answer) => {
      const issuer = await TestIssuer.start();
      issuer.answers.set("/keys", answer);
      const server = await startWith([setting(issuer)], { cooldown: "1h" });
      expect(await ask(server, await issuer.token())).toEqual(UNAVAILABLE);
      expect(issuer.requests).not.toContain("/other-keys");
    },
  );

  it.each([
    ["about another issuer", { issuer: "https://other.example.com" }],
    ["with keys over plain HTTP", { jwks_uri: "http://keys.example.com/" }],
    ["without keys", { jwks_uri: undefined }],
  ])("or whose configuration is %s is not known", async (_name, changes) => {
    const issuer = await TestIssuer.start();
    issuer.answers.set("/.well-known/openid-configuration", (_, response) => {
      const configuration = { issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, ...changes };
      response.end(JSON.stringify(configuration));
    });
    const server = await startWith([setting(issuer)], { cooldown: "1h" });
    expect(await ask(server, await issuer.token())).toEqual(UNAVAILABLE);
    expect(issuer.requests).not.toContain("/keys");
  });
});

describe("without discovery", () => {
  it("keys come from the URL in the config", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([{ ...setting(issuer), jwksUri: `${issuer.url}/keys` }]);
    expect(await ask(server, await issuer.token())).toEqual([200, "ann"]);
    expect(issuer.requests).toEqual(["/keys"]);
  });
});

describe("several issuers", () => {
  it("have keys and principals of their own", async () => {
    const [first, second] = [await TestIssuer.start(), await TestIssuer.start()];
    const server = await startWith([setting(first), { ...setting(second), audience: ["second"] }]);
    expect(await ask(server, await first.token())).toEqual([200, "ann"]);
    expect(await ask(server, await second.token({ aud: "second" }))).toEqual([200, "ann"]);
    // Signed by the second for the first, and the audience of one with the name of the other.
    expect(await ask(server, await second.token({ iss: first.url }))).toEqual(REFUSED);
    expect(await ask(server, await second.token())).toEqual(REFUSED);
  });
});

describe("documents", () => {
  const methods = async (server: Awaited<ReturnType<typeof startNotes>>) => {
    const answer = await server.request("/api/auth-methods");
    const { methods: stated } = (await answer.json()) as {
      readonly methods: readonly { readonly id: string; readonly description: string }[];
    };
    return stated.find(({ id }) => id === "oidc")?.description;
  };

  it("name the issuers", async () => {
    const issuer = await TestIssuer.start();
    const server = await startWith([setting(issuer)]);
    expect(await methods(server)).toContain(issuer.url);
    const described = server.registry.policies.find(({ policy }) => policy.id === "oidc");
    expect(described?.policy.identifies?.scheme).toEqual({
      type: "openIdConnect",
      openIdConnectUrl: `${issuer.url}/.well-known/openid-configuration`,
    });
  });

  it("describe bearer tokens where there are several", async () => {
    const [first, second] = [await TestIssuer.start(), await TestIssuer.start()];
    const server = await startWith([setting(first), setting(second)]);
    expect(await methods(server)).toContain(second.url);
    const described = server.registry.policies.find(({ policy }) => policy.id === "oidc");
    expect(described?.policy.identifies?.scheme).toMatchObject({ bearerFormat: "JWT" });
  });
});
