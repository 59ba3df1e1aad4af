/** A server: listens, serves one revision, replaces it by another, drains and stops. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { toMilliseconds } from "../../../registry/contract/duration.ts";
import { messageOf } from "../../../registry/schema/words.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { Booted } from "../../host/boot/boot.ts";
import type { OpenListener, ServerPhase } from "../../host/define/listening.ts";
import { Listeners } from "../listen/listeners.ts";
import { OpenStreams } from "../respond/stream.ts";
import type { Instance } from "../../services.ts";
import { Tracepoint } from "../../host/support/tracepoint.ts";
import { buildRevision, type RunningRevision } from "./build-revision.ts";
import { StartRetries } from "../../host/start/retry-start.ts";
import { Retirement } from "./retirement.ts";
import type { CloseOptions, Reloaded, RunningServer, ServerOptions } from "./running-server.ts";
import { describeCalls, nameAt, ServerState } from "./runtime.ts";
import { StillDegraded, type Degraded, type StartOptions } from "../../host/start/start.ts";

/** Time until a plugin that did not start is tried again, in milliseconds. */
const START_RETRY_MS = 1000;

/** Time for the last requests at the admin listener, in milliseconds. */
const ADMIN_DRAIN_MS = 1000;

const revisions = new Tracepoint("reload");

/** Starts the plugins and listens. Throws a BootError if that fails; then nothing is left running. */
export async function startServer(booted: Booted, options: ServerOptions): Promise<RunningServer> {
  const server = new HttpServer(options);
  await server.start(booted);
  return server;
}

class HttpServer implements RunningServer {
  timings: Readonly<Record<string, number>> = {};
  readonly #options: ServerOptions;
  readonly #listening: Listeners;
  readonly #streams = new OpenStreams();
  readonly #retries: StartRetries;
  readonly #status = new ServerState(() => this.#config.instance ?? nameAt(this.#address?.place));
  #config!: Booted["config"];
  #current!: RunningRevision;
  /** Address for clients; undefined before it listens. */
  #address: OpenListener | undefined;
  #closing: Promise<void> | undefined;
  /** The last requested reload. Reloads run one at a time. */
  #reloading: Promise<unknown> = Promise.resolve();
  readonly #retirement = new Retirement(this.#streams);

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#retries = new StartRetries(options.startRetryMs ?? START_RETRY_MS);
    this.#listening = new Listeners({ fastPath: options.fastPath ?? true, log: options.log });
  }

  get registry(): Registry {
    return this.#current.registry;
  }

  get url(): string {
    return this.#address?.origin ?? "";
  }

  get adminUrl(): string | undefined {
    return this.#listening.admin.address?.origin;
  }

  get addresses(): Readonly<Record<string, string>> {
    return this.#listening.opened.addresses ?? {};
  }

  get instance(): Instance {
    return this.#status.instance;
  }

  get degraded(): readonly Degraded[] {
    return this.#current.started.degraded;
  }

  readonly fetch = (request: Request): Promise<Response> => this.#current.app.fetch(request);

  async start(booted: Booted): Promise<void> {
    const began = performance.now();
    this.#config = booted.config;
    this.#status.configFile = booted.file;
    this.#current = await this.#build(booted);
    const startedAt = performance.now();
    try {
      if (this.#options.listens !== false)
        this.#address = await this.#listening.open(booted, this.#current);
    } catch (error) {
      await this.#current.started.stop();
      throw error;
    }
    if (this.#address !== undefined) booted.listeningAt(this.url);
    this.#status.origin = this.#address?.origin;
    this.#status.certificate = this.#listening.opened.certificate;
    this.#status.inFlight = () => describeCalls(this.#listening.clients.calls);
    this.#status.leave = (leaving) => {
      this.#status.leaving = leaving;
      this.#listening.clients.turnAway(leaving);
    };
    const listenedAt = performance.now();
    try {
      // After listening, so that the first request need not wait: first the work in slices.
      await booted.validate();
      this.#status.checked = true;
      await this.#current.app.prepare();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#status.reloads.appliedAt = Date.now();
    this.#status.takesRequests = true;
    this.#status.serves();
    void this.#announce("ready");
    this.#planRetries(booted);
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
    void this.#announce("reloading");
    try {
      const reloaded = await revisions.run({ name: "reload", attributes: {} }, async (span) => {
        const booted = await (typeof source === "function" ? source() : source);
        const replaced = await this.#replace(booted);
        span.attributes["waymark.revision"] = replaced.revision;
        return replaced;
      });
      reloads.lastFailed = false;
      reloads.appliedAt = Date.now();
      void this.#announce("ready");
      return reloaded;
    } catch (error) {
      reloads.failed++;
      reloads.lastFailed = true;
      void this.#announce("ready", "; the new config cannot be used");
      throw error;
    }
  }

  async #replace(booted: Booted): Promise<Reloaded> {
    this.#refuseWhenClosing();
    await booted.validate();
    if (this.#address !== undefined) booted.listeningAt(this.url);
    const { revision } = booted.registry; // a hash of everything, made here in a turn of its own
    await nextTurn();
    const reloaded = await this.#swap(booted);
    this.#planRetries(booted);
    this.#status.changed(booted.registry, this.#options.log);
    return { revision, ...reloaded };
  }

  #planRetries(booted: Booted): void {
    this.#retries.cancel();
    // A plugin that could not be loaded needs a restart.
    if (this.degraded.length > booted.absent.length)
      this.#retries.plan(() => {
        const retrying = this.#reloading.then(() => this.#retry(booted));
        this.#reloading = retrying;
        return retrying;
      });
  }

  /** Starts the plugins that did not start. Returns true if nothing is left to try. */
  async #retry(booted: Booted): Promise<boolean> {
    // A reload plans its own retries.
    if (this.#closing !== undefined || this.registry !== booted.registry) return true;
    try {
      const { started } = await this.#swap(booted, true);
      this.#options.log.info("plugins started after all", { plugins: started });
    } catch (error) {
      if (!(error instanceof StillDegraded))
        this.#options.log.error("plugins could not be tried again", { reason: messageOf(error) });
    }
    return this.degraded.length === booted.absent.length;
  }

  async #swap(booted: Booted, unlessStillDegraded = false): Promise<Omit<Reloaded, "revision">> {
    const before = this.#current;
    const next = await this.#build(booted, { previous: before.started, unlessStillDegraded });
    try {
      await next.app.prepare();
      this.#refuseWhenClosing(); // closing may have begun while plugins started
    } catch (error) {
      await next.started.stop(before.started);
      throw error;
    }
    this.#config = booted.config;
    this.#status.configFile = booted.file;
    this.#current = next;
    this.#listening.serve(next);
    next.started.takeOver();
    this.#status.serves();
    return this.#retirement.begin(before, next, toMilliseconds(booted.config.stop.drain));
  }

  #refuseWhenClosing(): void {
    if (this.#closing !== undefined) throw new Error("the server is closing, and cannot reload");
  }

  #build(
    booted: Booted,
    from: Pick<StartOptions, "previous" | "unlessStillDegraded"> = {},
  ): Promise<RunningRevision> {
    return buildRevision(booted, {
      ...this.#options,
      streams: this.#streams,
      server: this.#status,
      retries: this.#retries,
      ...from,
    });
  }

  /** Announces a phase. Never rejects. */
  async #announce(phase: ServerPhase, note = ""): Promise<void> {
    const isStopping = phase === "stopping";
    if (!isStopping && this.#closing !== undefined) return;
    try {
      // A config that is refused may have no revision.
      const status = isStopping ? phase : `revision ${this.registry.revision}${note}`;
      await this.#listening.opened.announce?.(phase, `listening on ${this.url}, ${status}`);
    } catch (error) {
      this.#options.log.warn("the plugin that listens could not announce a phase of the server", {
        phase,
        reason: messageOf(error),
      });
    }
  }

  async #stop(announced: boolean): Promise<void> {
    const { delay, drain } = this.#config.stop;
    this.#status.takesRequests = false;
    this.#status.draining = true;
    this.#retries.cancel();
    const announcedStop = this.#announce("stopping");
    const endStreams = () => this.#streams.end();
    const left = await this.#listening.clients.stop({
      delayMs: announced ? toMilliseconds(delay) : undefined,
      drainMs: toMilliseconds(drain),
      endStreams,
      onCut: (count) => void (this.#status.counts.requestsCut += count),
    });
    await this.#current.pending.none(Math.max(0, left));
    await this.#reloading; // a reload stops what it started, because the server is closing
    await this.#retirement.ended;
    // Operators look on until then.
    await this.#listening.admin.stop({ drainMs: ADMIN_DRAIN_MS, endStreams });
    await this.#current.started.stop();
    await announcedStop;
    this.#options.log.debug("stopped");
  }
}
