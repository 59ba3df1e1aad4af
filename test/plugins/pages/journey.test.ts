/** The journey of a request: who may have it, what it says, and what it costs other requests. */
import { tracingChannel } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import type { TestServer } from "waymark/testing";
import type { PluginSetting } from "waymark";
import { json, startServer } from "../../_setup.ts";
import { as, startNotes } from "../identity/_setup.ts";

const PAGE = { "sec-fetch-site": "same-origin" };
const ASKED = { ...PAGE, prefer: "journey" };
const OFFICES = "/api/offices";

const start = (plugins: Readonly<Record<string, PluginSetting>> = {}): Promise<TestServer> =>
  startNotes({ config: { plugins: { journey: true, ...plugins } } });

/** The journey that an answer leads to: its address, and the cookie that reads it. */
function placeOf({ headers }: Response) {
  const link = headers.get("link") ?? "";
  const [, href] = /<([^>]*)>; rel="related"; title="journey"$/.exec(link) ?? [];
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return { href, cookie, isApplied: headers.get("preference-applied") === "journey" };
}

/** Sends a request of a page, which is recorded. */
async function record(
  server: TestServer,
  path = OFFICES,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await server.request(path, { headers: { ...ASKED, ...headers } });
  await answer.arrayBuffer();
  const { href = "", cookie } = placeOf(answer);
  return { answer, href, cookie };
}

/** Reads a page as a browser does. */
async function read(server: TestServer, href: string, headers: Readonly<Record<string, string>>) {
  const answer = await server.request(href, { headers: { accept: "text/html", ...headers } });
  return { status: answer.status, text: await answer.text() };
}

/** The stages of a page, each with its text. */
function stagesOf(page: string): Readonly<Record<string, string>> {
  const [, list = ""] = /<ol class="stages">([^]*?)<\/ol>/.exec(page) ?? [];
  const items = list.split(/(?=<li class="\w+(?: skipped)?"><h3>)/).slice(1);
  return Object.fromEntries(
    items.map((item) => {
      const [, stage = ""] = /class="(\w+)/.exec(item) ?? [];
      return [
        stage,
        item
          .replaceAll(/<[^>]*>/g, " ")
          .replaceAll(/\s+/g, " ")
          .trim(),
      ];
    }),
  );
}

async function stages(
  server: TestServer,
  path?: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const { href, cookie } = await record(server, path, headers);
  return stagesOf((await read(server, href, { cookie: headers["cookie"] ?? cookie })).text);
}

it.each<[string, Readonly<Record<string, string>>, boolean]>([
  ["of a page of this service", ASKED, true],
  ["of a principal", { prefer: "journey", ...as("ann") }, true],
  ["with other preferences", { ...PAGE, prefer: 'x="a, b", Journey; a=b' }, true],
  ["of a page of another origin", { prefer: "journey", "sec-fetch-site": "cross-site" }, false],
  ["of a page of another host", { prefer: "journey", "sec-fetch-site": "same-site" }, false],
  ["of an anonymous program", { prefer: "journey" }, false],
  ["with a bad credential", { prefer: "journey", ...as("eve") }, false],
  ["that does not ask", PAGE, false],
  ["that asks for something else", { ...PAGE, prefer: "journeys, x=journey" }, false],
])("a request %s", async (_name, headers, isRecorded) => {
  const answer = await (await start()).request(OFFICES, { headers });
  const { href, cookie, isApplied } = placeOf(answer);
  expect([isApplied, href !== undefined]).toEqual([isRecorded, isRecorded]);
  expect(cookie !== "").toBe(isRecorded && "sec-fetch-site" in headers);
});

it("only the caller reads a journey: its principal, or its browser", async () => {
  const server = await start();
  const own = await record(server);
  const ofAnn = await record(server, OFFICES, as("ann"));
  const { cookie } = own;
  const allowed: [string, Readonly<Record<string, string>>, number][] = [
    [own.href, { cookie }, 200],
    [own.href, { cookie: `a=b; ${cookie}` }, 200],
    [own.href, {}, 404],
    [own.href, { cookie: `journey=${"x".repeat(22)}` }, 404],
    [own.href, as("ann"), 404],
    [ofAnn.href, as("ann"), 200],
    [ofAnn.href, { cookie: ofAnn.cookie }, 200],
    [ofAnn.href, as("ben"), 404],
    [ofAnn.href, { cookie }, 404],
    ["/developers/requests/unknown", { cookie }, 404],
  ];
  for (const [href, headers, status] of allowed)
    expect([href, headers, (await read(server, href, headers)).status]).toEqual([
      href,
      headers,
      status,
    ]);
  const { text } = await read(server, own.href, { cookie });
  expect(text).not.toContain(ofAnn.href);
});

it("over TLS, takes no cookie that other hosts of its domain may have set", async () => {
  const server = await startServer({
    config: { trustedProxies: ["127.0.0.1"], plugins: { journey: true } },
  });
  const tossed = `journey=${"x".repeat(22)}`;
  const proxied = { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https" };
  const { href, answer, cookie } = await record(server, OFFICES, { ...proxied, cookie: tossed });
  const set = answer.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^__Host-journey=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  expect((await read(server, href, { cookie: tossed })).status).toBe(404);
  expect((await read(server, href, { cookie: `${tossed}; ${cookie}` })).status).toBe(200);
});

it("says at each stage what happened", async () => {
  const server = await start();
  const first = await stages(server);
  expect(first["admit"]).toContain("rate-limit limit 600, 599 left: pass");
  expect(first["admit"]).toContain("credentials anonymous: pass");
  expect(first["accept"]).toContain("application/json");
  expect(first["produce"]).toMatch(/offices The handler ran for .* One statement of the store/);
  expect(first["encode"]).toMatch(/\w+, \d+ bytes/);
  expect(first["finish"]).toMatch(/cache Cache-Control: public, max-age=60/);
  expect(Object.keys(first).join(" ")).toBe(
    "identify admit accept produce encode precondition finish write",
  );
  for (const text of Object.values(first)) expect(text).toMatch(/ [\d.]+ ms/);
  expect((await stages(server, OFFICES, as("ann")))["admit"]).toContain("caller badge:ann: pass");
});

it("says of a 304 that no body was made for it", async () => {
  const server = await start();
  await record(server);
  const etag = (await record(server)).answer.headers.get("etag") ?? "";
  const again = await stages(server, OFFICES, { "if-none-match": etag });
  expect(again["produce"]).toContain("No handler ran");
  expect(again["precondition"]).toContain("304, the body was never made");
});

it.each([
  [
    "without requests left",
    OFFICES,
    {},
    { "rate-limit": { limit: 1 } },
    429,
    "admit",
    "plugins.rate-limit (limit, window, pages)",
  ],
  ["without a credential", "/api/known", {}, {}, 401, "admit", "plugins.access (obtain, require,"],
  [
    "of a form that is not offered",
    OFFICES,
    { accept: "*/*;q=0" },
    {},
    406,
    "accept",
    "kernel refused",
  ],
  ["of nothing", "/api/nothing", {}, {}, 404, "accept", "kernel refused"],
  ["of a query", `${OFFICES}?limit=many`, {}, {}, 400, "produce", "kernel refused"],
  ["of a handler", "/api/offices/nowhere", {}, {}, 404, "produce", "plugins.offices"],
  [
    "on a condition",
    OFFICES,
    { "if-match": '"a"' },
    {},
    412,
    "precondition",
    "plugins.cache (preconditions)",
  ],
])(
  "a refusal %s stops at its stage and names the config key",
  async (_name, path, headers, plugins, status, stage, key) => {
    const server = await start(plugins);
    const { cookie } = await record(server);
    const all = await stages(server, path, { ...headers, cookie });
    expect(all[stage]).toContain(`refused with ${status}: `);
    expect(all[stage]).toContain(key);
    const names = Object.keys(all);
    const after = names.slice(names.indexOf(stage) + 1, names.indexOf("finish"));
    for (const name of after) expect(all[name]).toContain("not reached");
    expect(all["write"]).not.toContain("not reached");
  },
);

it("records nothing and watches nothing unless it is asked to", async () => {
  const server = await start();
  const isWatched = () => tracingChannel("waymark.handler").start.hasSubscribers;
  const { cookie, href } = await record(server);
  await server.request(OFFICES, { headers: { ...PAGE, cookie } });
  expect(isWatched()).toBe(false);
  const { text } = await read(server, href, { cookie });
  expect(text).toContain("Send another request");
});

it("changes nothing of an answer but the headers that lead to the journey", async () => {
  const server = await start();
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries(
      [...headers].filter(([name]) => !/date|timing$|request-id|trace|ratelimit/.test(name)),
    );
  const plain = await server.request(OFFICES, { headers: PAGE });
  const { answer } = await record(server);
  const { link = "", "cache-control": cache = "", ...others } = headersOf(plain);
  expect(headersOf(answer)).toEqual({
    ...others,
    link: expect.stringContaining(`${link}, <`),
    "cache-control": `${cache}, private="Link, Set-Cookie"`,
    "preference-applied": "journey",
    "set-cookie": expect.stringMatching(/^journey=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict$/),
  });
});

describe("bounds", () => {
  it("keep the last 20 requests of a caller", async () => {
    const server = await start();
    const { href, cookie } = await record(server);
    for (let index = 0; index < 19; index++) await record(server, "/api/ping", { cookie });
    expect((await read(server, href, { cookie })).status).toBe(200);
    await record(server, "/api/ping", { cookie });
    expect((await read(server, href, { cookie })).status).toBe(404);
  });

  it("record 60 requests of a network in a minute", async () => {
    const server = await start();
    for (let index = 0; index < 60; index++) await record(server, "/api/ping");
    const { answer, href } = await record(server, "/api/ping");
    expect([answer.status, href, answer.headers.get("preference-applied")]).toEqual([
      200,
      "",
      null,
    ]);
  });
});

it.each([
  ["en", "What happened to this request", "Two requests side by side", "different"],
  ["es", "Qué pasó con esta petición", "Dos peticiones, lado a lado", "distinto"],
])(
  "is a page without scripts, alone and beside another: %s",
  async (language, alone, both, mark) => {
    const server = await start();
    const first = await record(server);
    const { cookie } = first;
    const second = await record(server, "/api/known", { cookie });
    const headers = { cookie, "accept-language": language };
    const one = await read(server, first.href, headers);
    expect(one.text).toContain(`<h1>${alone}</h1>`);
    expect(one.text).toContain('<svg class="track" role="img"');
    const id = second.href.split("/").at(-1);
    expect(one.text).toContain(`href="${first.href}?with=${id}"`);
    const pair = await read(server, `${first.href}?with=${id}`, headers);
    expect(pair.text).toContain(`<h1>${both}</h1>`);
    expect(pair.text).toMatch(new RegExp(`>Produ\\w+ <span class="tag warn">${mark}`));
    expect(pair.text).toContain("plugins.access");
    expect(pair.text).not.toMatch(/messages\.|undefined|\{\w+\}/);
  },
);

it("is in documents while it is on", async () => {
  const server = await start();
  const { preferences } = await json<{ preferences: { name: string }[] }>(
    await server.request("/api/prefer"),
  );
  expect(preferences.map(({ name }) => name)).toContain("journey");
  const openapi = await (await server.request("/api/openapi")).text();
  expect(openapi).toContain("`journey` records what happens");
  const operations = await (await server.request("/developers/operations.json")).text();
  expect(operations).toContain("What happened to this request");
});

it("has no trace while it is off", async () => {
  const server = await startServer();
  const { answer, href } = await record(server);
  expect([
    href,
    answer.headers.get("preference-applied"),
    answer.headers.get("set-cookie"),
  ]).toEqual(["", null, null]);
  for (const path of ["/api/prefer", "/api/openapi", "/developers/operations.json", "/sitemap.xml"])
    expect(await (await server.request(path)).text()).not.toMatch(/journey|what happened/i);
  expect((await server.request("/developers/requests/a")).status).toBe(404);
});
