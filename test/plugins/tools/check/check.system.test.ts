/** Each case of `waymark check` notices the fault that it is there for. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import { z } from "zod";
import preset from "waymark/preset";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";
import { renderReport } from "../../../../plugins/tools/shared/report.ts";
import { draw, seed } from "../../../_draw.ts";
import { checkThrough, type Tampering } from "./_proxy.ts";
import { NO_CONFIG } from "../../../_setup.ts";
import { failed } from "../../../_conforms.ts";

/** Enough of the preset for every kind of case, and small enough for many runs. */
const SMALL = new Set(
  `request-id trace-context rate-limit size-limits problem-details prefer links encoding cache digest deprecation
  server-timing cors security-headers hsts clock ids event-bus store lists locales ping version openapi legacy health`.split(
    /\s+/,
  ),
);
const small: readonly Plugin[] = preset.filter(({ id }) => SMALL.has(id));

/** Headers that a proxy may lose, with the cases that must notice. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  etag: ["GET /api/locales [ETag]", "GET /api/locales [304]"],
  allow: ["GET /api/ping [OPTIONS]", "GET /api/ping [405]"],
  "x-request-id": ["GET /api/ping [request-id: echo]"],
  traceparent: ["GET /api/ping [trace-context: echo]"],
  link: ["GET /api/ping [links: relations]"],
  "server-timing": ["GET /api/version [server-timing: endpoints]"],
  "content-digest": ["GET /api/version [digest: digests]"],
  "preference-applied": ["GET /api/locales [prefer: honored]"],
  sunset: ["GET /api/legacy/health [deprecation: announcements]"],
  location: ["GET /api/legacy/health [redirect]", "GET /api/ping [trailing slash]"],
  "access-control-allow-headers": ["GET /api/ping [cors: preflight]"],
  "content-security-policy": ["GET /api/ping [security-headers: values]"],
  "strict-transport-security": ["the server [hsts: header]"],
  "retry-after": ["GET /api/locales [rate-limit: 429]"],
};

type Change = NonNullable<Tampering["answer"]>;
const drop =
  (...names: readonly string[]): Change =>
  ({ headers }) => {
    for (const name of names) delete headers[name];
  };
const set =
  (name: string, value: string): Change =>
  ({ headers }) => {
    if (headers[name] !== undefined) headers[name] = value;
  };

/** Other faults of a deployment. */
const FAULTS: readonly (readonly [string, Tampering, readonly string[]])[] = [
  ["loses headers", { answer: drop(...Object.keys(LOST)) }, Object.values(LOST).flat()],
  ["loses Vary", { answer: drop("vary") }, ["GET /api/ping [headers]"]],
  ["loses Date", { answer: drop("date") }, ["GET /api/ping [headers]"]],
  [
    "adds a header",
    { answer: ({ headers }) => (headers["x-powered-by"] = "magic") },
    ["GET /api/ping [headers]", "GET /api/ping [cors: answers]"],
  ],
  [
    "changes headers",
    {
      answer(answer) {
        set("cache-control", "public, max-age=999")(answer);
        set("x-ratelimit-limit", "7")(answer);
        set("link", '</api/nowhere>; rel="describedby"')(answer);
        set("content-type", "text/plain")(answer);
        if (answer.method === "HEAD") set("content-length", "1")(answer);
      },
    },
    [
      "GET /api/locales [cache: Cache-Control]",
      "GET /api/health [cache: Cache-Control]",
      "GET /api/ping [rate-limit: headers]",
      "GET /api/ping [links]",
      "GET /api/ping [answer]",
      "GET /api/ping [error forms]",
      "GET /api/ping [HEAD]",
    ],
  ],
  [
    "changes statuses",
    {
      answer(answer) {
        if (answer.status >= 400) answer.status = 500;
        if (answer.status === 308) answer.status = 302;
      },
    },
    [
      "GET /api/ping [405]",
      "GET /api/ping [406]",
      "GET /api/ping [size-limits: URL]",
      "GET /api/ping [trailing slash]",
      "GET /api/locales [412]",
      "GET /api/locales [rate-limit: 429]",
      "the server [unknown path]",
      "the server [broken escape]",
    ],
  ],
  [
    "damages bodies",
    { answer: (answer) => (answer.body = answer.body.subarray(1)) },
    [
      "GET /api/ping [answer]",
      "GET /api/locales [encoding: codings]",
      "GET /api/version [digest: digests]",
    ],
  ],
  [
    "renames a member",
    { answer: (answer) => (answer.body = renamed(answer.body)) },
    ["GET /api/ping [answer]", "GET /api/ping [document]"],
  ],
  [
    "ignores queries",
    { ask: (ask) => (ask.url = ask.url.replace(/\?.*/, "")) },
    [
      ...["pages", "cursor", "sort", "filter", "fields", "bounds"].map(
        (name) => `GET /api/locales [lists: ${name}]`,
      ),
      "GET /api/legacy/health [redirect]",
    ],
  ],
  [
    "ignores headers",
    {
      ask({ headers }) {
        for (const name of ["accept", "accept-encoding", "if-none-match", "prefer"])
          delete headers[name];
        headers["x-forwarded-for"] = `192.0.2.${Math.ceil(Math.random() * 250)}`;
      },
    },
    [
      "GET /api/ping [406]",
      "GET /api/ping [error forms]",
      "GET /api/health [media types]",
      "GET /api/locales [304]",
      "GET /api/locales [encoding: codings]",
      "GET /api/locales [prefer: honored]",
      "GET /api/locales [rate-limit: 429]",
    ],
  ],
];

function renamed(body: Buffer): Buffer {
  return Buffer.from(body.toString("latin1").replace('"pong"', '"ping"'), "latin1");
}

describe("a deployment that", () => {
  it("does nothing wrong behind a proxy has no failures", async () => {
    expect((await checkThrough(small, {})).failures).toEqual([]);
  });

  it("adds headers on the way has no failures, and one warning names them (C3)", async () => {
    let requests = 0;
    const { failures, warnings } = await checkThrough(small, {
      shared: true,
      answer: ({ headers }) =>
        Object.assign(headers, { via: "1.1 proxy", "x-unique-id": String((requests += 1)) }),
    });
    expect(failures).toEqual([]);
    expect(warnings).toEqual([
      "no policy writes via, x-unique-id: added on the way, and not compared",
    ]);
  });

  it("reports how much of its quota was used (C3)", async () => {
    const { requests, quota } = await checkThrough(small, { shared: true });
    expect(quota).toEqual({ limit: 100_000, used: expect.any(Number) });
    expect(quota?.used).toBeLessThan(requests);
    expect(quota?.used).toBeGreaterThan(requests / 3);
  });

  it("runs another revision is found out (C3)", async () => {
    const metrics = preset.find(({ id }) => id === "metrics") as Plugin;
    const report = await checkThrough([...small, metrics], {
      shared: true,
      expected: {
        plugins: { "rate-limit": { limit: 100_000 }, store: { statementTimeout: "7s" } },
      },
    });
    expect(failed(report)).toEqual(["the server [revision]"]);
    expect(report.failures[0]?.hint).toContain("check with the config");
    const [line] = renderReport(report).split("\n");
    expect(line).toMatch(
      new RegExp(
        `^FAIL {2}the server {2}\\[revision\\] {2}expected revision: ${report.revision}; received \\w{12}`,
      ),
    );
  });

  it("asks for credentials is checked with them, and no report shows them (C3)", async () => {
    const secret = "Bearer 7d1f-secret-value";
    const guarded = definePlugin({
      id: "guarded",
      summary: "Answers those it knows, and repeats their token.",
      errors: { stranger: { status: 401, message: "The request needs a token." } },
      policies: [
        definePolicy({
          id: "guarded",
          guards: true,
          reads: { authorization: { description: "A token." } },
          writes: { "X-Echo": "The token as received." },
          compile: () => ({
            admit: (call) =>
              call.header("authorization") === secret ? undefined : { code: "stranger" as never },
            fields: () => ({ "X-Echo": (call) => call.header("authorization") ?? "none" }),
          }),
        }),
      ],
      routes: {
        getThing: { method: "GET", path: "/thing", summary: "Read it.", cache, returns: Thing },
      },
      handlers: () => ({ getThing: () => ({ id: "a", size: 1 }) }),
    });
    const credentials = { authorization: secret };
    const good = await checkThrough([guarded], { shared: true, credentials });
    expect(good.failures).toEqual([]);
    const bad = await checkThrough([guarded], {
      shared: true,
      credentials,
      answer: ({ headers, method }) => method === "HEAD" && (headers["x-echo"] += "!"),
    });
    expect(bad.failures).not.toEqual([]);
    expect(JSON.stringify(bad)).toContain("(not shown)");
    for (const part of [secret, secret.slice(7), secret.slice(7, 14)])
      expect(JSON.stringify(bad)).not.toContain(part);
  });

  it.each(draw(FAULTS, 4))(
    `%s is found out, with SEED=${seed}`,
    async (_name, tampering, cases) => {
      expect(failed(await checkThrough(small, tampering))).toEqual(
        expect.arrayContaining([...cases]),
      );
    },
  );
});

const cache = "no-store" as const;
const Thing = z.object({ id: z.string(), size: z.int() });
const things = [
  { id: "b", size: 2 },
  { id: "a", size: 10 },
  { id: "c", size: 9 },
];

it("fails for a plugin that may fail and did, once", async () => {
  const frail = definePlugin({
    id: "frail",
    summary: "Does not start.",
    optional: true,
    setup() {
      throw new Error("the nib broke");
    },
    routes: {
      write: {
        method: "GET",
        path: "/writings/{id}",
        summary: "Write.",
        text: { mediaType: "text/plain" },
        cache: "no-store",
      },
    },
    handlers: () => ({ write: () => "" }),
  });
  const { failures } = await checkInProcess(
    { ...NO_CONFIG, preset: [...preset, frail] },
    { only: ({ plugin }) => plugin === "frail" },
  );
  const about = failures.map((failure) => [failure.case, failure.received, failure.hint]);
  expect(about).toEqual([["start: frail", "the nib broke", "waymark plugins --try"]]);
});

describe("a plugin", () => {
  it.each<[string, Plugin, string, RegExp]>([
    [
      "whose body does not fit its schema",
      definePlugin({
        id: "wrong",
        summary: "Answers with something else.",
        routes: {
          getThing: { method: "GET", path: "/thing", summary: "Read it.", cache, returns: Thing },
        },
        // The types forbid it; data from elsewhere may do it all the same.
        handlers: () => ({
          getThing: () => ({ id: "a", size: "large" }) as unknown as z.output<typeof Thing>,
        }),
      }),
      "GET /thing [answer]",
      /\/size must be integer/,
    ],
    [
      "whose handler fails",
      definePlugin({
        id: "wrong",
        summary: "Fails.",
        routes: {
          getThing: { method: "GET", path: "/thing", summary: "Read it.", cache, returns: Thing },
        },
        handlers: () => ({
          getThing: () => {
            throw new Error("no");
          },
        }),
      }),
      "GET /thing [answer]",
      /status 500 \(internal-error\)/,
    ],
    [
      "that pages a list itself and forgets to sort and filter it",
      definePlugin({
        id: "wrong",
        summary: "Lists things.",
        routes: {
          listThings: {
            method: "GET",
            path: "/things",
            summary: "List.",
            cache,
            list: { of: Thing, as: "things", name: "Things" },
          },
        },
        handlers: () => ({ listThings: () => ({ items: things }) }),
      }),
      "GET /things [lists: sort]",
      /"b","a","c"|2,10,9/,
    ],
    [
      "with a parameter that nothing lists",
      definePlugin({
        id: "wrong",
        summary: "Serves things.",
        routes: {
          getThing: {
            method: "GET",
            path: "/things/{id}",
            summary: "Read one.",
            cache,
            returns: Thing,
          },
        },
        handlers: () => ({ getThing: ({ params }) => ({ id: params["id"] ?? "", size: 1 }) }),
      }),
      "GET /things/{id} [path]",
      /nothing lists a value for \{id\}; add a list at \/things/,
    ],
    [
      "that answers for what is not there",
      definePlugin({
        id: "wrong",
        summary: "Serves things.",
        routes: {
          listThings: {
            method: "GET",
            path: "/things",
            summary: "List.",
            cache,
            list: { of: Thing, as: "things", name: "Things" },
          },
          getThing: {
            method: "GET",
            path: "/things/{id}",
            summary: "Read one.",
            cache,
            returns: Thing,
            errors: ["resource-not-found"],
          },
        },
        handlers: () => ({
          listThings: () => things,
          getThing: ({ params }) => ({ id: params["id"] ?? "", size: 1 }),
        }),
      }),
      "GET /things/{id} [404]",
      /status 200/,
    ],
    [
      "with a request body that cannot be generated",
      definePlugin({
        id: "wrong",
        summary: "Takes things.",
        routes: {
          takeThing: {
            method: "POST",
            path: "/things",
            summary: "Take one.",
            body: z.object({ code: z.string().regex(/^[A-Z]{3}-\d{4}$/) }),
            returns: Thing,
            idempotency: "none",
          },
        },
        handlers: () => ({ takeThing: () => ({ id: "a", size: 1 }) }),
      }),
      "POST /things [answer]",
      /none/,
    ],
  ])("%s is found out", async (_name, plugin, where, received) => {
    const report = await checkInProcess({ ...NO_CONFIG, preset: [...rest, plugin] });
    const failure = report.failures.find((one) => `${one.operation} [${one.case}]` === where);
    expect(failed(report)).toContain(where);
    expect(failure?.received).toMatch(received);
    expect(failure?.hint).toMatch(/^waymark explain |examples/);
  });
});

/** The plugins that every service needs, without data. */
const rest = small.filter(({ id }) => !["locales", "store"].includes(id));
