/** Requests by principal and month, and the limits of plans, over a socket. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { fixedClock, type TestServerOptions } from "waymark/testing";
import { as, startNotes } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";
import { startServer } from "../../_setup.ts";

const plans = { pro: { limit: 1000, requestsLimit: 5 }, open: { limit: 1000 } };

/** Routes that fail. */
const faults = definePlugin({
  id: "faults",
  summary: "Fails.",
  routes: {
    getFault: {
      method: "GET",
      path: "/api/fault",
      summary: "Fails.",
      text: { mediaType: "text/plain" },
      cache: "no-store",
      publish: { rootLink: "fault" },
    },
  },
  handlers: () => ({
    getFault() {
      throw new Error("broken");
    },
  }),
}) as Plugin;

async function start(options: TestServerOptions = {}, access: object = {}) {
  const server = await startNotes(
    { ...options, plugins: [faults, ...(options.plugins ?? [])] },
    { plans, ...access },
  );
  const send = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    init: RequestInit = {},
  ) => server.request(path, { ...init, headers: { ...headers, ...init.headers } });
  const usage = async (headers: Readonly<Record<string, string>>) => {
    const answer = await send("/api/usage", headers);
    const body = (await answer.json()) as {
      period: string;
      requestsUsed: number;
      requestsLimit: number | null;
    };
    return { answer, body };
  };
  const used = async (name: string) => (await usage(as(name))).body.requestsUsed;
  return { server, send, usage, used };
}

/** A clock that can also be set back. */
function movableClock(at: string) {
  const clock = { at, now: () => Date.parse(clock.at) };
  return clock;
}

function dataFile(): string {
  const folder = folderOf();
  return join(folder, "data.db");
}

describe("the answer is the caller's own", () => {
  it.each([
    ["a plan with a limit", "pat", {}, {}, 5],
    ["a plan without one", "ben", { defaultPlan: "open" }, { requestsLimit: 7 }, null],
    ["no plan", "ben", {}, {}, null],
    ["no plan, and a limit for those", "ben", {}, { requestsLimit: 7 }, 7],
    ["a plan that is gone", "pat", { plans: {} }, { requestsLimit: 7 }, 7],
  ])("with %s", async (_name, who, access, options, requestsLimit) => {
    const clock = fixedClock("2026-05-05T00:00:00Z");
    const { send, usage } = await start({ clock, config: { plugins: { usage: options } } }, access);
    await send("/api/open", as(who));
    await send("/api/open", as("ann"));
    const { answer, body } = await usage(as(who));
    expect(body).toMatchObject({ period: "2026-05", requestsUsed: 1, requestsLimit });
    expect(answer.headers.get("cache-control")).toContain("private");
    expect(answer.headers.get("vary")).toContain("Authorization");
  });

  it("and refused without a principal", async () => {
    const { usage } = await start();
    expect((await usage({})).answer.status).toBe(401);
  });

  it("and another one's with usage:read", async () => {
    const { send } = await start();
    for (const name of ["ann", "ann", "pat"]) await send("/api/open", as(name));
    expect((await send("/api/usage/principals", as("ann"))).status).toBe(403);
    const answer = await send("/api/usage/principals?sort=-requestsUsed", as("pia"));
    expect(await answer.json()).toMatchObject({
      principals: [
        { id: "badge:ann", requestsUsed: 2 },
        { id: "badge:pat", requestsUsed: 1 },
      ],
    });
  });

  it("is announced by a flag of its own", async () => {
    const { send } = await start();
    const { capabilities } = (await (await send("/api/capabilities")).json()) as {
      capabilities: object;
    };
    expect(capabilities).toMatchObject({ usage: true, usageStub: false });
  });
});

it.each<[string, number, string, RequestInit?]>([
  ["a read", 1, "/api/open"],
  ["HEAD", 1, "/api/open", { method: "HEAD" }],
  ["a 304", 1, "/api/open", { headers: { "if-none-match": "*" } }],
  ["a path that does not exist", 1, "/api/nowhere"],
  ["a method that is not allowed", 1, "/api/open", { method: "DELETE" }],
  ["OPTIONS", 0, "/api/open", { method: "OPTIONS" }],
  ["a refusal for want of scopes", 0, "/api/usage/principals"],
  ["a failure of the server", 0, "/api/fault"],
  ["an exempt path", 0, "/api/rate-limit-demo"],
  ["the usage itself", 0, "/api/usage"],
])("%s counts %i", async (_name, count, path, init) => {
  const { send, used } = await start();
  await send(path, as("ben"), init);
  expect(await used("ben")).toBe(count);
});

it("counts neither anonymous requests nor those with bad credentials, nor what the rate limit refuses", async () => {
  const { send, used } = await start({ config: { plugins: { "rate-limit": { limit: 2 } } } });
  for (const headers of [{}, as("eve"), as("ben"), as("ben"), as("ben"), as("ben")])
    await send("/api/open", headers);
  const answer = await send("/api/usage/principals", as("pia"));
  expect(await answer.json()).toMatchObject({ principals: [{ id: "badge:ben", requestsUsed: 2 }] });
  expect((await send("/api/usage", as("ben"))).status).toBe(429);
  expect(await used("pia")).toBe(0);
});

describe("the limit of a month", () => {
  it("refuses what comes after, and says when the next month begins", async () => {
    const clock = fixedClock("2026-12-31T23:00:00.5Z");
    const { send, used } = await start({ clock });
    for (let sent = 0; sent < 5; sent++)
      expect((await send("/api/open", as("pat"))).status).toBe(200);
    const refused = await send("/api/open", as("pat"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(await refused.json()).toMatchObject({
      error: {
        code: "quota-exceeded",
        detail: expect.stringContaining("2027-01-01T00:00:00.000Z"),
      },
    });
    expect(await used("pat")).toBe(5);
    expect((await send("/api/open", as("pia"))).status).toBe(200); // another one of that plan
    expect((await send("/api/open", as("pat"), { method: "OPTIONS" })).status).toBe(204);
    clock.advance("1h");
    expect((await send("/api/open", as("pat"))).status).toBe(200);
    expect(await used("pat")).toBe(1);
  });

  it("is exact among requests at the same time, the first ones included", async () => {
    const { send, used } = await start();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send("/api/open", as("pat"))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    expect(await used("pat")).toBe(5);
  });

  it("leaves out the requests that failed", async () => {
    const { send } = await start();
    for (let sent = 0; sent < 20; sent++) await send("/api/fault", as("pat"));
    expect((await send("/api/open", as("pat"))).status).toBe(200);
  });
});

it("belongs to the month in which it was taken up, also when the clock is set back", async () => {
  const clock = movableClock("2026-01-31T23:59:59Z");
  const file = dataFile();
  const config = { plugins: { store: { file }, usage: { flushInterval: "100ms" } } };
  const { send, usage, server } = await start({ clock, config });
  const month = async () => {
    const { period, requestsUsed } = (await usage(as("ben"))).body;
    return [period, requestsUsed];
  };
  await send("/api/open", as("ben"));
  clock.at = "2026-02-01T00:00:00Z";
  await send("/api/open", as("ben"));
  await send("/api/open", as("ben"));
  expect(await month()).toEqual(["2026-02", 2]);
  clock.at = "2026-01-31T23:59:59Z";
  await send("/api/open", as("ben"));
  expect(await month()).toEqual(["2026-01", 2]);
  await server.close();
  const again = await start({ clock, config });
  expect(await again.used("ben")).toBe(2);
});

describe("counts are kept", () => {
  it("over a restart, and summed over processes on the same data", async () => {
    const config = { plugins: { store: { file: dataFile() }, usage: { flushInterval: "100ms" } } };
    const first = await start({ config });
    const second = await start({ config });
    for (let sent = 0; sent < 3; sent++) await first.send("/api/open", as("ben"));
    for (let sent = 0; sent < 4; sent++) await second.send("/api/open", as("ben"));
    await expect.poll(() => first.used("ben")).toBe(7);
    await expect.poll(() => second.used("ben")).toBe(7);
    await second.send("/api/open", as("ben"));
    await second.server.close();
    expect(await first.used("ben")).toBe(8);
    await first.server.close();
    expect(await (await start({ config })).used("ben")).toBe(8);
  });

  it("over restarts for limits too", async () => {
    const config = { plugins: { store: { file: dataFile() } } };
    for (const allowed of [3, 2, 0]) {
      const { send, server } = await start({ config });
      let sent = 0;
      while (sent < 3 && (await send("/api/open", as("pat"))).status === 200) sent += 1;
      expect(sent).toBe(allowed);
      await server.close();
    }
  });

  it("over reloads of any kind", async () => {
    const { send, used, server } = await start();
    const reload = async (plugins: object) => {
      await send("/api/open", as("pat"));
      await server.reload({ plugins: { access: { plans }, ...plugins } });
    };
    await reload({ "rate-limit": { limit: 77 } });
    expect(await used("pat")).toBe(1);
    await reload({ access: { plans: { pro: { requestsLimit: 3 } } } });
    expect(await used("pat")).toBe(2);
    await reload({ access: { plans: { pro: { requestsLimit: 3 } } }, usage: { keepMonths: 2 } });
    await expect.poll(() => used("pat")).toBe(3);
    expect((await send("/api/open", as("pat"))).status).toBe(429);
  });

  it("for so many months", async () => {
    const clock = movableClock("");
    const file = dataFile();
    const config = { plugins: { store: { file }, usage: { keepMonths: 2 } } };
    const open = () => start({ clock, config });
    for (const month of [1, 2, 3]) {
      clock.at = `2026-0${month}-10T00:00:00Z`;
      const { send, server } = await open();
      for (let sent = 0; sent < month; sent++) await send("/api/open", as("ben"));
      await server.close();
    }
    clock.at = "2026-02-10T00:00:00Z";
    expect(await (await open()).used("ben")).toBe(2); // February
    clock.at = "2026-01-10T00:00:00Z";
    expect(await (await open()).used("ben")).toBe(0); // January was removed in March
  });
});

it("can be switched off", async () => {
  const { send } = await start({ config: { plugins: { usage: false } } });
  expect((await send("/api/usage", as("ann"))).status).toBe(404);
  expect((await send("/api/open", as("ann"))).status).toBe(200);
});

it("is the stub where identity is off", async () => {
  const server = await startServer({ config: { plugins: { usage: { requestsLimit: 9 } } } });
  const answer = await server.request("/api/usage", { headers: as("ann") });
  expect(await answer.json()).toMatchObject({ requestsUsed: 0, requestsLimit: 9 });
});
