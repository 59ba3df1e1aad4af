/** Receivers of events, over a socket. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { definePlugin, type Plugin, type Principal } from "waymark";
import { EventBus, type EventBus as Bus } from "waymark/services";
import { z } from "zod";
import { as, startNotes } from "./_setup.ts";
import { passes } from "./_passes.ts";

type Publish = (event: string, data: object) => void;

/** Publishes events of each audience; known to the bus by name alone. */
let publish: Publish;
const letters = definePlugin({
  id: "letters",
  summary: "Delivers letters.",
  needs: { bus: EventBus },
  events: {
    "letter.open": z.object({ n: z.int() }),
    "letter.known": { of: z.object({ n: z.int() }), access: "authenticated" },
    "letter.scoped": { of: z.object({ n: z.int() }), access: { scopes: ["notes:read"] } },
  },
  setup({ bus }) {
    const own: Bus = bus;
    publish = own.publish as Publish;
  },
});

interface Frame {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
}

/** Opens a stream and returns what comes on it, frame by frame; undefined at its end. */
async function follow(
  server: Awaited<ReturnType<typeof start>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<() => Promise<Frame | undefined>> {
  const leave = new AbortController();
  leavers.push(leave);
  const answer = await server.request("/api/events", { headers, signal: leave.signal });
  expect(answer.status).toBe(200);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Frame | undefined> => {
    const [frame, ...rest] = text.split("\n\n");
    if (rest.length > 0) {
      text = rest.join("\n\n");
      return Object.fromEntries((frame ?? "").split("\n").map((line) => line.split(/: (.*)/s)));
    }
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) return undefined;
    text += value;
    return next();
  };
  await next(); // the time to reconnect
  return next;
}

const leavers: AbortController[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const leave of leavers.splice(0)) leave.abort();
});

const start = (plugins: readonly Plugin[] = []) =>
  startNotes({
    plugins: [letters as Plugin, ...plugins],
    config: { plugins: { events: { heartbeat: "1h" } } },
  });

async function take(next: () => Promise<Frame | undefined>, count: number) {
  const frames: Frame[] = [];
  for (let i = 0; i < count; i++) frames.push((await next()) ?? {});
  return frames;
}
const names = (frames: readonly Frame[]) => frames.map(({ event = "" }) => event);

describe("audiences", () => {
  it.each([
    ["an anonymous caller", {}, ["letter.open"]],
    ["a principal without scopes", as("ben"), ["letter.known", "letter.open"]],
    ["a principal with the scope", as("ann"), ["letter.known", "letter.scoped", "letter.open"]],
  ])(
    "%s receives its own events alone, and learns nothing of others",
    async (_case, headers, expected) => {
      const server = await start();
      const next = await follow(server, headers);
      const [{ event, id: begin = "" } = {}] = await take(next, 1);
      expect(event).toBe("heartbeat");
      for (const name of ["letter.known", "letter.scoped", "letter.open"]) publish(name, { n: 1 });
      const frames = await take(next, expected.length);
      expect(names(frames)).toEqual(expected);
      const number = (id = "") => Number(id.slice(17));
      const counted = frames.map(({ id }) => number(id) - number(begin));
      expect(counted, "ids count what is received").toEqual(expected.map((_name, i) => i + 1));
    },
  );

  it("resumes with what the caller may receive, and from ids of the same audience alone", async () => {
    const server = await start();
    const [{ id: place = "" } = {}] = await take(await follow(server), 1);
    const [{ id: known = "" } = {}] = await take(await follow(server, as("ben")), 1);
    for (const name of ["letter.scoped", "letter.known", "letter.open", "letter.scoped"])
      publish(name, { n: 1 });
    const resumed = async (id: string, headers = {}, count = 2) =>
      names(await take(await follow(server, { ...headers, "last-event-id": id }), count));
    expect(await resumed(place)).toEqual(["letter.open", "heartbeat"]);
    expect(await resumed(known, as("ben"), 3)).toEqual([
      "letter.known",
      "letter.open",
      "heartbeat",
    ]);
    expect(await resumed(known)).toEqual(["reset", "heartbeat"]);
    expect(await resumed(place, as("ann"))).toEqual(["reset", "heartbeat"]);
  });

  it("are documented", async () => {
    const server = await start();
    const { paths } = (await (await server.request("/api/openapi")).json()) as {
      paths: Record<string, unknown>;
    };
    expect(paths["/api/events"]).toMatchObject({
      get: {
        responses: {
          200: {
            content: {
              "text/event-stream": {
                "x-audiences": {
                  "letter.known": "authenticated",
                  "letter.scoped": { scopes: ["notes:read"] },
                },
              },
            },
          },
        },
      },
    });
  });
});

describe("an open stream", () => {
  const principals = new Map<string, Principal>();
  /** Passes that count as long as the principal is there. */
  const withdrawn = passes({ identify: (call) => principals.get(call.header("x-pass") ?? "") });
  const pass: Principal = { id: "pass:1", kind: "passes", name: "One", scopes: ["notes:read"] };

  it.each<[string, () => void]>([
    ["is revoked", () => void principals.delete("1")],
    ["loses a scope", () => void principals.set("1", { ...pass, scopes: [] })],
    ["is another's", () => void principals.set("1", { ...pass, id: "pass:2" })],
  ])("ends within five seconds after its credential %s", async (_case, change) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    principals.set("1", pass);
    const server = await start([withdrawn]);
    const next = await follow(server, { "x-pass": "1" });
    await take(next, 1);
    await vi.advanceTimersByTimeAsync(5000);
    publish("letter.scoped", { n: 1 });
    expect(names(await take(next, 1)), "while it counts").toEqual(["letter.scoped"]);
    change();
    await vi.advanceTimersByTimeAsync(5000);
    publish("letter.scoped", { n: 2 });
    expect(await next()).toBeUndefined();
  });

  it("ends at a reload that changes who may have it, and at no other", async () => {
    const events = { heartbeat: "1h" } as const;
    const server = await start();
    const next = await follow(server);
    await take(next, 1);
    await server.reload({ plugins: { access: {}, events, faq: false } });
    publish("letter.open", { n: 1 });
    const seen = await take(next, 2);
    expect(names(seen)).toContain("letter.open");
    await server.reload({
      plugins: {
        access: { require: { "events.streamEvents": "authenticated" } },
        events,
        faq: false,
      },
    });
    let last: Frame | undefined = {};
    while (last !== undefined) last = await next();
    expect((await server.request("/api/events")).status).toBe(401);
  });
});
