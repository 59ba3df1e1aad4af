/** The listeners of a server: for its clients and, if a plugin opens it, the admin listener. */
import { createServer, type ServerOptions } from "node:http";
import type { LoadedConfig } from "../../host/config/config.ts";
import type { ListenerKind, Opened, Opening, OpenListener } from "../../host/define/listening.ts";
import { refuseBody } from "../request/collect-body.ts";
import type { Listening } from "../../services.ts";
import type { AnsweringParts } from "./answering.ts";
import { Listener } from "./listener.ts";
import { isAuthority, MAX_HEADER_BYTES, MAX_HEADERS } from "./malformed.ts";
import { KEEP_ALIVE_MS } from "./write-head.ts";

/** Node's types lack `optimizeEmptyRequests`, which saves the body stream of requests without a body. */
const HTTP1: ServerOptions & { readonly optimizeEmptyRequests: boolean } = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000, // both count to the second; by default to the half minute
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  joinDuplicateHeaders: true, // so that a second Host or Content-Type is noticed
  optimizeEmptyRequests: true,
};

/** A revision with its counterpart at the admin listener. */
export interface ServedRevision extends AnsweringParts {
  /** Opens the listeners; undefined for a plain listener. */
  readonly listening: Listening | undefined;
  /** Makes the revision of the admin listener on demand, because most servers have none. */
  readonly ofAdmin: () => AnsweringParts;
}

type Input = Pick<LoadedConfig, "config" | "folder">;

export class Listeners implements Readonly<Record<ListenerKind, Listener>> {
  readonly clients: Listener;
  readonly admin: Listener;
  opened: Opened = {};
  readonly #log: Opening["log"];
  #current!: ServedRevision;
  /** The service that opened the listeners, or took them over. */
  #holder: Listening | undefined;

  constructor(options: ConstructorParameters<typeof Listener>[0]) {
    this.clients = new Listener(options);
    this.admin = new Listener(options);
    this.#log = options.log;
  }

  /** Opens the listeners, and returns the one for clients. Throws a BootError if one cannot open, and leaves none open. */
  async open(input: Input, revision: ServedRevision): Promise<OpenListener> {
    this.serve(revision);
    const opening = this.#opening(input);
    try {
      if (revision.listening !== undefined) this.opened = await revision.listening.open(opening);
      else await opening.listen(createServer(HTTP1), { kind: "clients", ...input.config });
      this.#holder = revision.listening;
      if (this.clients.address === undefined)
        throw new Error("the server does not listen for clients");
      return this.clients.address;
    } catch (error) {
      await this.clients.closePort();
      await this.admin.closePort();
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
      listen: async (server, input) => {
        if (input.kind === "admin") this.admin.current = this.#current.ofAdmin();
        return this[input.kind].listen(server, input);
      },
    };
  }

  serve(revision: ServedRevision): void {
    this.#current = revision;
    this.clients.current = revision;
    if (this.admin.address !== undefined) this.admin.current = revision.ofAdmin();
    const { listening } = revision;
    if (this.clients.address === undefined || listening === this.#holder) return;
    if (this.#holder === undefined || listening?.takeOver === undefined) {
      this.#log.warn("another plugin opens the listeners, which takes effect at the next start");
      return;
    }
    listening.takeOver(this.#holder);
    this.#holder = listening;
  }
}
