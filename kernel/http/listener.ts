/** Node's side of serving: the lane in front of h3, and everything that happens below it. */
import { traceOf } from "../../registry/contract/finding.ts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MalformedCall, NodeCall } from "../request/call.ts";
import type { ClientResolver } from "../request/client.ts";
import type { Answer } from "../respond/finish.ts";
import type { Log } from "../../registry/contract/types.ts";
import type { Refusal } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import type { Routing } from "./routing.ts";
import type { App } from "./h3-app.ts";
import { writeNode, writeSocket } from "./write.ts";

/** Largest header block that Node's parser takes, in bytes; well above any URL limit, so that 414 can be answered. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** What one revision answers with; swapped as a whole. */
export interface Revision {
  readonly routing: Routing;
  readonly app: App;
  readonly resolveClient: ClientResolver;
  readonly inFlight: InFlight;
}

/** Answers that are still being made. */
export class InFlight {
  #count = 0;
  #whenNone: (() => void) | undefined;

  readonly add = (answer: Promise<unknown>): void => {
    this.#count++;
    const over = () => {
      this.#count--;
      if (this.#count === 0) this.#whenNone?.();
    };
    void answer.then(over, over); // whoever sends the answer hears of a failure
  };

  /** Waits until there are none, or for so many milliseconds. */
  async none(ms: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const expired = setTimeout(resolve, ms);
    this.#whenNone = resolve;
    await promise;
    clearTimeout(expired);
  }
}

/** Connects the current revision to a Node server. */
export class Listener {
  /** What answers now; set before the first request. */
  current!: Revision;
  /** While draining, every answer closes its connection. */
  draining = false;
  readonly #lane: boolean;
  readonly #log: Log;
  /** The last Host that was found sound: most requests have the same one. */
  #soundHost: string | undefined;

  constructor({ lane, log }: { readonly lane: boolean; readonly log: Log }) {
    this.#lane = lane;
    this.#log = log;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      this.#answer(request, response);
    } catch (error) {
      this.#giveUp(response, error);
    }
  };

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { routing, app, resolveClient } = this.current;
    const { host } = request.headers;
    if (host === undefined || host !== this.#soundHost || request.httpVersionMajor !== 1) {
      const detail = objectionTo(request);
      if (detail !== undefined) {
        const target = request.url ?? "";
        const call = new NodeCall(
          request,
          response,
          resolveClient,
          routing.malformed.route,
          target,
        );
        const refusal: Refusal = { code: "malformed-request", detail };
        return this.#write(response, routing.malformed.refuse(call, refusal));
      }
      this.#soundHost = host;
    }
    if (this.#lane && (request.method === "GET" || request.method === "HEAD")) {
      const target = request.url ?? "";
      const responder = routing.lane.get(exactPathOf(target))?.reader;
      if (responder !== undefined) {
        return this.#write(
          response,
          responder.respond(
            new NodeCall(request, response, resolveClient, responder.route, target),
          ),
        );
      }
    }
    this.#write(response, app.answer(request, response));
  }

  #write(response: ServerResponse, answer: MaybePromise<Answer>): void {
    if (!(answer instanceof Promise)) return writeNode(response, answer, this.draining);
    this.current.inFlight.add(answer);
    void answer
      .then((made) => writeNode(response, made, this.draining))
      .catch((error: unknown) => this.#giveUp(response, error));
  }

  /** For what a policy does to every answer, those to its own failure included: it costs an answer, not the process. */
  #giveUp(response: ServerResponse, error: unknown): void {
    this.#log.error("an answer could not be sent", {
      path: response.req.url?.split("?", 1)[0],
      error: traceOf(error),
    });
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "Content-Length": 0, Connection: "close" }).end();
  }

  /** Takes over what Node would answer by itself, without headers. */
  attach(server: Server): void {
    server.on(
      "clientError",
      (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
        if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
        this.#refuseBytes(socket, refusalOf(error), acceptIn(error.rawPacket));
      },
    );
    server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
      this.#refuseBytes(socket, {
        code: "method-not-allowed",
        detail: "CONNECT is for proxies; this is an origin server.",
      });
    });
    server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
      try {
        this.#refuseExpectation(request, response);
      } catch (error) {
        this.#giveUp(response, error);
      }
    });
  }

  #refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    const { routing, resolveClient } = this.current;
    const { malformed } = routing;
    const target = request.url ?? "";
    const call = new NodeCall(request, response, resolveClient, malformed.route, target);
    this.#write(response, malformed.refuse(call, { code: "expectation-failed" }));
  }

  #refuseBytes(socket: Duplex, refusal: Refusal, accept?: string): void {
    const { malformed } = this.current.routing;
    const refuse = async () =>
      malformed.refuse(new MalformedCall(malformed.route, accept), refusal);
    void refuse()
      .then((answer) => writeSocket(socket, answer))
      .catch(() => socket.destroy());
  }
}

/** The path of a target with a query; a target with a fragment, which h3 takes off, as it is. */
function exactPathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 || target.includes("#", query) ? target : target.slice(0, query);
}

/** `uri-host [":" port]` (RFC 9110, section 7.2). Two fields, joined with a comma and a space, do not fit. */
const HOST = /^(?:\[[\dA-Fa-fv:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(?::\d{0,5})?$/;

/** What is wrong with the version or Host of a request that Node's parser let pass (RFC 9112, section 3.2). */
function objectionTo({ headers, httpVersion }: IncomingMessage): string | undefined {
  if (!httpVersion.startsWith("1.")) return "The version of HTTP is none of 1.0 and 1.1.";
  if (headers.host === undefined) {
    return httpVersion === "1.0"
      ? undefined
      : "An HTTP/1.1 request has a Host header; none was received.";
  }
  return HOST.test(headers.host) ? undefined : "The Host header is no single host name and port.";
}

/** What Node's parser objected to, as an entry of the error catalog. */
function refusalOf(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        code: "header-fields-too-large",
        detail: `The request line and headers may have ${MAX_HEADER_BYTES} bytes together.`,
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { code: "request-timeout" };
    case "HPE_INVALID_METHOD":
      return {
        code: "malformed-request",
        detail: "The request line has a method that HTTP does not know.",
      };
    default:
      return { code: "malformed-request" };
  }
}

/** The Accept field of a request that could not be parsed, so that the error has a form its sender reads. */
function acceptIn(packet: Buffer | undefined): string | undefined {
  return /\r\nAccept:([\x20-\x7e\t]*)\r\n/i
    .exec(packet?.toString("latin1", 0, 16_384) ?? "")?.[1]
    ?.trim();
}
