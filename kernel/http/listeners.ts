/** The listeners of a server: for its clients and, if a plugin opens one, for its operators. */
import { createServer } from "node:http";
import type { LoadedConfig } from "../config/config.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Audience, Opened, Opening } from "../define/listening.ts";
import { refuseBody } from "../request/collect-body.ts";
import type { InFlight, Listening } from "../services.ts";
import { HTTP1, listen, type BoundListener } from "./listen.ts";
import { Listener, type Revision } from "./listener.ts";
import { isAuthority, MAX_HEADER_BYTES, MAX_HEADERS } from "./malformed.ts";
import { stopServing } from "./stop.ts";

/** A revision with its counterpart for operators. */
export interface Revisions extends Revision {
  /** Opens the listeners; undefined for a plain listener. */
  readonly listening: Listening | undefined;
  /** Makes the revision for operators on demand, because most servers have no listener for them. */
  readonly ofAdmin: () => Revision;
}

type Input = Pick<LoadedConfig, "config" | "folder">;

/** Time for the last requests of operators, in milliseconds. */
const ADMIN_DRAIN_MS = 1000;

export class Listeners {
  readonly #listeners: Readonly<Record<Audience, Listener>>;
  readonly #log: Log;
  readonly #open = new Map<Audience, BoundListener>();
  #opened: Opened = {};
  #current!: Revisions;
  #isStopping = false;

  constructor(options: ConstructorParameters<typeof Listener>[0]) {
    this.#listeners = { clients: new Listener(options), operators: new Listener(options) };
    this.#log = options.log;
  }

  /** Opens the listeners. Throws a BootError if one cannot open; then none is open. */
  async open(input: Input, revision: Revisions): Promise<void> {
    this.serve(revision);
    const opening = this.#opening(input);
    try {
      if (revision.listening !== undefined) this.#opened = await revision.listening.open(opening);
      else await opening.listen(createServer(HTTP1), { audience: "clients", ...input.config });
    } catch (error) {
      for (const { connections } of this.#open.values()) await connections.closePort();
      throw error;
    }
  }

  #opening({ config, folder }: Input): Opening {
    return {
      config,
      folder,
      log: this.#log,
      http1: HTTP1,
      maxHeaderBytes: MAX_HEADER_BYTES,
      maxHeaders: MAX_HEADERS,
      isProxy: (address) => this.#current.isProxy(address),
      isAuthority,
      refuseBody,
      listen: async (server, { audience, ...at }) => {
        if (audience === "operators") this.#listeners.operators.current = this.#current.ofAdmin();
        const open = await listen(server, this.#listeners[audience], at);
        this.#open.set(audience, open);
        return open;
      },
    };
  }

  serve(revision: Revisions): void {
    this.#current = revision;
    this.#listeners.clients.current = revision;
    if (this.#open.has("operators")) this.#listeners.operators.current = revision.ofAdmin();
  }

  /** The listener for clients. */
  get public(): BoundListener {
    const open = this.#open.get("clients");
    if (open === undefined) throw new Error("the server does not listen for clients");
    return open;
  }

  /** The listener for operators; undefined if there is none. */
  get admin(): BoundListener | undefined {
    return this.#open.get("operators");
  }

  get opened(): Opened {
    return this.#opened;
  }

  /** Answers clients in memory. */
  readonly fetch = (request: Request): Promise<Response> => this.#current.app.fetch(request);

  /** Returns the requests of clients under way, the oldest first. */
  inFlight(): readonly InFlight[] {
    const now = performance.now();
    return this.public.connections.calls
      .map((call) => ({
        method: call.method,
        path: call.path,
        route: call.route.ref,
        client: call.client,
        requestId: call.requestId,
        principal: call.principal?.id,
        ms: Math.round(now - call.startedAt),
        begun: call.response.headersSent,
      }))
      .toSorted((one, other) => other.ms - one.ms);
  }

  /** Turns the closing of connections after answers to clients on or off. A stop under way goes on as it is. */
  turnAway(isAway: boolean): void {
    if (!this.#isStopping) this.#listeners.clients.draining = isAway;
  }

  /** Stops serving clients. Resolves with the milliseconds that are left of the drain. */
  stop(
    options: Pick<
      Parameters<typeof stopServing>[0],
      "delayMs" | "drainMs" | "endStreams" | "onCut"
    >,
  ) {
    const { connections } = this.public;
    this.#isStopping = true;
    const { clients: listener } = this.#listeners;
    return stopServing({ ...options, connections, listener, log: this.#log });
  }

  /** Stops serving operators, who look on until then. */
  async stopAdmin(endStreams: () => void): Promise<void> {
    if (this.admin === undefined) return;
    await stopServing({
      connections: this.admin.connections,
      listener: this.#listeners.operators,
      log: this.#log,
      delayMs: undefined,
      drainMs: ADMIN_DRAIN_MS,
      endStreams,
      onCut: () => {}, // they are not clients
    });
  }
}
