/** Calls of a client: lists, links, inputs, errors, streams and announcements. */
import { afterAll, describe, expect, it, vi } from "vitest";
import { createTestServer } from "waymark/testing";
import { promises } from "./_odd.ts";
import { importClient, tryClient } from "./_client.ts";

type Call = (input?: object, options?: object) => Promise<Record<string, unknown>>;
interface List<Item> extends AsyncIterable<Item> {
  page(): Promise<{ _links: Record<string, Link> }>;
  pages(): AsyncIterable<{ _meta: { count: number } }>;
}
interface Link {
  readonly href: string;
  follow(options?: object): AsyncIterable<unknown> & Promise<unknown>;
}
interface Api {
  readonly offices: {
    list(input?: object): List<{ id: string }>;
    get(input: object): Promise<{ name: string; _links: Record<string, Link> }>;
  };
  readonly root: { showRoot(): Promise<{ _links: Record<string, Link> }> };
  readonly promises2: Readonly<
    Record<"list" | "getPromise" | "sendPromise" | "oldPromise", Call>
  > & {
    listPromises(input?: object): List<object>;
  };
  readonly events: {
    streamEvents(
      input?: object,
      options?: object,
    ): AsyncIterable<{ event: string; id: string; data: unknown }>;
  };
}

const server = await createTestServer({ config: { plugins: { [promises.id]: promises } } });
afterAll(() => server.close());

describe("lists", () => {
  it("are read page by page, as far as the caller looks", async () => {
    const { api, sent } = await tryClient<Api>(server);
    const ids: string[] = [];
    for await (const { id } of api.offices.list({ limit: 1, fields: ["id"], sort: ["-id"] })) {
      ids.push(id);
      if (ids.length === 3) break;
    }
    expect([ids, sent.length]).toEqual([["rotterdam", "medellin", "madrid"], 3]);
  });

  it("have pages, with as many items as asked for", async () => {
    const { api } = await tryClient<Api>(server);
    const counts = [];
    for await (const { _meta } of api.offices.list({ limit: 3 }).pages()) counts.push(_meta.count);
    expect(counts).toEqual([3, 1]);
  });

  it("take filters with operators and several values", async () => {
    const { api } = await tryClient<Api>(server);
    const filter = { name: { contains: "d" }, id: { in: ["madrid", "rotterdam", "lisboa"] } };
    const found = await Array.fromAsync(api.offices.list({ filter, fields: ["id"] }));
    expect(found).toEqual([{ id: "madrid" }, { id: "rotterdam" }]);
  });
});

describe("links", () => {
  it("lead to lists and resources, and are written as they came", async () => {
    const { api } = await tryClient<Api>(server);
    const { _links: links } = await api.offices.get({ officeId: "madrid" });
    expect(JSON.parse(JSON.stringify(links["integrations"]))).toEqual({
      href: "/api/offices/madrid/integrations",
    });
    const integrations = await Array.fromAsync(links["integrations"]?.follow() ?? []);
    expect(integrations.length).toBeGreaterThan(1);
    const page = await api.offices.list().page();
    expect(await page._links["item:madrid"]?.follow()).toMatchObject({ name: "Madrid" });
  });

  it("that lead to no operation are read as text, without our headers if it is another service's", async () => {
    const { api, sent, faults } = await tryClient<Api>(server, { headers: { "x-own": "1" } });
    faults.push(Response.json({ _links: { away: { href: "https://other.example/a" } } }));
    const { _links: links } = await api.root.showRoot();
    faults.push(new Response("<p>"));
    expect(await links["away"]?.follow()).toBe("<p>");
    expect(sent.map(({ headers }) => headers.get("x-own"))).toEqual(["1", null]);
  });
});

describe("inputs", () => {
  it("have names of their own where the request has the same name twice", async () => {
    const { api } = await tryClient<Api>(server);
    const answer = await api.promises2.getPromise({
      body2: "a/b",
      body3: "c",
      "X-Odd": "d",
      deep: { a: "e" },
    });
    expect(answer["due-date"]).toBe("a/b c d");
  });

  it("repeat a parameter for each value of a list that is the route's own", async () => {
    const { api } = await tryClient<Api>(server);
    const items = api.promises2.listPromises({
      tag: ["a", "b"],
      "odd.name": 3,
      limit: 1,
      fields: ["key"],
    });
    const [first] = await Array.fromAsync(items);
    expect(first).toEqual({ key: "a+b 3" });
  });

  it("are sent as JSON, and an empty answer is undefined", async () => {
    const { api, sent } = await tryClient<Api>(server);
    expect(await api.promises2.sendPromise({ body: { kept: false } })).toBeUndefined();
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  });
});

describe("errors", () => {
  it("have a class for each code, also for odd ones", async () => {
    const { api } = await tryClient<Api>(server);
    const { ConstructorError, ResourceNotFoundError, ApiError } = await importClient(
      server.registry,
    );
    const built = api.promises2.getPromise({ body2: "built", body3: "c", "X-Odd": "d" });
    await expect(built).rejects.toBeInstanceOf(ConstructorError as never);
    const missing = api.offices.get({ officeId: "nowhere" });
    await expect(missing).rejects.toBeInstanceOf(ResourceNotFoundError as never);
    await expect(missing).rejects.toBeInstanceOf(ApiError as never);
    await expect(missing).rejects.toMatchObject({
      code: "resource-not-found",
      status: 404,
      requestId: expect.any(String),
      message: expect.stringContaining("nowhere"),
    });
  });

  it("that do not come from the service have its status", async () => {
    const { api, faults } = await tryClient<Api>(server);
    for (const body of [
      "<html>",
      "null",
      '"text"',
      '{"error":"text"}',
      '{"error":{"code":"toString"}}',
    ]) {
      faults.push(new Response(body, { status: 404 }));
      await expect(api.offices.get({ officeId: "a" })).rejects.toMatchObject({ status: 404 });
    }
  });

  it("of a caller who gave up are the caller's own", async () => {
    const { api, faults } = await tryClient<Api>(server);
    const controller = new AbortController();
    faults.push("late");
    const answer = api.promises2.list({}, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
  });
});

/** A stream that sends these chunks, and then ends or is cut. */
function streamOf(chunks: readonly string[], end: "ended" | "cut"): Response {
  const parts = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = parts.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (end === "cut") controller.error(new TypeError("terminated"));
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

describe("event streams", () => {
  it("go on after the last event when they are cut, as long as the service says to wait", async () => {
    const { api, sent, faults } = await tryClient<Api>(server);
    faults.push(
      streamOf(
        ["retry: 1234\n\nid: 7\nevent: da", 'ta.changed\ndata: {"a":\ndata: 1}\n\n: idle\n\n'],
        "cut",
      ),
      "cut",
      "cut",
      "cut",
      "cut",
      streamOf(['event: reset\r\ndata: {"b":2}\r\n\r\n'], "ended"),
    );
    const events: object[] = [];
    for await (const event of api.events.streamEvents()) {
      events.push(event);
      if (events.length === 2) break;
    }
    expect(events).toEqual([
      { event: "data.changed", data: { a: 1 }, id: "7" },
      { event: "reset", data: { b: 2 }, id: "7" },
    ]);
    expect(sent.map(({ headers }) => headers.get("last-event-id"))).toEqual([
      null,
      "7",
      "7",
      "7",
      "7",
      "7",
    ]);
    expect(sent[1]?.at).toBe(1234);
  });

  it("that are refused fail, at once or later", async () => {
    const { api, faults } = await tryClient<Api>(server);
    const refusal = () => Response.json({ error: { code: "gone" } }, { status: 403 });
    faults.push(refusal(), streamOf([], "ended"), refusal());
    for (let count = 0; count < 2; count++)
      await expect(Array.fromAsync(api.events.streamEvents())).rejects.toMatchObject({
        status: 403,
      });
  });

  it("end with the caller's signal", async () => {
    const { api, faults } = await tryClient<Api>(server);
    const controller = new AbortController();
    faults.push(streamOf(["id: 1\ndata: 1\n\n"], "ended"));
    const stream = api.events.streamEvents({}, { signal: controller.signal });
    const events = stream[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ id: "1" });
    controller.abort(new Error("enough"));
    await expect(events.next()).rejects.toThrow("enough");
  });
});

it("the end of an operation is announced once", async () => {
  const onDeprecated = vi.fn<(notice: object) => void>();
  const { api } = await tryClient<Api>(server, { onDeprecated });
  await api.promises2.oldPromise();
  await api.promises2.oldPromise();
  await api.promises2.list();
  expect(onDeprecated.mock.calls).toEqual([
    [
      {
        operation: "promises2.oldPromise",
        deprecation: "@1767225600",
        sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
      },
    ],
  ]);
});

it("a write that takes no key is sent once, unless it was refused", async () => {
  const { api, faults, sent } = await tryClient<Api>(server);
  const counts = [];
  for (const fault of [
    "cut",
    new Response("", { status: 503 }),
    new Response("", { status: 429 }),
  ] as const) {
    faults.push(fault);
    sent.length = 0;
    await api.promises2.sendPromise({ body: {} }).catch(() => undefined);
    counts.push(sent.length);
  }
  expect(counts).toEqual([1, 1, 2]);
});
