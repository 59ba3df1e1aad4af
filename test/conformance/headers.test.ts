/** The header matrix: every route on every outcome, generated from the registry, against the contract's table. */
import { expect, it } from "vitest";
import type { Registry, SealedRoute } from "waymark";
import { describeMatrix, discard, parseRaw, sendRaw, type Ask } from "../_setup.ts";
import { CONTRACT_HEADERS, type Kind, type Observed } from "./contract.ts";
import { samplePaths } from "./sample-paths.ts";

const PREFLIGHT = { origin: "https://elsewhere.example", "access-control-request-method": "GET" };

/** The same target with a slash at the end of its path. */
function withSlash(target: string): string {
  return target.replace(/(?=\?|$)/, "/");
}

/** Good answers, redirecting routes included. */
const isGood = (status: number): boolean => [200, 301, 302, 308].includes(status);

/** Requests that bring each outcome about at a path. */
const WAYS: readonly {
  kind: Kind;
  status: (status: number) => boolean;
  ask: (ask: Ask, path: string) => Promise<Response>;
}[] = [
  { kind: "ok", status: isGood, ask: (ask, path) => ask(path) },
  {
    kind: "head",
    status: isGood,
    ask: (ask, path) => ask(path, { method: "HEAD" }),
  },
  { kind: "redirect", status: (s) => s === 308, ask: (ask, path) => ask(withSlash(path)) },
  { kind: "error", status: (s) => s === 405, ask: (ask, path) => ask(path, { method: "DELETE" }) },
  {
    kind: "options",
    status: (s) => s === 204,
    ask: (ask, path) => ask(path, { method: "OPTIONS" }),
  },
  {
    kind: "preflight",
    status: (s) => s === 204,
    ask: (ask, path) => ask(path, { method: "OPTIONS", headers: PREFLIGHT }),
  },
];

/** The status of a route that refuses every request. */
function refusalOf({ declaration: { alwaysFails } }: SealedRoute, { errors }: Registry) {
  return errors.find(({ code }) => code === alwaysFails?.code)?.status;
}

/** Rules of the contract that an answer breaks, as sentences. */
function broken(observed: Observed): string[] {
  return CONTRACT_HEADERS.filter((rule) => rule.applies(observed))
    .filter(({ header, value }) => !value.test(observed.headers.get(header) ?? ""))
    .map(
      ({ header, value }) =>
        `${header} is ${observed.headers.get(header) ?? "missing"}, expected ${value}`,
    );
}

describeMatrix(
  "contract headers",
  { config: { plugins: { "rate-limit": { limit: 100_000 } } } },
  (ask, server) => {
    it.each(WAYS)("are on every route: $kind", async ({ kind, status, ask: bring }) => {
      const problems: string[] = [];
      for (const [route, path] of await samplePaths(server())) {
        if (kind === "redirect" && path === "/") continue; // the root's slash is not a trailing one
        const answer = await bring(ask, path);
        await discard(answer);
        const actual: Kind =
          answer.status >= 300 && answer.status < 400
            ? "redirect"
            : answer.status >= 400
              ? "error"
              : kind;
        const always = (kind === "ok" || kind === "head") && refusalOf(route, server().registry);
        if (always ? answer.status !== always : !status(answer.status))
          problems.push(`${route.ref}: ${answer.status}`);
        problems.push(
          ...broken({ kind: actual, route, headers: answer.headers }).map(
            (text) => `${route.ref}: ${text}`,
          ),
        );
      }
      expect(problems).toEqual([]);
    });

    it("are on every 304, with the 200's Vary, ETag and Cache-Control and no body headers", async () => {
      const problems: string[] = [];
      let seen = 0;
      for (const [route, path] of await samplePaths(server())) {
        const full = await ask(path);
        await discard(full);
        const etag = full.headers.get("etag");
        if (etag === null) continue;
        seen++;
        const answer = await ask(path, { headers: { "if-none-match": etag } });
        if (answer.status !== 304) problems.push(`${route.ref}: ${answer.status}`);
        for (const name of ["vary", "etag", "cache-control"]) {
          if (answer.headers.get(name) !== full.headers.get(name))
            problems.push(`${route.ref}: ${name} differs`);
        }
        for (const name of [
          "content-type",
          "content-length",
          "content-encoding",
          "content-digest",
        ]) {
          if (answer.headers.has(name)) problems.push(`${route.ref}: ${name} on 304`);
        }
        problems.push(
          ...broken({ kind: "notModified", route, headers: answer.headers }).map(
            (text) => `${route.ref}: ${text}`,
          ),
        );
      }
      expect(problems).toEqual([]);
      expect(seen).toBeGreaterThan(5);
    });

    it.each<[string, string, RequestInit, number]>([
      ["an unknown path", "/api/nothing", {}, 404],
      ["an unknown method", "/api/ping", { method: "PROPFIND" }, 501],
      ["a broken escape", "/api/%zz", {}, 400],
      ["an over-long URL", `/api/ping?${"x".repeat(9000)}`, {}, 414],
      ["a refused media type", "/api/ping", { headers: { accept: "application/json;q=0" } }, 406],
      ["a refused coding", "/api/offices", { headers: { "accept-encoding": "identity;q=0" } }, 406],
      ["a failed condition", "/api/offices", { headers: { "if-match": '"other"' } }, 412],
      ["a bad query", "/api/offices?limit=none", {}, 400],
      ["a resource that is not there", "/api/offices/unknown", {}, 404],
      ["a type that is not there", "/api/schemas/__proto__", {}, 404],
    ])("are on errors in both forms: %s", async (_name, path, init, status) => {
      const plain = await ask(path, init);
      expect(plain.status).toBe(status);
      expect(plain.headers.get("content-type")).toBe("application/json");
      expect(await plain.json()).toMatchObject({
        error: { status, requestId: plain.headers.get("x-request-id") },
      });
      expect(broken({ kind: "error", route: undefined, headers: plain.headers })).toEqual([]);
      if (new Headers(init.headers).has("accept")) return;
      const problem = await ask(path, {
        ...init,
        headers: { ...init.headers, accept: "application/problem+json" },
      });
      expect(problem.headers.get("content-type")).toBe("application/problem+json");
      expect(await problem.json()).toMatchObject({
        status,
        requestId: problem.headers.get("x-request-id"),
      });
      expect(broken({ kind: "error", route: undefined, headers: problem.headers })).toEqual([]);
    });

    it.each<[string, string, number]>([
      [
        "an unknown method",
        "FOO /api HTTP/1.1\r\nHost: a\r\nAccept: application/problem+json\r\n\r\n",
        400,
      ],
      ["a broken header", "GET /api HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n", 400],
      ["a missing Host", "GET /api HTTP/1.1\r\nAccept: application/problem+json\r\n\r\n", 400],
      ["too many headers", `GET /api HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, 431],
    ])("are on answers of the parser: %s", async (_name, bytes, status) => {
      const { status: received, headers, body } = parseRaw(await sendRaw(server().origin, bytes));
      expect(received).toBe(status);
      expect(broken({ kind: "error", route: undefined, headers })).toEqual([]);
      const form = bytes.includes("problem") ? "application/problem+json" : "application/json";
      expect(headers.get("content-type")).toBe(form);
      expect(JSON.parse(body)).toMatchObject(
        form.includes("problem") ? { status } : { error: { status } },
      );
    });
  },
  ["in memory", "over a socket through the fast path"],
);

describeMatrix(
  "an exhausted limit",
  { config: { plugins: { "rate-limit": { limit: 2 } } } },
  (ask) => {
    it("answers 429 with every header, before it answers 304, and still lets preflights through", async () => {
      const first = await ask("/api/offices");
      const etag = first.headers.get("etag") ?? "";
      await ask("/api/offices");
      const refused = await ask("/api/offices", { headers: { "if-none-match": etag } });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
      expect(broken({ kind: "error", route: undefined, headers: refused.headers })).toEqual([]);
      expect((await ask("/api/offices", { method: "OPTIONS", headers: PREFLIGHT })).status).toBe(
        204,
      );
      expect((await ask("/api/health")).status).toBe(200);
    });
  },
);

it("alwaysFails when a contract header is missing", () => {
  const problems = broken({
    kind: "ok",
    route: undefined,
    headers: new Headers({ date: "Sat, 21 Nov 2026 05:36:35 GMT" }),
  });
  expect(problems.length).toBeGreaterThan(5);
  expect(problems.join()).not.toContain("Date");
});
