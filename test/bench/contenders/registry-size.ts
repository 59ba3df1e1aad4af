/**
 * A registry of many routes: how long it takes to seal and start, what it keeps, and how long answers take. ROUTES is the
 * number of routes beyond the preset's; KIND=h3 has them in a bare h3 application instead.
 */
import { z } from "zod";
import { ServerState } from "../../../kernel/http/server/runtime.ts";
import { buildRevision } from "../../../kernel/http/server/build-revision.ts";
import { boot } from "../../../kernel/host/boot/boot.ts";
import { definePlugin, type Plugin, type Route } from "../../../kernel/index.ts";
import { silentLog } from "../../../kernel/host/support/log.ts";
import { OpenStreams } from "../../../kernel/http/respond/stream.ts";
import preset from "../../../plugins/preset.ts";
import { median } from "../harness/statistics.ts";
import { announce } from "./announce.ts";

const COUNT = Number(process.env["ROUTES"] ?? 0);
const KIND = process.env["KIND"] ?? "waymark";

/** Half of the routes have a parameter. */
const pathOf = (i: number) =>
  i % 2 === 0 ? `/api/domain-${i % 500}/things-${i}` : `/api/domain-${i % 500}/things-${i}/{id}`;

export interface Sizes {
  /** Milliseconds. */
  readonly seal: number;
  readonly start: number;
  /** Bytes after collections: before anything, with the routes as declared, and with all of it running. */
  readonly empty: number;
  readonly declared: number;
  readonly running: number;
}

export interface Lookups {
  /** Nanoseconds to find an exact path in the fast path: one of the hot routes, and one of all. Of Waymark only. */
  readonly fastPath?: { readonly hot: number; readonly any: number };
  /** Microseconds for an answer in memory through h3. */
  readonly answer: {
    /** Figure for the same hundred routes again and again. */
    readonly hot: number;
    /** Figure for the first request of a route. Where there are more than the hot ones. */
    readonly first?: number;
    /** Figure for any of the routes that were requested by then. */
    readonly later: number;
  };
  /** Bytes that a route keeps after its first request, beyond those it kept before. Where there are more than the hot ones. */
  readonly used?: number;
}

function retained(): number {
  for (let times = 0; times < 4; times++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const Thing = z.object({ id: z.string() }).meta({ id: "Thing", description: "A thing." });

function manyRoutes(): Plugin {
  const routes: Record<string, Route> = {};
  for (let i = 0; i < COUNT; i++) {
    routes[`showThing${i}`] = {
      method: "GET",
      path: pathOf(i) as `/${string}`,
      summary: "Read a thing.",
      returns: Thing,
      cache: { scope: "public", maxAge: "60s" },
    };
  }
  const show = () => ({ id: "thing" });
  const handlers = Object.fromEntries(Object.keys(routes).map((id) => [id, show]));
  return definePlugin({
    id: "bench-routes",
    summary: "Many routes.",
    routes,
    handlers: () => handlers,
  });
}

interface Running {
  readonly sizes: Sizes;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly inFastPath: (path: string) => boolean;
}

async function waymark(): Promise<Running> {
  const empty = retained();
  const plugin = manyRoutes();
  const declared = retained();
  const plugins = {
    "rate-limit": { limit: 1_000_000_000 },
    ...(COUNT > 0 ? { "bench-routes": plugin } : {}),
  };
  const booted = await boot({
    cwd: process.cwd(),
    env: {},
    file: false,
    overrides: { plugins },
    preset,
    testOptions: ({ plugin: { id } }) => id !== "rate-limit" && id !== "bench-routes",
  });
  const server = new ServerState(() => "bench");
  server.takesRequests = true;
  const began = performance.now();
  const { routing, app } = await buildRevision(booted, {
    log: silentLog,
    streams: new OpenStreams(),
    server,
    retries: { secondsLeft: 60 },
  });
  const start = performance.now() - began;
  const sizes = { seal: booted.timings["seal"] ?? 0, start, empty, declared, running: retained() };
  return {
    sizes,
    fetch: app.fetch,
    inFastPath: (path) => routing.fastPath.get(path) !== undefined,
  };
}

async function bareH3(): Promise<Running> {
  const { H3 } = await import("h3");
  const empty = retained();
  const began = performance.now();
  const app = new H3();
  for (let i = 0; i < COUNT; i++)
    app.all(pathOf(i).replace("{id}", ":id"), () => ({ id: `thing-${i}` }));
  const start = performance.now() - began;
  const sizes = { seal: 0, start, empty, declared: empty, running: retained() };
  return { sizes, fetch: async (request) => app.fetch(request), inFastPath: () => false };
}

/** The path of a request, as a new string: one that came over a socket was never hashed either. */
const freshPath = (route: number): string =>
  Buffer.from(pathOf(route).replace("{id}", "7")).toString("latin1");

const HOT = 100;
const ASKED = 5000;
const PASSES = 5;
const ALL: readonly number[] = Array.from({ length: COUNT }, (_, i) => i);

/** Checks that a route is hot. Hot routes are spread over all, half of them with a parameter. */
const isHot = (route: number): boolean =>
  Math.floor(route / 2) % Math.max(1, Math.floor(COUNT / HOT)) === 0;

/** Draws routes at random, some more than once. */
const anyOf = (routes: readonly number[], count: number): readonly number[] =>
  Array.from({ length: count }, () => routes[Math.floor(Math.random() * routes.length)] ?? 0);

const shuffled = (routes: readonly number[]): readonly number[] =>
  routes
    .map((route) => ({ route, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ route }) => route);

/**
 * Nanoseconds to find a path in the fast path: the median of many short passes, as the new strings of a long one would push
 * everything else out of the caches.
 */
function fastPathTime(routes: readonly number[], { inFastPath }: Running): number {
  const exact = routes.filter((route) => route % 2 === 0);
  const times = Array.from({ length: 200 }, () => {
    const paths = anyOf(exact, 1000).map(freshPath);
    const began = performance.now();
    let found = 0;
    for (const path of paths) if (inFastPath(path)) found++;
    const took = performance.now() - began;
    if (found !== paths.length) throw new Error("the fast path misses paths");
    return (took * 1e6) / paths.length;
  });
  return median(times);
}

/** Microseconds for an answer, in the quickest of several passes. */
async function answerTime(
  passes: readonly (readonly number[])[],
  { fetch }: Running,
): Promise<number> {
  const times: number[] = [];
  for (const routes of passes) {
    const requests = routes.map((route) => new Request(`http://localhost${freshPath(route)}`));
    const began = performance.now();
    for (const request of requests) {
      const { status } = await fetch(request);
      if (status !== 200) throw new Error(`${request.url} gave ${status}`);
    }
    times.push(((performance.now() - began) * 1000) / requests.length);
  }
  return Math.min(...times);
}

async function lookups(running: Running): Promise<Lookups> {
  const passes = (routes: readonly number[]) =>
    Array.from({ length: PASSES }, () => anyOf(routes, ASKED));
  const hot = ALL.filter(isHot);
  const others = shuffled(ALL.filter((route) => !isHot(route))).slice(0, ASKED);
  const perPass = Math.ceil(others.length / PASSES);
  const firsts = Array.from({ length: PASSES }, (_, pass) =>
    others.slice(pass * perPass, (pass + 1) * perPass),
  );

  await answerTime(passes(hot), running); // until V8 has compiled what answers
  const before = retained();
  const first = others.length === 0 ? {} : { first: await answerTime(firsts, running) };
  const used = others.length === 0 ? {} : { used: (retained() - before) / others.length };
  const later = await answerTime(passes([...hot, ...others]), running);
  const ofHot = await answerTime(passes(hot), running);
  const fastPath =
    KIND === "h3"
      ? {}
      : { fastPath: { hot: fastPathTime(hot, running), any: fastPathTime(ALL, running) } };
  return { answer: { hot: ofHot, ...first, later }, ...used, ...fastPath };
}

const running = KIND === "h3" ? await bareH3() : await waymark();
announce(0, { sizes: () => running.sizes, lookups: () => lookups(running) });
