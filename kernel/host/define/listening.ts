/** The interface through which a plugin opens listeners for requests, in place of the kernel's plain one. */
import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { Log } from "../../../registry/contract/types.ts";
import type { ResolvedConfig } from "./kernel-keys.ts";

/** A server of Node whose requests and responses come from `node:http`, or look like it. */
export type RequestServer = NetServer & Pick<Server, "closeIdleConnections">;

/** Routes of a listener: those for clients, or those with `listener: "admin"`. */
export type ListenerKind = "clients" | "admin";

/** The certificate that a listener shows. */
export interface CertificateStatus {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly expires: number;
  /** Renewals that could not be used, since the start, and whether the latest one was among them. */
  readonly failed: number;
  readonly lastFailed: boolean;
}

/** The open connections of a server. */
export interface OpenConnections {
  /** Aborts when the server stops taking connections: connections without a request end then. */
  readonly closing: AbortSignal;
  /** Notes a connection inside another one, for answers of HTTP/1.1. */
  add(socket: Socket): void;
  /** Notes an answer that shares its connection with others. */
  addShared(answer: Pick<ServerResponse, "statusCode"> & Pick<EventEmitter, "once">): void;
}

/** Settings of a server that listens. */
export interface ListenInput {
  readonly kind: ListenerKind;
  readonly host: string;
  readonly port?: number | undefined;
  /** Scheme of the server. Default: `http`. */
  readonly scheme?: "http" | "https";
  /** Makes the server listen. Default: at the host and port. */
  readonly bind?: () => Promise<void>;
  /** Returns why a request is refused. Default: the result of `check`, the kernel's own rules of HTTP/1.1. */
  readonly screen?: (
    request: IncomingMessage,
    check: (request: IncomingMessage) => Refusal | undefined,
  ) => Refusal | undefined;
  /** Callback before the first connection. */
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
  /** Folder at which relative paths start. */
  readonly folder: string;
  readonly log: Log;
  /** Options of a server of HTTP/1.1. */
  readonly http1: ServerOptions;
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  /** Checks that an address belongs to a trusted proxy, in the revision that serves. */
  isProxy(address: string): boolean;
  /** Checks that a text is a single host name and port. */
  isAuthority(text: string): boolean;
  /** Refuses a request whose body is being received. Returns false if no body is. */
  refuseBody(request: IncomingMessage, refusal: Refusal): boolean;
  /** Makes a server listen and answer. Rejects with a BootError if it cannot. */
  listen(server: RequestServer, input: ListenInput): Promise<OpenListener>;
}

/** Phase of a server, for the program that supervises it. */
export type ServerPhase = "ready" | "reloading" | "stopping";

/** The open listeners. */
export interface Opened {
  /** Addresses beside the origin for clients, by their names in the log. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Certificate; undefined if this process does not end TLS. */
  readonly certificate?: CertificateStatus | undefined;
  /** Reports a phase of the server, with a sentence for people. Resolves when that is done; never rejects. */
  readonly announce?: ((phase: ServerPhase, status: string) => Promise<void>) | undefined;
}
