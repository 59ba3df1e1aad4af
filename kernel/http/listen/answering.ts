/** Connects the current revision to Node's server: requests by the fast path or h3, and what Node would answer on its own. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import { traceOf } from "../../../registry/schema/words.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { Log, MaybePromise } from "../../../registry/contract/types.ts";
import { MalformedCall, NodeCall } from "../request/call.ts";
import type { ClientResolver } from "../request/client.ts";
import { refuseBody } from "../request/collect-body.ts";
import type { Answer } from "../respond/finish.ts";
import { ByteSource } from "../respond/stream.ts";
import type { ListenInput, RequestServer } from "../../host/define/listening.ts";
import { answerUnderWay } from "./connections.ts";
import type { App } from "./app.ts";
import { findAccept, parserRefusal, protocolRefusal } from "./malformed.ts";
import { answerUnknown, type Routing } from "./routing.ts";
import { pathOfTarget, targetError } from "./target.ts";
import { statusLine, writeHead, writeListedHead } from "./write-head.ts";

/** Errors of Node for clients that left in the middle of a request. */
const LEFT: ReadonlySet<string> = new Set(["ECONNRESET", "HPE_INVALID_EOF_STATE"]);

/** Counts the answers that are still being made. */
export class PendingAnswers {
  #count = 0;
  #whenNone: (() => void) | undefined;

  readonly add = (answer: Promise<unknown>): void => {
    this.#count++;
    const remove = () => {
      this.#count--;
      if (this.#count === 0) this.#whenNone?.();
    };
    void answer.then(remove, remove); // a rejection is handled where the answer is sent
  };

  /** Resolves when no answer is being made, at the latest after `ms` milliseconds. */
  async none(ms: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, ms);
    this.#whenNone = resolve;
    await promise;
    clearTimeout(timeout);
  }
}

/** The parts of a revision that answer requests; swapped as a whole. */
export interface AnsweringParts {
  readonly routing: Routing;
  readonly app: App;
  readonly resolveClient: ClientResolver;
  readonly isProxy: (address: string) => boolean;
  readonly pending: PendingAnswers;
}

export class Answering {
  /** Set before the first request. */
  current!: AnsweringParts;
  /** True while the server drains; then every answer closes its connection. */
  draining = false;
  readonly #fastPath: boolean;
  readonly #refused = new WeakSet<Duplex>();
  protected readonly log: Log;
  /** Returns why a request is refused before its target is looked at. */
  #screen: NonNullable<ListenInput["screen"]> = protocolRefusal;

  constructor({ fastPath, log }: { readonly fastPath: boolean; readonly log: Log }) {
    this.#fastPath = fastPath;
    this.log = log;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      this.#answer(request, response);
    } catch (error) {
      this.#sendBareError(response, error);
    }
  };

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { routing, app, resolveClient } = this.current;
    const refusal = this.#screen(request, protocolRefusal);
    if (refusal !== undefined) return this.#refuse(request, response, refusal);
    const target = request.url ?? "";
    if (this.#fastPath && (request.method === "GET" || request.method === "HEAD")) {
      const path = pathOfTarget(target);
      const reader = routing.fastPath.get(path)?.reader;
      if (reader !== undefined || routing.isUnknown(path)) {
        const { route } = reader ?? routing.unknown;
        const call = new NodeCall(request, response, resolveClient, route, target);
        const answer = reader?.respond(call) ?? answerUnknown(routing.unknown, call);
        return this.#write(response, answer);
      }
    }
    const fault = targetError(target);
    if (fault !== undefined)
      return this.#refuse(request, response, { code: "bad-request", detail: fault });
    this.#write(response, app.answer(request, response));
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { routing, resolveClient } = this.current;
    const { malformed } = routing;
    const target = request.url ?? "";
    const call = new NodeCall(request, response, resolveClient, malformed.route, target);
    this.#write(response, malformed.refuse(call, refusal));
  }

  #write(response: ServerResponse, answer: MaybePromise<Answer>): void {
    if (!(answer instanceof Promise)) return writeNode(response, answer, this.draining);
    this.current.pending.add(answer);
    void answer
      .then((late) => writeNode(response, late, this.draining))
      .catch((error: unknown) => this.#sendBareError(response, error));
  }

  /** Sends a bare error if a policy throws even while its error is answered; the process goes on. */
  #sendBareError(response: ServerResponse, error: unknown): void {
    this.log.error("an answer could not be sent", {
      path: response.req.url?.split("?", 1)[0],
      error: traceOf(error),
    });
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "Content-Length": 0, Connection: "close" }).end();
  }

  /** Takes over what Node would answer on its own, without headers, and which connections it would keep. */
  attach(server: RequestServer, { screen = protocolRefusal }: Pick<ListenInput, "screen">): void {
    this.#screen = screen;
    server.on("request", this.handle);
    server.on(
      "clientError",
      (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
        // Node reports an error each time more bytes follow.
        if (this.#refused.has(socket)) return;
        this.#refused.add(socket);
        if (LEFT.has(error.code ?? "")) return void socket.destroy();
        this.#refuseBytes(socket, parserRefusal(error), findAccept(error.rawPacket));
      },
    );
    server.on("connect", (request: IncomingMessage, to: Duplex | ServerResponse) => {
      const detail = "CONNECT is for proxies; this is an origin server.";
      const refusal: Refusal = { code: "method-not-allowed", detail };
      if (to instanceof Duplex) this.#refuseBytes(to, refusal);
      else this.#refuse(request, to, refusal);
    });
    server.on("checkContinue", this.handle); // reading the body asks the client to go on
    server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
      try {
        this.#refuse(request, response, { code: "expectation-failed" });
      } catch (error) {
        this.#sendBareError(response, error);
      }
    });
  }

  /** Refuses bytes in their turn, after the answers to earlier requests. */
  #refuseBytes(socket: Duplex, refusal: Refusal, accept?: string): void {
    if (!socket.writable) return void socket.destroy();
    const answer = answerUnderWay(socket);
    if (answer === undefined) {
      const { malformed } = this.current.routing;
      const call = new MalformedCall(malformed.route, accept);
      const refuse = async () => writeSocket(socket, await malformed.refuse(call, refusal));
      return void refuse().catch(() => socket.destroy());
    }
    const isItsBody = !answer.req.complete;
    if (isItsBody && refuseBody(answer.req, refusal)) return;
    answer.once("close", () => {
      if (isItsBody) socket.destroy();
      else this.#refuseBytes(socket, refusal, accept);
    });
  }
}

/** Sends a body as fast as the client takes it, and ends it when the client leaves. */
async function sendBody(response: ServerResponse, source: ByteSource): Promise<void> {
  const end = () => void source.cancel();
  response.once("close", end);
  response.on("error", end);
  // Left before; a response of HTTP/2 does not know it.
  if (response.destroyed || response.req.aborted) return source.cancel();
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next())
    if (!response.write(chunk)) await room(response);
  response.end();
}

/** Waits until a response takes more, or has ended. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

/** Writes an answer. Node sends head and body in one write if the body is a string. */
function writeNode(response: ServerResponse, answer: Answer, closing: boolean): void {
  const { payload } = answer;
  if (payload instanceof ByteSource) {
    writeListedHead(response, answer, answer.close || closing);
    void sendBody(response, payload).catch(() => response.destroy());
    return;
  }
  const closes = answer.close || closing;
  writeHead(response, answer, closes);
  const body = answer.latin1 ?? payload;
  if (body === undefined) response.end();
  else if (closes && !response.req.complete) endAfterRequest(response, body);
  else response.end(body, "latin1");
}

/** Time for which a client may go on sending a body that is not wanted, in milliseconds. */
const LINGER_MS = 1000;

/** Ends with the request: a client may lose the answer on a connection that closes while it sends (RFC 9112, section 9.6). */
function endAfterRequest(response: ServerResponse, body: string | Uint8Array): void {
  const { req } = response;
  response.write(body, "latin1");
  const timer = setTimeout(() => response.end(), LINGER_MS);
  for (const end of ["end", "close"])
    req.once(end, () => {
      clearTimeout(timer);
      response.end();
    });
  req.resume();
}

/** Answers bytes that Node's parser refused, and closes the socket. */
function writeSocket(socket: Duplex, answer: Answer): void {
  const head = `${statusLine(answer.status)}${answer.head}Connection: close\r\n\r\n`;
  const { payload = "" } = answer;
  if (payload instanceof ByteSource) throw new Error("a refusal cannot be a stream");
  const body = typeof payload === "string" ? Buffer.from(payload, "latin1") : payload;
  socket.end(Buffer.concat([Buffer.from(head, "latin1"), body]));
}
