/** Level of access × credential × door: the same rule holds wherever data leaves. */
import { definePlugin, html, type Plugin } from "waymark";
import { Runtime } from "waymark/services";
import preset from "waymark/preset";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeMatrix, discard, json, parseRaw, sendRaw } from "../../_setup.ts";
import { as, badges, notes, startNotes } from "./_setup.ts";

const Reader = z.object({ reader: z.string() });
const Self = z.object({ name: z.string() });
const Room = z.object({ visitor: z.string() });
const route = { summary: "A door.", cache: { scope: "private", maxAge: "60s" } } as const;
const SCOPED = { access: { scopes: ["notes:read"] } } as const;

/** Protected routes of every kind, and public ones that read protected ones. */
const doors = definePlugin({
  id: "doors",
  summary: "Doors of every kind.",
  needs: { runtime: Runtime },
  schemas: { Self, Room },
  events: { "doors.opened": z.object({ door: z.string() }) },
  routes: {
    showRoom: { ...route, ...SCOPED, method: "GET", path: "/api/rooms/{roomId}", returns: Room },
    writeRoom: {
      ...SCOPED,
      summary: "A door.",
      method: "POST",
      path: "/api/rooms/{roomId}",
      returns: Reader,
      idempotency: "natural",
    },
    streamRoom: {
      ...SCOPED,
      summary: "A door.",
      method: "GET",
      path: "/api/room-stream",
      stream: { events: { opened: z.object({ reader: z.string() }) } },
      cache: "no-store",
      publish: { rootLink: "roomStream" },
    },
    showPage: {
      ...SCOPED,
      summary: "A door.",
      method: "GET",
      path: "/room",
      page: { title: "Room" },
      cache: "no-store",
    },
    moved: {
      ...SCOPED,
      summary: "A door.",
      method: "GET",
      path: "/old-room",
      redirect: { to: "doors.showPage", status: 308 },
      cache: "no-store",
    },
    showSummary: {
      summary: "A door.",
      method: "GET",
      path: "/api/summary",
      returns: z.object({ read: z.string() }),
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "summary" },
    },
    showSelf: {
      summary: "A door.",
      method: "GET",
      path: "/api/self",
      returns: Self,
      cache: "no-store",
      publish: { rootLink: "self" },
    },
  },
  handlers: ({ runtime }) => ({
    showRoom: ({ principal }) => ({ visitor: principal.name }),
    writeRoom: ({ principal }) => ({ reader: principal.name }),
    async *streamRoom({ principal }) {
      yield { event: "opened" as const, data: { reader: principal.name } };
    },
    showPage: ({ principal }) => html`<p>${principal.name}</p>`,
    async showSummary(call) {
      const read = await runtime.read("notes.listScoped", {}, { onBehalfOf: call });
      return { read: read.refusal === undefined ? JSON.stringify(read.value) : read.refusal.code };
    },
    showSelf: ({ principal }) => ({ name: principal?.name ?? "anonymous" }),
  }),
});

const options = {
  plugins: [...preset, badges as Plugin, notes as Plugin, doors as Plugin],
  config: { plugins: { access: { failures: 10_000 } } },
};

type Level = "open" | "known" | "scoped";
type Who = "anonymous" | "ann" | "ben" | "eve";
const CREDENTIALS: Readonly<Record<Who, Readonly<Record<string, string>>>> = {
  anonymous: {},
  ann: as("ann"),
  ben: as("ben"), // without scopes
  eve: as("eve"), // unknown
};

/** The refusal that a route of the level answers; undefined where it lets them in. */
function refusal(level: Level, who: Who): readonly [number, string] | undefined {
  if (who === "eve") return [401, "credentials-invalid"];
  if (level === "open") return undefined;
  if (who === "anonymous") return [401, "authentication-required"];
  return level === "scoped" && who === "ben" ? [403, "insufficient-scope"] : undefined;
}

const LEVELS = ["open", "known", "scoped"] as const;
const WHO = ["anonymous", "ann", "ben", "eve"] as const;
const LISTS = LEVELS.map((level) => ({ level, path: `/api/${level}` }));
const OTHERS = ["/api/rooms/1", "/api/room-stream", "/room", "/old-room"].map((path) => ({
  level: "scoped" as const,
  path,
}));

/** Requests to a route, each with the status that those get who are let in. */
const REQUESTS: readonly (readonly [string, RequestInit, number])[] = [
  ["GET", {}, 200],
  ["HEAD", { method: "HEAD" }, 200],
  ["a conditional GET", { headers: { "if-none-match": "*" } }, 304],
  ["a part", { headers: { range: "bytes=0-10" } }, 200],
  ["a refused media type", { headers: { accept: "application/json;q=0" } }, 406],
  ["DELETE", { method: "DELETE" }, 405],
  ["an overridden method", { method: "POST", headers: { "x-http-method-override": "GET" } }, 405],
];

describeMatrix("routes", options, (ask) => {
  describe.each(WHO)("for %s", (who) => {
    it.each(
      LISTS.flatMap((one) =>
        REQUESTS.map(([name, init, status]) => ({ ...one, name, init, status })),
      ),
    )("$name of $path", async ({ level, path, init, status }) => {
      const headers = { ...init.headers, ...CREDENTIALS[who] };
      const answer = await ask(path, { ...init, headers });
      const [refused, code] = refusal(level, who) ?? [];
      expect(answer.status).toBe(refused ?? status);
      expect(answer.headers.get("etag") !== null).toBe(refused === undefined && status < 400);
      if (refused !== undefined && init.method !== "HEAD")
        expect(await answer.text()).toContain(`"${code}"`);
    });

    it.each([...OTHERS, { level: "open" as const, path: "/api/nowhere" }])(
      "GET of $path",
      async ({ level, path }) => {
        const answer = await ask(path, { headers: { ...CREDENTIALS[who], accept: "*/*" } });
        const served = { "/old-room": 308, "/api/nowhere": 404 }[path] ?? 200;
        expect(answer.status).toBe(refusal(level, who)?.[0] ?? served);
        await discard(answer);
      },
    );

    it("POST of /api/rooms/1", async () => {
      const answer = await ask("/api/rooms/1", { method: "POST", headers: CREDENTIALS[who] });
      expect(answer.status).toBe(refusal("scoped", who)?.[0] ?? 200);
    });
  });

  it.each(["/api/known", "/api/scoped", "/api/rooms/1", "/room"])(
    "preflights of %s are answered",
    async (path) => {
      const answer = await ask(path, {
        method: "OPTIONS",
        headers: {
          origin: "https://app.example",
          "access-control-request-method": "GET",
          "access-control-request-headers": "authorization",
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-headers")).toContain("Authorization");
      expect(answer.headers.get("www-authenticate")).toBeNull();
    },
  );

  it.each([
    ["/api/known/", 401],
    ["/api//known", 404],
    ["/api/%6Bnown", 401],
    ["/api/%6bnown?x=1", 401],
    ["/api/x/../known", 401],
    ["/api/./known", 401],
    ["/API/known", 404],
    ["/api/known%2F", 404],
    ["/api/known;x=1", 404],
    ["/api/known?access=public", 401],
  ])("another spelling, %s, is %i to anonymous", async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  it.each(WHO)("GraphQL for %s", async (who) => {
    const query = `{
      open { reader } known { reader } scoped { reader } again: scoped { reader }
      room(roomId: "1") { visitor }
    }`;
    const headers = { ...CREDENTIALS[who], "content-type": "application/json" };
    const inBody = await ask("/api/graphql", {
      method: "POST",
      headers,
      body: JSON.stringify({ query }),
    });
    const inQuery = await ask(`/api/graphql?query=${encodeURIComponent(query)}`, { headers });
    expect(inQuery.headers.get("cache-control")).toMatch(/private|no-store/);
    for (const answer of [inBody, inQuery]) {
      if (who === "eve") {
        expect(answer.status).toBe(401);
        continue;
      }
      const { data, errors = [] } = await json<{
        data: Record<string, unknown>;
        errors?: { extensions: { code: string }; path: string[] }[];
      }>(answer);
      for (const field of ["open", "known", "scoped", "again", "room"]) {
        const level = LEVELS.find((one) => one === field) ?? "scoped";
        const error = errors.find(({ path }) => path[0] === field);
        expect(error?.extensions.code).toBe(refusal(level, who)?.[1]);
        expect(data[field] !== null).toBe(error === undefined);
      }
      expect(answer.headers.get("vary")).toContain("Authorization");
    }
  });

  it.each(["anonymous", "ann", "ben"] as const)("an internal read on behalf of %s", async (who) => {
    const answer = await ask("/api/summary", { headers: CREDENTIALS[who] });
    const { read } = await json<{ read: string }>(answer);
    expect(read).toContain(refusal("scoped", who)?.[1] ?? "Ann");
    expect(answer.headers.get("cache-control")).toContain("private");
    expect(answer.headers.get("vary")).toContain("Authorization");
  });

  it("a public route that reads its principal over GraphQL is private there, too", async () => {
    const query = encodeURIComponent("{ self { name } }");
    const answer = await ask(`/api/graphql?query=${query}`, { headers: as("ann") });
    expect(await answer.text()).toContain("Ann");
    expect(answer.headers.get("cache-control")).toContain("private");
    expect(answer.headers.get("vary")).toContain("Authorization");
  });
});

describe("credentials over a socket", () => {
  const get = async (origin: string, target: string, ...lines: readonly string[]) =>
    parseRaw(
      await sendRaw(
        origin,
        [`GET ${target} HTTP/1.1`, "Host: localhost", ...lines, "Connection: close", "", ""].join(
          "\r\n",
        ),
      ),
    );
  const ANN = "Bearer badge-ann";

  it.each<[number, string, string, ...string[]]>([
    [200, "another case of the name", "/api/known", `AUTHORIZATION: ${ANN}`],
    [200, "blanks around it", "/api/known", `Authorization:  ${ANN}\t `],
    [401, "an empty header", "/api/open", "Authorization:"],
    [401, "an empty header", "/api/known", "Authorization: "],
    [401, "a scheme alone", "/api/open", "Authorization: Bearer"],
    [401, "another scheme", "/api/open", "Authorization: Basic YW5uOmFubg=="],
    [401, "a token of 8,000 characters", "/api/open", `Authorization: Bearer ${"a".repeat(8000)}`],
    [
      431,
      "a token of 100,000 characters",
      "/api/open",
      `Authorization: Bearer ${"a".repeat(100_000)}`,
    ],
    [400, "a control character", "/api/known", "Authorization: Bearer badge-ann\u0001"],
    [401, "Latin-1", "/api/known", "Authorization: Bearer badge-ann\u00e9"],
    [401, "two, joined by a comma", "/api/known", `Authorization: ${ANN}, ${ANN}`],
    [400, "the header twice", "/api/known", `Authorization: ${ANN}`, `Authorization: ${ANN}`],
    [400, "the header twice", "/api/open", `Authorization: ${ANN}`, "authorization: x"],
    [400, "the header twice, one empty", "/api/known", "Authorization:", `Authorization: ${ANN}`],
    [400, "a folded header", "/api/known", `Authorization: Bearer`, ` badge-ann`],
    [401, "no credential, absolute target", "http://localhost/api/known"],
    [200, "absolute target", "http://localhost/api/known", `Authorization: ${ANN}`],
    [401, "credentials in the target", "http://ann:ann@localhost/api/known"],
    [401, "a token in the query", "/api/known?access_token=badge-ann"],
    [401, "a cookie", "/api/known", "Cookie: authorization=Bearer badge-ann"],
    [401, "a header of proxies", "/api/known", `Proxy-Authorization: ${ANN}`],
    [401, "a forwarded one", "/api/known", `X-Forwarded-Authorization: ${ANN}`],
    [
      401,
      "another path claimed",
      "/api/known",
      "X-Original-URL: /api/open",
      "X-Rewrite-URL: /api/open",
    ],
  ])("%i for %s at %s", async (status, _name, target, ...lines) => {
    const { origin } = await startNotes();
    const answer = await get(origin, target, ...lines);
    expect(answer.status).toBe(status);
  });
});
