/** The door for programs that run a service themselves, imported as "waymark/server". */
import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf } from "../registry/contract/finding.ts";
import type { Log } from "../registry/contract/types.ts";
import type { Registry } from "../registry/contract/registry.ts";
import { assemble, type Assembled } from "./lifecycle/build-revision.ts";
import type { Booted } from "./boot/boot.ts";
import { listen, type Listening } from "./http/listen.ts";
import { Listener } from "./http/listener.ts";
import { OpenStreams } from "./respond/stream.ts";

// From a config to a registry, and what either tells
export { boot } from "./boot/boot.ts";
export type { Booted, BootInput, Timings } from "./boot/boot.ts";
export type { Env, UnknownVariable } from "./config/env.ts";
export type { ConfigInput, ResolvedConfig } from "./config/config.ts";
export { KernelError } from "./support/boot-errors.ts";
export type { Absent } from "./boot/load.ts";
export { createLog } from "./support/log.ts";
export type { Level as LogLevel, LogInput } from "./support/log.ts";
export type { Finding } from "../registry/contract/finding.ts";
export type { InstalledPlugin } from "../registry/contract/installed.ts";

/** Time for requests in flight when the server stops or a revision is replaced, in milliseconds. */
const DRAIN_MS = 10_000;

/** How a server runs, besides its config. */
export interface ServerOptions {
  readonly log: Log;
  /** Answer exact paths in front of h3. Default true. */
  readonly lane?: boolean;
  /** Milliseconds for one plugin's setup. Default 10 s. */
  readonly setupTimeoutMs?: number;
}

/** A server that listens. What it tells of the registry is of the current revision. */
export interface RunningServer {
  readonly registry: Registry;
  /** Where it listens: scheme and authority. */
  readonly url: string;
  /** Answers in memory, through h3 alone. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds that each phase of the start took, in order. */
  readonly timings: Readonly<Record<string, number>>;
  /** Optional plugins that did not start. */
  readonly degraded: readonly { readonly plugin: string; readonly reason: string }[];
  /**
   * Serves another registry in place of the current one, from one request to the next. Plugins that nothing changed for
   * run on; what is replaced stops after the last request that began before (10 s at most). Throws a KernelError when the
   * new plugins do not start, and an Error when the server is closed; then nothing has changed. Host and port stay.
   */
  reload(booted: Booted): Promise<Reloaded>;
  /** Reports not ready, lets requests in flight finish (10 s), then stops the plugins in reverse. */
  close(): Promise<void>;
}

/** What a reload did, by plugin id. */
export interface Reloaded {
  readonly revision: string;
  readonly started: readonly string[];
  readonly stopped: readonly string[];
  /** Run on as they were. */
  readonly carriedOver: readonly string[];
}

/** Starts what was booted and listens. Throws a KernelError; then nothing is left running. */
export async function startServer(booted: Booted, options: ServerOptions): Promise<RunningServer> {
  const server = new HttpServer(options);
  await server.start(booted);
  return server;
}

class HttpServer implements RunningServer {
  timings: Readonly<Record<string, number>> = {};
  readonly #options: ServerOptions;
  readonly #listener: Listener;
  readonly #streams = new OpenStreams();
  readonly #onChange = new Set<(registry: Registry) => void>();
  #current!: Assembled;
  #listening!: Listening;
  #ready = false;
  #closing: Promise<void> | undefined;
  /** The last reload that was asked for: one at a time. */
  #reloading: Promise<unknown> = Promise.resolve();
  /**
   * Until what revisions left behind is stopped, each once its requests and the revisions before it are through: a plugin
   * may use what an earlier revision left running.
   */
  #retiring: Promise<void> = Promise.resolve();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#listener = new Listener({ lane: options.lane ?? true, log: options.log });
  }

  get registry(): Registry {
    return this.#current.registry;
  }

  get url(): string {
    return this.#listening.origin;
  }

  get degraded(): RunningServer["degraded"] {
    return this.#current.started.degraded;
  }

  readonly fetch = (request: Request): Promise<Response> =>
    this.#listener.current.app.fetch(request);

  async start(booted: Booted): Promise<void> {
    const began = performance.now();
    this.#current = await this.#assemble(booted);
    this.#listener.current = this.#current;
    const startedAt = performance.now();
    try {
      this.#listening = await listen(booted.config, this.#listener);
    } catch (error) {
      await this.#current.started.stop();
      throw error;
    }
    booted.listeningAt(this.url);
    const listenedAt = performance.now();
    try {
      // Who waited for the port is not kept waiting.
      await this.#current.app.prepare();
      await booted.checkSchemas();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#ready = true;
    this.timings = {
      ...booted.timings,
      start: startedAt - began,
      listen: listenedAt - startedAt,
      schemas: performance.now() - listenedAt,
    };
  }

  reload(booted: Booted): Promise<Reloaded> {
    const reloading = this.#reloading.then(() => this.#replace(booted));
    this.#reloading = reloading.catch(() => {});
    return reloading;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#stop());
  }

  async #replace(booted: Booted): Promise<Reloaded> {
    this.#refuseWhenClosing();
    await booted.checkSchemas();
    booted.listeningAt(this.url);
    const { revision } = booted.registry; // a hash of everything: in no hurry yet
    await nextTurn();
    const before = this.#current;
    const next = await this.#assemble(booted, before);
    try {
      await next.app.prepare();
      this.#refuseWhenClosing(); // which may have begun while plugins started
    } catch (error) {
      await next.started.stop(before.started);
      throw error;
    }
    this.#current = next;
    this.#listener.current = next;
    next.started.takeOver();

    const [old, running] = [before.started.running, next.started.running];
    const replaced = [...old].filter(([id, one]) => running.get(id) !== one);
    const makers = new Set<unknown>(replaced.map(([, one]) => one));
    const endStreams = () => this.#streams.endThose((maker) => makers.has(maker));
    endStreams();
    const drained = Promise.all([this.#retiring, before.inFlight.none(DRAIN_MS)]);
    this.#retiring = drained.then(() => {
      endStreams(); // those of requests that had begun before
      return before.started.stop(next.started);
    });
    this.#tell(next.registry);
    return {
      revision,
      started: [...running.keys()].filter((id) => running.get(id) !== old.get(id)),
      stopped: replaced.map(([id]) => id),
      carriedOver: [...running.keys()].filter((id) => running.get(id) === old.get(id)),
    };
  }

  #refuseWhenClosing(): void {
    if (this.#closing !== undefined) throw new Error("the server is closing, and cannot reload");
  }

  #assemble(booted: Booted, previous?: Assembled): Promise<Assembled> {
    const { log, setupTimeoutMs } = this.#options;
    return assemble(booted, {
      log,
      streams: this.#streams,
      service: this.#service,
      ...(setupTimeoutMs === undefined ? {} : { setupTimeoutMs }),
      ...(previous === undefined ? {} : { previous: previous.started }),
    });
  }

  get #service() {
    const ready = () => this.#ready;
    return {
      get ready() {
        return ready();
      },
      onChange: (listener: (registry: Registry) => void) => {
        this.#onChange.add(listener);
        return () => void this.#onChange.delete(listener);
      },
    };
  }

  #tell(registry: Registry): void {
    for (const listener of this.#onChange) {
      const told = async () => listener(registry); // a listener may well be async
      void told().catch((error: unknown) => {
        const reason = messageOf(error);
        this.#options.log.error("a listener to changes of the registry failed", { reason });
      });
    }
  }

  async #stop(): Promise<void> {
    const { server, closeUnused } = this.#listening;
    this.#ready = false;
    this.#listener.draining = true;
    const deadline = performance.now() + DRAIN_MS;
    this.#streams.endAll();
    await this.#current.inFlight.none(DRAIN_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const sweep = () => {
      this.#streams.endAll(); // a client whose stream ended may have begun another one
      server.closeIdleConnections(); // one becomes idle when its last answer ends
    };
    sweep();
    closeUnused();
    const sweeping = setInterval(sweep, 20);
    const expired = setTimeout(
      () => server.closeAllConnections(),
      Math.max(100, deadline - performance.now()),
    );
    await closed;
    clearInterval(sweeping);
    clearTimeout(expired);
    await this.#reloading; // which stops again what it starts
    await this.#retiring;
    await this.#current.started.stop();
    this.#options.log.debug("stopped");
  }
}
