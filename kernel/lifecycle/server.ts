/** A server: listens, serves one revision, replaces it by another, drains and stops. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { toMilliseconds } from "../../registry/contract/duration.ts";
import { messageOf } from "../../registry/contract/finding.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { Booted } from "../boot/boot.ts";
import { listen, type Listening } from "../http/listen.ts";
import { Listener } from "../http/listener.ts";
import { stopServing } from "../http/stop.ts";
import { OpenStreams } from "../respond/stream.ts";
import { buildRevision, type RunningRevision } from "./build-revision.ts";
import type { Degraded } from "./start.ts";

/** How a server runs, apart from its config. */
export interface ServerOptions {
  readonly log: Log;
  /** Answer exact paths in front of h3. Default: true. */
  readonly fastPath?: boolean;
  /** Milliseconds for one plugin's setup. Default: 10 s. */
  readonly setupTimeoutMs?: number;
}

/** A listening server. `registry` and `degraded` are those of the current revision. */
export interface RunningServer {
  readonly registry: Registry;
  /** Its address: scheme and authority. */
  readonly url: string;
  /** Answers in memory, through h3 alone. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Milliseconds that each phase of the start took, in order. */
  readonly timings: Readonly<Record<string, number>>;
  /** Optional plugins that did not start. */
  readonly degraded: readonly Degraded[];
  /**
   * Serves another registry in place of the current one, from one request to the next. Plugins for which nothing changed
   * keep running; a replaced plugin stops after the last request that began before (`stop.drain` at most). Throws a BootError
   * when the registry or a new plugin does not hold, an Error when the server is closed, and what a function as `source`
   * throws; then nothing has changed. Host and port stay.
   */
  reload(source: Booted | (() => Promise<Booted>)): Promise<Reloaded>;
  /** Reports not ready, lets requests in flight finish (`stop.drain`), then stops the plugins in reverse. */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  /** Whether to answer on for `stop.delay` and let clients leave their connections. Default: false. */
  readonly announced?: boolean;
}

/** The effect of a reload, by plugin id. */
export interface Reloaded {
  readonly revision: string;
  readonly started: readonly string[];
  readonly stopped: readonly string[];
  /** Kept running as they were. */
  readonly carriedOver: readonly string[];
}

/** Starts the plugins and listens. Throws a BootError when that fails; then nothing is left running. */
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
  readonly #listeners = new Set<(registry: Registry) => void>();
  /** The state of the server as plugins see it. */
  readonly #status = {
    ready: false,
    reloads: { failed: 0, lastFailed: false },
    origin: undefined as string | undefined,
    onChange: (listener: (registry: Registry) => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
  };
  #config!: Booted["config"];
  #current!: RunningRevision;
  #listening!: Listening;
  #closing: Promise<void> | undefined;
  /** The last requested reload. Reloads run one at a time. */
  #reloading: Promise<unknown> = Promise.resolve();
  /**
   * Resolves when all retired revisions have stopped. Each stops after its own requests and all older revisions have
   * finished, because a plugin may still use a service of an older one.
   */
  #retiring: Promise<void> = Promise.resolve();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#listener = new Listener({ fastPath: options.fastPath ?? true, log: options.log });
  }

  get registry(): Registry {
    return this.#current.registry;
  }

  get url(): string {
    return this.#listening.origin;
  }

  get degraded(): readonly Degraded[] {
    return this.#current.started.degraded;
  }

  readonly fetch = (request: Request): Promise<Response> =>
    this.#listener.current.app.fetch(request);

  async start(booted: Booted): Promise<void> {
    const began = performance.now();
    this.#config = booted.config;
    this.#current = await this.#build(booted);
    this.#listener.current = this.#current;
    const startedAt = performance.now();
    try {
      this.#listening = await listen(booted.config, this.#listener);
    } catch (error) {
      await this.#current.started.stop();
      throw error;
    }
    booted.listeningAt(this.url);
    this.#status.origin = this.url;
    const listenedAt = performance.now();
    try {
      // After listening, so that the first request need not wait for either.
      await this.#current.app.prepare();
      await booted.validate();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#status.ready = true;
    this.timings = {
      ...booted.timings,
      start: startedAt - began,
      listen: listenedAt - startedAt,
      validate: performance.now() - listenedAt,
    };
  }

  reload(source: Booted | (() => Promise<Booted>)): Promise<Reloaded> {
    const reloading = this.#reloading.then(() => this.#reload(source));
    this.#reloading = reloading.catch(() => {});
    return reloading;
  }

  close({ announced = false }: CloseOptions = {}): Promise<void> {
    return (this.#closing ??= this.#stop(announced));
  }

  async #reload(source: Booted | (() => Promise<Booted>)): Promise<Reloaded> {
    const { reloads } = this.#status;
    try {
      const booted = await (typeof source === "function" ? source() : source);
      const reloaded = await this.#replace(booted);
      reloads.lastFailed = false;
      return reloaded;
    } catch (error) {
      reloads.failed++;
      reloads.lastFailed = true;
      throw error;
    }
  }

  async #replace(booted: Booted): Promise<Reloaded> {
    this.#refuseWhenClosing();
    await booted.validate();
    booted.listeningAt(this.url);
    const { revision } = booted.registry; // a hash of everything, made here in a turn of its own
    await nextTurn();
    const before = this.#current;
    const next = await this.#build(booted, before);
    try {
      await next.app.prepare();
      this.#refuseWhenClosing(); // closing may have begun while plugins started
    } catch (error) {
      await next.started.stop(before.started);
      throw error;
    }
    this.#config = booted.config;
    this.#current = next;
    this.#listener.current = next;
    next.started.takeOver();

    const [old, running] = [before.started.running, next.started.running];
    const replaced = [...old].filter(([id, plugin]) => running.get(id) !== plugin);
    const owners = new Set<unknown>(replaced.map(([, plugin]) => plugin));
    const endStreams = () => this.#streams.endThose((owner) => owners.has(owner));
    endStreams();
    const drained = Promise.all([
      this.#retiring,
      before.inFlight.none(toMilliseconds(this.#config.stop.drain)),
    ]);
    this.#retiring = drained.then(() => {
      endStreams(); // those that requests opened which had begun before
      return before.started.stop(next.started);
    });
    for (const listener of this.#listeners) void this.#notify(listener, next.registry);
    const { started = [], carriedOver = [] } = Object.groupBy(running.keys(), (id) =>
      running.get(id) === old.get(id) ? "carriedOver" : "started",
    );
    return { revision, started, stopped: replaced.map(([id]) => id), carriedOver };
  }

  #refuseWhenClosing(): void {
    if (this.#closing !== undefined) throw new Error("the server is closing, and cannot reload");
  }

  #build(booted: Booted, previous?: RunningRevision): Promise<RunningRevision> {
    return buildRevision(booted, {
      ...this.#options,
      streams: this.#streams,
      server: this.#status,
      ...(previous === undefined ? {} : { previous: previous.started }),
    });
  }

  async #notify(listener: (registry: Registry) => unknown, registry: Registry): Promise<void> {
    try {
      await listener(registry); // which may be async
    } catch (error) {
      const reason = messageOf(error);
      this.#options.log.error("a listener to changes of the registry failed", { reason });
    }
  }

  async #stop(announced: boolean): Promise<void> {
    const { delay, drain } = this.#config.stop;
    this.#status.ready = false;
    const left = await stopServing({
      connections: this.#listening.connections,
      listener: this.#listener,
      log: this.#options.log,
      delayMs: announced ? toMilliseconds(delay) : undefined,
      drainMs: toMilliseconds(drain),
      endStreams: () => this.#streams.endAll(),
    });
    await this.#current.inFlight.none(Math.max(0, left));
    await this.#reloading; // a reload stops what it started, because the server is closing
    await this.#retiring;
    await this.#current.started.stop();
    this.#options.log.debug("stopped");
  }
}
