/** The client does what the documents ask of clients: each number of theirs is read from the document, and seen. */
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { clientModel } from "../../../plugins/client/client-text.ts";
import { json } from "../../_setup.ts";
import { tryClient, type Fault } from "./_client.ts";

interface Api {
  readonly brains: { list(input?: object, options?: object): { page(): Promise<object> } };
  readonly time: { get(): Promise<object> };
  readonly offices: {
    get(input: object, options?: object): Promise<{ name: string }>;
    create(input: object): Promise<object>;
    patch(input: object, options?: object): Promise<{ name: string }>;
  };
  readonly events: { streamEvents(): AsyncIterable<object> };
}

const server = await createTestServer({
  config: { plugins: { offices: { writable: true }, idempotency: { enabled: true } } },
});
afterAll(() => server.close());

const documentOf = async <T>(path: string): Promise<T> => json<T>(await server.fetch(path));
const retryPolicy = await documentOf<{
  readonly retryOn: readonly number[];
  readonly maxRetries: number;
  readonly backoff: { readonly baseMs: number; readonly maxMs: number; readonly jitter: string };
}>("/api/retry-policy");
const resilience = await documentOf<{
  readonly timeouts: { readonly connectMs: number; readonly requestMs: number };
  readonly failureSemantics: { readonly doNotRetry: readonly number[] };
  readonly circuitBreaker: {
    readonly failureThreshold: number;
    readonly openMs: number;
    readonly halfOpenRequests: number;
  };
}>("/api/resilience-policy");
const cachePolicy = await documentOf<{
  readonly cacheable: readonly { path: string; maxAge: number; revalidate: number }[];
  readonly noStore: readonly string[];
  readonly revalidation: { readonly endpoints: readonly string[] };
}>("/api/cache-policy");

const refusal = (status: number, headers: Record<string, string> = {}, code = "any"): Response =>
  Response.json({ error: { code, message: "No.", status } }, { status, headers });
const times = (count: number, make: () => Fault): Fault[] => Array.from({ length: count }, make);
/** Milliseconds between requests. */
const gaps = (sent: readonly { readonly at: number }[]): number[] =>
  sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

it.each(["/api/retry-policy", "/api/resilience-policy", "/api/cache-policy"])(
  "%s names the client, which follows it",
  async (path) => {
    const { _links } = await documentOf<{ _links: object }>(path);
    expect(_links).toMatchObject({ client: { href: "/developers/client.ts" } });
  },
);

/** Each member of the documents, for which there is a test below; versioned files are of pages, which it does not read. */
const FOLLOWED: Readonly<Record<string, string>> = {
  "/api/retry-policy":
    "retryOn maxRetries backoff.strategy backoff.baseMs backoff.maxMs backoff.jitter exceptions.code exceptions.status exceptions.retry",
  "/api/resilience-policy":
    "timeouts.connectMs timeouts.requestMs failureSemantics.retryable failureSemantics.doNotRetry circuitBreaker.failureThreshold circuitBreaker.openMs circuitBreaker.halfOpenRequests",
  "/api/cache-policy":
    "cacheable.path cacheable.scope cacheable.maxAge cacheable.revalidate cacheable.versioned noStore revalidation.validator revalidation.conditions revalidation.endpoints",
};

it.each(Object.entries(FOLLOWED))(
  "%s has no member that is not followed",
  async (path, members) => {
    const { _links, ...document } = await documentOf<Record<string, unknown>>(path);
    expect([...new Set(leavesOf(document))]).toEqual(members.split(" "));
  },
);

function leavesOf(value: unknown, path = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, path));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) =>
    leavesOf(member, path === "" ? key : `${path}.${key}`),
  );
}

describe("/api/retry-policy", () => {
  const { retryOn, maxRetries, backoff } = retryPolicy;

  it.each(retryOn)("retryOn: asks again after %i", async (status) => {
    const { api, faults, sent } = await tryClient<Api>(server);
    faults.push(refusal(status));
    await api.brains.list().page();
    expect(sent).toHaveLength(2);
  });

  it("maxRetries: asks so often again, and then fails with the error", async () => {
    const { api, faults, sent } = await tryClient<Api>(server);
    faults.push(...times(maxRetries + 5, () => refusal(503)));
    await expect(api.brains.list().page()).rejects.toMatchObject({ status: 503, code: "any" });
    expect(sent).toHaveLength(maxRetries + 1);
  });

  it("backoff: doubles baseMs, of which jitter takes a random part", async () => {
    expect(backoff.jitter).toBe("full");
    for (const chance of [0.25, 0.999]) {
      const { api, faults, sent, time } = await tryClient<Api>(server);
      time.chance = chance;
      faults.push(...times(maxRetries, () => "cut"));
      await api.brains.list().page();
      expect(gaps(sent)).toEqual(
        times(maxRetries, () => undefined).map((_, index) => backoff.baseMs * 2 ** index * chance),
      );
    }
  });

  it("backoff: waits for no longer than maxMs", async () => {
    const { retries } = await import("waymark/client");
    const waits: number[] = [];
    const environment = {
      now: () => 0,
      random: () => 1,
      after(ms: number, work: () => void) {
        waits.push(ms);
        queueMicrotask(work);
        return () => undefined;
      },
    };
    const fails = async (): Promise<never> => {
      const { ConnectionError } = await import("waymark/client");
      throw new ConnectionError("cut");
    };
    const send = retries(
      { ...retryPolicy, maxRetries: 12, backoff: { ...backoff, jitter: "full" } },
      0,
    )(fails, { settings: { baseUrl: "" }, environment });
    const message = {
      name: "",
      operation: { method: "GET", path: "/" },
      url: new URL(server.origin),
      headers: {},
      options: {},
    };
    await expect(send(message)).rejects.toThrow("cut");
    expect(Math.max(...waits)).toBe(backoff.maxMs);
  });

  it("Retry-After takes precedence, in seconds or as a date", async () => {
    const { api, faults, sent, time } = await tryClient<Api>(server);
    time.chance = 0;
    const date = new Date(time.now() + 7000 + 4000).toUTCString();
    faults.push(refusal(429, { "retry-after": "7" }), refusal(503, { "retry-after": date }));
    await api.brains.list().page();
    expect(gaps(sent)).toEqual([7000, 4000]);
  });

  it("waits for no longer than a window or the longest backoff", async () => {
    const { api, faults, sent } = await tryClient<Api>(server);
    faults.push(refusal(429, { "retry-after": "3600" }));
    await expect(api.brains.list().page()).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect(sent).toHaveLength(1);
  });

  it("exceptions: follows the code before the status", async () => {
    const { exceptions } = await json<{
      readonly exceptions: readonly { code: string; status: number; retry: boolean }[];
    }>(await server.fetch("/api/retry-policy"));
    expect(exceptions.length).toBeGreaterThan(1);
    for (const { code, status, retry } of exceptions) {
      const { api, faults, sent } = await tryClient<Api>(server);
      faults.push(refusal(status, {}, code));
      await api.brains
        .list()
        .page()
        .catch(() => undefined);
      expect([code, sent.length]).toEqual([code, retry ? 2 : 1]);
    }
  });

  it("repeats a write that may have been made under the same key", async () => {
    const { api, faults, sent } = await tryClient<Api>(server);
    faults.push("cut");
    await api.offices.create({ body: { id: "oslo", name: "Oslo", hitos: [] } });
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([
      2,
      1,
      expect.stringMatching(/^".{36}"$/),
    ]);
  });
});

describe("/api/resilience-policy", () => {
  const { timeouts, circuitBreaker, failureSemantics } = resilience;

  it("timeouts.requestMs: gives up an answer that is late", async () => {
    const { api, faults, time } = await tryClient<Api>(server);
    const begin = time.now();
    faults.push(...times(4, () => "late"));
    time.chance = 0;
    await expect(api.brains.list().page()).rejects.toMatchObject({
      name: "TimeoutError",
      message: expect.stringContaining(String(timeouts.requestMs)),
    });
    expect(time.now() - begin).toBe(timeouts.requestMs * 4);
  });

  it("timeouts.connectMs: gives up a stream that does not open", async () => {
    const { api, faults, time } = await tryClient<Api>(server);
    const begin = time.now();
    faults.push(...times(4, () => "late"));
    time.chance = 0;
    const [stream] = [api.events.streamEvents()[Symbol.asyncIterator]()];
    await expect(stream?.next()).rejects.toMatchObject({ name: "TimeoutError" });
    expect(time.now() - begin).toBe(timeouts.connectMs * 4);
  });

  it.each(failureSemantics.doNotRetry)(
    "doNotRetry: does not ask again after %i",
    async (status) => {
      const { api, faults, sent } = await tryClient<Api>(server);
      faults.push(refusal(status));
      await expect(api.brains.list().page()).rejects.toMatchObject({ status });
      expect(sent).toHaveLength(1);
    },
  );

  it("circuitBreaker: sends nothing for openMs after failureThreshold failures, then halfOpenRequests", async () => {
    const { failureThreshold, openMs, halfOpenRequests } = circuitBreaker;
    const { api, faults, sent, time } = await tryClient<Api>(server);
    time.chance = 0;
    faults.push(...times(failureThreshold, () => "cut"));
    while (sent.length < failureThreshold) await api.time.get().catch(() => undefined);
    const open = { name: "CircuitOpenError", retryAfterMs: openMs };
    await expect(api.time.get()).rejects.toMatchObject(open);
    expect(sent).toHaveLength(failureThreshold);
    time.pass(openMs - 1);
    await expect(api.time.get()).rejects.toMatchObject({ retryAfterMs: 1 });
    time.pass(1);
    const trials = times(halfOpenRequests + 2, () => undefined).map(() => api.time.get());
    const results = await Promise.allSettled(trials);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(halfOpenRequests);
    await api.time.get();
  });

  it("circuitBreaker: opens again when a trial fails, and closes when the service refuses in due form", async () => {
    const { failureThreshold, openMs } = circuitBreaker;
    const { api, faults, sent, time } = await tryClient<Api>(server);
    faults.push(...times(failureThreshold + 1, () => refusal(503)));
    while (sent.length < failureThreshold) await api.time.get().catch(() => undefined);
    time.pass(openMs);
    await expect(api.time.get()).rejects.toMatchObject({ name: "CircuitOpenError" });
    time.pass(openMs);
    faults.push(refusal(404));
    await expect(api.time.get()).rejects.toMatchObject({ status: 404 });
    await api.time.get();
  });
});

describe("/api/cache-policy", () => {
  const brains = cachePolicy.cacheable.find(({ path }) => path === "/api/brains");
  const { maxAge = 0, revalidate = 0 } = brains ?? {};

  it("maxAge, revalidate: keeps an answer, lets it stand in while it is renewed, and asks when it is old", async () => {
    expect([maxAge, revalidate]).toEqual([60, 300]);
    const { api, sent, time } = await tryClient<Api>(server);
    const read = async () => {
      await api.brains.list().page();
      return sent.length;
    };
    expect(await read()).toBe(1);
    time.pass(maxAge * 1000 - 1);
    expect(await read()).toBe(1);
    time.pass(1);
    await read();
    await expect.poll(() => time.pending).toBe(0);
    expect(await read()).toBe(2);
    time.pass((maxAge + revalidate) * 1000);
    expect(await read()).toBe(3);
    expect(sent.map(({ headers }) => headers.get("if-none-match") !== null)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("cacheable: keeps the answers of each path for as long as that path may be kept", async () => {
    const { operations } = await clientModel(server.registry);
    const published = new Map(cachePolicy.cacheable.map((entry) => [entry.path, entry]));
    const reads = operations.filter(({ data }) => data.method === "GET");
    expect(reads.length).toBeGreaterThan(40);
    for (const { data, route } of reads) {
      const { maxAge: seconds, revalidate: more } = published.get(route.path) ?? {};
      expect([route.path, data.cache?.maxAge, data.cache?.revalidate]).toEqual([
        route.path,
        seconds,
        more,
      ]);
    }
  });

  it("noStore: keeps nothing", async () => {
    expect(cachePolicy.noStore).toContain("/api/time");
    const { api, sent } = await tryClient<Api>(server);
    await api.time.get();
    await api.time.get();
    expect(sent).toHaveLength(2);
  });

  it("revalidation: asks by the entity tag when the caller wants a fresh answer", async () => {
    expect(cachePolicy.revalidation.endpoints).toContain("/api/brains");
    const { api, sent } = await tryClient<Api>(server);
    const first = await api.brains.list().page();
    expect(await api.brains.list({}, { fresh: true }).page()).toEqual(first);
    expect(sent[1]?.headers.get("if-none-match")).toMatch(/^"/);
  });

  it("keeps an answer as long as its own Cache-Control says, if it has one", async () => {
    const { api, sent, faults, time } = await tryClient<Api>(server);
    faults.push(Response.json({ brains: [] }, { headers: { "cache-control": "max-age=5" } }));
    await api.brains.list().page();
    time.pass(4999);
    await api.brains.list().page();
    expect(sent).toHaveLength(1);
    time.pass(1);
    await api.brains.list().page();
    expect(sent).toHaveLength(2);
  });

  it("keeps no answer that says so itself, and none in place of what was written", async () => {
    const { api, sent, faults } = await tryClient<Api>(server);
    faults.push(Response.json({ name: "Paris" }, { headers: { "cache-control": "no-store" } }));
    await api.offices.get({ officeId: "madrid" });
    const { name } = await api.offices.get({ officeId: "madrid" });
    await api.offices.patch({ officeId: "madrid", body: { name: `${name}!` } });
    expect((await api.offices.get({ officeId: "madrid" })).name).toBe(`${name}!`);
    expect(sent.map(({ method }) => method)).toEqual(["GET", "GET", "PATCH", "GET"]);
  });

  it("writes: names the state that was read, and reads it again after a refusal", async () => {
    const [mine, other] = [await tryClient<Api>(server), await tryClient<Api>(server)];
    await mine.api.offices.get({ officeId: "lisboa" });
    await other.api.offices.patch({ officeId: "lisboa", body: { name: "Theirs" } });
    const change = { officeId: "lisboa", body: { name: "Mine" } };
    await expect(mine.api.offices.patch(change)).rejects.toMatchObject({
      name: "PreconditionFailedError",
      status: 412,
    });
    await mine.api.offices.get({ officeId: "lisboa" });
    expect((await mine.api.offices.patch(change)).name).toBe("Mine");
    expect((await mine.api.offices.patch(change)).name).toBe("Mine");
    expect((await other.api.offices.patch(change, { ifMatch: false })).name).toBe("Mine");
  });
});

it("/api/rate-limit-policy: waits for the next window when RateLimit has no request left", async () => {
  const { api, faults, sent } = await tryClient<Api>(server);
  const headers = { ratelimit: '"default";r=0;t=42', "cache-control": "no-store" };
  faults.push(Response.json({}, { headers }));
  await api.time.get();
  await api.time.get();
  expect(gaps(sent)).toEqual([42_000]);
});
