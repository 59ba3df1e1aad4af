/** Clients as they are exported, run in the process of the test. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import type { Registry, WaymarkConfig } from "waymark";
import { createTestServer, type TestServer } from "waymark/testing";
import { clientText } from "../../../plugins/client/client-text.ts";
import type { Environment } from "../../../plugins/client/runtime/message.ts";

/** Time that passes when nothing else happens: the next timer is due once no request is under way. */
export class IdleTime implements Environment {
  #now = Date.parse("2026-01-02T03:04:05Z");
  readonly #timers = new Set<{ readonly at: number; readonly work: () => void }>();
  /** Requests under way. */
  pending = 0;
  chance = 0.5;

  now = (): number => this.#now;
  random = (): number => this.chance;

  after = (ms: number, work: () => void): (() => void) => {
    const timer = { at: this.#now + ms, work };
    this.#timers.add(timer);
    this.settle();
    return () => void this.#timers.delete(timer);
  };

  pass(ms: number): void {
    this.#now += ms;
  }

  settle(): void {
    setTimeout(() => {
      if (this.pending > 0) return;
      const [next] = [...this.#timers].toSorted((a, b) => a.at - b.at);
      if (next === undefined) return;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
      this.settle();
    }, 5);
  }
}

/** A request as it was sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** Milliseconds since the client was made. */
  readonly at: number;
}

/** The end of a request: an answer of its own, none at all, or that of the server if undefined. */
export type Fault = Response | "cut" | "late" | undefined;

export interface Trial<Api> {
  readonly api: Api;
  readonly time: IdleTime;
  readonly sent: Sent[];
  /** Faults of the next requests, in order. */
  readonly faults: Fault[];
}

// Each is exported and compiled once.
const modules = new Map<Registry, Promise<Module>>();
type Module = Readonly<Record<string, unknown>> & {
  readonly createClient: (settings: object) => unknown;
};

export async function importClient(registry: Registry): Promise<Module> {
  const load = async (): Promise<Module> => {
    const file = join(mkdtempSync(join(tmpdir(), "waymark-client-")), "api.mjs");
    writeFileSync(file, stripTypeScriptTypes(await clientText(registry)));
    return import(/* @vite-ignore */ pathToFileURL(file).href).finally(() =>
      rmSync(dirname(file), { recursive: true }),
    );
  };
  const present = modules.get(registry) ?? load();
  modules.set(registry, present);
  return present;
}

/** Makes a client of a server, whose requests can fail. `Api` is the part of it that the test uses. */
export async function tryClient<Api>(
  { registry, fetch: serve, origin }: Pick<TestServer, "registry" | "fetch" | "origin">,
  settings: object = {},
): Promise<Trial<Api>> {
  const { createClient } = await importClient(registry);
  const time = new IdleTime();
  const begin = time.now();
  const sent: Sent[] = [];
  const faults: Fault[] = [];
  const fetch = async (url: URL, init: RequestInit & { signal: AbortSignal }) => {
    const path = url.pathname + url.search;
    const headers = new Headers(init.headers);
    sent.push({ method: String(init.method), path, headers, at: time.now() - begin });
    const fault = faults.shift();
    if (fault === "cut") throw new TypeError("fetch failed");
    if (fault === "late")
      return new Promise<never>((_resolve, reject) => {
        const abort = () => reject(init.signal.reason as Error);
        if (init.signal.aborted) abort();
        init.signal.addEventListener("abort", abort);
      });
    if (fault !== undefined) return fault;
    time.pending++;
    try {
      const { signal: _, ...rest } = init;
      return await serve(path, rest);
    } finally {
      time.pending--;
      time.settle();
    }
  };
  const api = createClient({ baseUrl: origin, environment: time, fetch, ...settings }) as Api;
  return { api, time, sent, faults };
}

export async function serverOf(plugins: WaymarkConfig["plugins"] = {}): Promise<TestServer> {
  const server = await createTestServer({ config: { plugins } });
  onTestFinished(() => server.close());
  return server;
}
