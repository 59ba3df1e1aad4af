/** Tracepoints: spans form a tree by what listeners bind, and say what their operations did. */
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import type { Span } from "waymark/advanced";
import { z } from "zod";
import { startOtherService } from "../../../_other-service.ts";
import { Tracepoint } from "../../../../kernel/host/support/tracepoint.ts";
import { watchTracepoints } from "../../../../plugins/monitoring/otel/watch-tracepoints.ts";
import { startServer } from "../../../_setup.ts";

interface Watched {
  readonly span: Span;
  readonly parent: Watched | undefined;
  ended: boolean;
}

/** Listens to tracepoints as a tracer does, until the test ends. */
function watch() {
  const current = new AsyncLocalStorage<Watched>();
  const seen: Watched[] = [];
  const stop = watchTracepoints(current, {
    enter(span) {
      const watched = { span, parent: current.getStore(), ended: false };
      seen.push(watched);
      return watched;
    },
    leave(span) {
      const watched = seen.find((one) => one.span === span);
      if (watched !== undefined) watched.ended = true;
    },
  });
  onTestFinished(stop);
  /** Returns a line for each span: its name after those of its parents. */
  const tree = () =>
    seen.map((one) => {
      const path: string[] = [];
      for (let at: Watched | undefined = one; at !== undefined; at = at.parent)
        path.unshift(at.span.name);
      return path.join(" > ");
    });
  return { seen, tree };
}

describe("a tracepoint", () => {
  const point = new Tracepoint("test");
  const span = (): Span => ({ name: "work", attributes: {} });

  it("is not watched, and runs work all the same, without listeners", () => {
    expect(point.isWatched).toBe(false);
    expect(point.run(span(), () => 1)).toBe(1);
  });

  it.each<[string, () => unknown]>([
    ["returns", () => 1],
    ["resolves", async () => 1],
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("no");
      },
    ],
  ])("ends once the work %s, with its error", async (how, work) => {
    const { seen } = watch();
    const fails = how === "throws" || how === "rejects";
    const [outcome] = await Promise.allSettled([(async () => point.run(span(), work))()]);
    expect(outcome.status).toBe(fails ? "rejected" : "fulfilled");
    expect(seen).toMatchObject([{ ended: true }]);
    expect(seen[0]?.span.error instanceof Error).toBe(fails);
  });
});

describe("a watcher", () => {
  const point = new Tracepoint("test-late");

  it("does not see the end of an operation whose start it has not seen", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const left: unknown[] = [];
    const running = point.run({ name: "work", attributes: {} }, () => promise);
    const stop = watchTracepoints(new AsyncLocalStorage<object>(), {
      enter: (span) => span,
      leave: (...ended) => void left.push(ended),
    });
    onTestFinished(stop);
    resolve(1);
    expect(await running).toBe(1);
    expect(left).toEqual([]);
    const span = { name: "later", attributes: {} };
    point.run(span, () => 2);
    expect(left).toEqual([[span, span]]);
  });
});

describe("a server that is watched", () => {
  it("has a span for each part of a request, in each other's context", async () => {
    const { tree, seen } = watch();
    const server = await startServer({});
    await server.request("/api/offices?limit=1");
    expect(tree()).toEqual([
      "GET /api/offices",
      "GET /api/offices > handler offices.listOffices",
      "GET /api/offices > handler offices.listOffices > SELECT offices",
    ]);
    const [request, , statement] = seen.map(({ span }) => span);
    expect(request).toMatchObject({
      kind: "server",
      attributes: {
        "http.request.method": "GET",
        "http.route": "/api/offices",
        "http.response.status_code": 200,
        "waymark.route": "offices.listOffices",
      },
    });
    expect(statement?.attributes["db.query.text"]).toMatch(/^select .* limit \?/);
    seen.length = 0;

    const query = "{ offices(limit: 2) { id hitos { id } } }";
    await server.request("/api/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query }),
    });
    expect(tree().at(-1)).toBe(
      "POST /api/graphql > handler graphql.postGraphql > read offices.listOffices > handler offices.listOffices > SELECT offices",
    );
    seen.length = 0;

    await server.request("/nothing/here?secret=1");
    await server.request("/developers", { headers: { Accept: "text/html" } });
    expect(tree()[0]).toBe("GET");
    expect(tree().some((line) => / > render \w+\.\w+$/.test(line))).toBe(true);
    expect(seen[0]?.span.attributes["http.response.status_code"]).toBe(404);
    expect(seen.every(({ ended }) => ended)).toBe(true);
  });
});

describe("fetch of a handler's call", () => {
  it("continues the trace, ends with the call, and shows as a span", async () => {
    const { origin, received } = await startOtherService(({ url }, response) => {
      if (url?.startsWith("/slow") !== true) response.end("ok");
    });
    const asking = definePlugin({
      id: "asking",
      summary: "Asks another service.",
      routes: {
        ask: {
          method: "GET",
          path: "/api/ask",
          summary: "Ask.",
          returns: z.object({ answer: z.string(), traceparent: z.string() }),
          cache: "no-store",
          timeout: "1s",
          query: z.object({ path: z.string() }),
          publish: { rootLink: "ask" },
        },
      },
      handlers: () => ({
        ask: async ({ fetch, query, trace }) => ({
          answer: await (await fetch(`${origin}${query.path}?key=secret`)).text(),
          traceparent: trace["traceparent"] ?? "",
        }),
      }),
    });
    const server = await startServer({ config: { plugins: { asking } } });
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const ask = () => server.request("/api/ask?path=/quick", { headers });
    const { traceparent } = (await (await ask()).json()) as { traceparent: string };
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
    expect(received).toEqual([traceparent]);

    const { seen, tree } = watch();
    await ask();
    expect(tree().at(-1)).toBe("GET /api/ask > handler asking.ask > GET");
    expect(seen.at(-1)?.span).toMatchObject({
      kind: "client",
      attributes: { "url.full": `${origin}/quick`, "http.response.status_code": 200 },
    });
    expect((await server.request("/api/ask?path=/slow")).status).toBe(503);
    // Servers of other tests may have spans, too.
    const slow = () => seen.find(({ span }) => span.attributes["url.full"] === `${origin}/slow`);
    await expect.poll(() => slow()?.ended).toBe(true);
    expect(slow()?.span.error).toMatchObject({ name: "AbortError" });
  });
});
