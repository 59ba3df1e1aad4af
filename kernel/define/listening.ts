/** How requests come in: the interface through which a plugin opens listeners in place of the kernel's plain one. */
import type { IncomingMessage, Server, ServerOptions } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import type { Refusal } from "../../registry/contract/refusal.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { ResolvedConfig } from "./kernel-keys.ts";

/** A server of Node whose requests and responses are those of `node:http`, or look like them. */
export type RequestServer = NetServer & Pick<Server, "closeIdleConnections">;

/** The callers of a listener: clients, or the operators of the routes with `listener: "admin"`. */
export type Audience = "clients" | "operators";

/** The certificate that a listener shows. */
export interface CertificateStatus {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly expires: number;
  /** Renewals that could not be used, since the start, and whether the latest one was among them. */
  readonly failed: number;
  readonly lastFailed: boolean;
}

/** An answer that shares its connection with others. */
export interface SharedAnswer {
  readonly statusCode: number;
  /** Writes so far, and the bytes of them that the client has not taken. */
  readonly writes: number;
  readonly unreadBytes: number;
  /** Ends the answer, though not all has been sent. */
  cancel(): void;
  once(event: "close", listener: () => void): unknown;
}

/** The open connections of a server. */
export interface OpenConnections {
  /** Aborts when the server stops to take connections: those without a request end then. */
  readonly closing: AbortSignal;
  /** Notes a connection inside another one, for answers of HTTP/1.1. */
  add(socket: Socket): void;
  addShared(answer: SharedAnswer): void;
}

/** Where and how a server listens. */
export interface ListenInput {
  readonly audience: Audience;
  readonly host: string;
  readonly port?: number | undefined;
  /** Default: `http`. */
  readonly scheme?: "http" | "https";
  /** Has the server listen. Default: at the host and port. */
  readonly bind?: () => Promise<void>;
  /** Returns why a request is refused. Default: the result of `check`, the kernel's own rules of HTTP/1.1. */
  readonly screen?: (
    request: IncomingMessage,
    check: (request: IncomingMessage) => Refusal | undefined,
  ) => Refusal | undefined;
  /** Called before the first connection. */
  readonly connected?: (connections: OpenConnections) => void;
}

/** A listener that is open. */
export interface OpenListener {
  /** Port, or path of a socket: unique on its machine. */
  readonly place: string;
  /** Scheme and authority, the base of absolute URLs. */
  readonly origin: string;
}

/** The kernel's side of opening listeners. */
export interface Opening {
  readonly config: ResolvedConfig;
  /** Where relative paths start. */
  readonly folder: string;
  readonly log: Log;
  /** Options of a server of HTTP/1.1. */
  readonly http1: ServerOptions;
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  /** Returns whether an address is that of a trusted proxy, in the revision that serves. */
  isProxy(address: string): boolean;
  /** Returns whether a text is a single host name and port. */
  isAuthority(text: string): boolean;
  /** Refuses a request whose body is being received. Returns false when none is. */
  refuseBody(request: IncomingMessage, refusal: Refusal): boolean;
  /** Has a server listen and answer. Rejects with a BootError when it cannot. */
  listen(server: RequestServer, input: ListenInput): Promise<OpenListener>;
}

/** The open listeners. */
export interface Opened {
  /** Addresses beside the origin for clients, by their names in the log. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Undefined where this process does not end TLS. */
  readonly certificate?: CertificateStatus | undefined;
}
