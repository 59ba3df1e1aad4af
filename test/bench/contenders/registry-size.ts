/**
 * A registry of many routes: how long it takes to seal and start, what it keeps, and how long answers take. ROUTES is the
 * number of routes besides the preset's; KIND=h3 has them in a bare h3 application instead.
 */
import { z } from "zod";
import { assemble } from "../../../kernel/assemble.ts";
import { boot } from "../../../kernel/boot.ts";
import { definePlugin, type Plugin, type Route } from "../../../kernel/index.ts";
import { silentLog } from "../../../kernel/log.ts";
import { OpenStreams } from "../../../kernel/stream.ts";
import preset from "../../../plugins/preset.ts";
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
  /** Nanoseconds to find an exact path in the lane; NaN for h3. */
  readonly lane: number;
  /** Microseconds for an answer in memory through h3, of any route. */
  readonly answer: number;
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
  readonly inLane: (path: string) => boolean;
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
    ephemeral: ({ plugin: { id } }) => id !== "rate-limit" && id !== "bench-routes",
  });
  const began = performance.now();
  const { routing, app } = await assemble(booted, {
    log: silentLog,
    streams: new OpenStreams(),
    service: { ready: true, onChange: () => () => {} },
  });
  const start = performance.now() - began;
  const sizes = { seal: booted.timings["seal"] ?? 0, start, empty, declared, running: retained() };
  return { sizes, fetch: app.fetch, inLane: (path) => routing.lane.get(path) !== undefined };
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
  return { sizes, fetch: async (request) => app.fetch(request), inLane: () => false };
}

/** A path of any route of the given kind, as a new string: one that came over a socket was never hashed either. */
function freshPath(parity: 0 | 1): string {
  const i = Math.min(COUNT - 1, 2 * Math.floor((Math.random() * COUNT) / 2) + parity);
  return Buffer.from(pathOf(i).replace("{id}", "7")).toString("latin1");
}

async function lookups({ fetch, inLane }: Running): Promise<Lookups> {
  const [lane, answer]: [number[], number[]] = [[], []];
  for (let pass = 0; pass < 5; pass++) {
    const paths = Array.from({ length: 20_000 }, () => freshPath(0));
    const laneBegan = performance.now();
    let found = 0;
    for (const path of paths) if (inLane(path)) found++;
    lane.push(((performance.now() - laneBegan) * 1e6) / paths.length);
    if (KIND === "waymark" && found !== paths.length) throw new Error("the lane misses paths");

    const requests = Array.from(
      { length: 5000 },
      (_, i) => new Request(`http://localhost${freshPath(i % 2 === 0 ? 0 : 1)}`),
    );
    const began = performance.now();
    for (const request of requests) {
      const { status } = await fetch(request);
      if (status !== 200) throw new Error(`${request.url} gave ${status}`);
    }
    answer.push(((performance.now() - began) * 1000) / requests.length);
  }
  return { lane: Math.min(...lane), answer: Math.min(...answer) };
}

const running = KIND === "h3" ? await bareH3() : await waymark();
announce(0, { sizes: () => running.sizes, lookups: () => lookups(running) });
