/** The listeners of a server: that of its clients and, where the config has one, that of its operators. */
import { resolve } from "node:path";
import type { LoadedConfig } from "../config/config.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { InFlight } from "../services.ts";
import { listen, type Listening } from "./listen.ts";
import { Listener, type Revision } from "./listener.ts";
import { stopServing } from "./stop.ts";

/** A revision with the one that operators see of it. */
export interface Revisions extends Revision {
  /** Made when called, because most servers have no such listener. */
  readonly ofAdmin: () => Revision;
}

type Input = Pick<LoadedConfig, "config" | "folder">;

/** Time for the last requests of operators, in milliseconds. */
const ADMIN_DRAIN_MS = 1000;

export class Listeners {
  readonly #public: Listener;
  readonly #admin: Listener;
  readonly #log: Log;
  #listening!: { readonly public: Listening; readonly admin: Listening | undefined };
  #hasAdmin = false;
  #isStopping = false;

  constructor(options: ConstructorParameters<typeof Listener>[0]) {
    this.#public = new Listener(options);
    this.#admin = new Listener(options);
    this.#log = options.log;
  }

  /** Throws a BootError when a listener cannot open; then none is open. */
  async open({ config, folder }: Input, revision: Revisions): Promise<void> {
    const { admin } = config;
    const log = this.#log;
    this.#hasAdmin = admin !== undefined;
    this.serve(revision);
    const tls = config.tls && {
      cert: resolve(folder, config.tls.cert),
      key: resolve(folder, config.tls.key),
    };
    const ofClients = await listen(config, this.#public, {
      log,
      tls,
      proxyProtocol: config.proxyProtocol,
    });
    try {
      if (admin !== undefined) {
        const { foreignRequest } = await import("./foreign-request.ts");
        this.#admin.screen = foreignRequest([admin.host, ...admin.hosts]);
      }
      const ofAdmin = admin && (await listen(admin, this.#admin, { log }));
      this.#listening = { public: ofClients, admin: ofAdmin };
    } catch (error) {
      await ofClients.connections.closePort();
      throw error;
    }
  }

  serve(revision: Revisions): void {
    this.#public.current = revision;
    if (this.#hasAdmin) this.#admin.current = revision.ofAdmin();
  }

  /** Where clients reach this process. */
  get public(): Pick<Listening, "origin" | "place" | "certificate"> {
    return this.#listening.public;
  }

  /** Where operators do; undefined without such a listener. */
  get admin(): Pick<Listening, "origin" | "place"> | undefined {
    return this.#listening.admin;
  }

  /** Answers clients in memory. */
  readonly fetch = (request: Request): Promise<Response> => this.#public.current.app.fetch(request);

  /** Requests of clients under way, the oldest first. */
  inFlight(): readonly InFlight[] {
    const now = performance.now();
    return this.#listening.public.connections.calls
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

  /** Whether each answer to a client closes its connection. A stop goes on as it is. */
  turnAway(isAway: boolean): void {
    if (!this.#isStopping) this.#public.draining = isAway;
  }

  /** Stops serving clients. Resolves with the milliseconds that are left of the drain. */
  stop(
    options: Pick<
      Parameters<typeof stopServing>[0],
      "delayMs" | "drainMs" | "endStreams" | "onCut"
    >,
  ) {
    const { connections } = this.#listening.public;
    this.#isStopping = true;
    return stopServing({ ...options, connections, listener: this.#public, log: this.#log });
  }

  /** Stops serving operators, who look on until then. */
  async stopAdmin(endStreams: () => void): Promise<void> {
    const { admin } = this.#listening;
    if (admin === undefined) return;
    await stopServing({
      connections: admin.connections,
      listener: this.#admin,
      log: this.#log,
      delayMs: undefined,
      drainMs: ADMIN_DRAIN_MS,
      endStreams,
      onCut: () => {}, // they are not clients
    });
  }
}
