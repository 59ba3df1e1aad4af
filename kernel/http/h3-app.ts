/** The h3 application of one revision. The only file that imports h3, which here matches paths and nothing else. */
import { H3, type H3Event } from "h3";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FastResponse } from "srvx";
import { NodeRequest } from "srvx/node";
import type { Call } from "../../registry/contract/call.ts";
import type { MaybePromise, Refusal } from "../../registry/contract/policy.ts";
import type { SealedRoute } from "../../registry/contract/registry.ts";
import { FetchCall, NodeCall } from "../request/call.ts";
import type { ClientResolver } from "../request/client.ts";
import type { Answer } from "../respond/finish.ts";
import { answerUnknown, type PathEntry, type Routing } from "./routing.ts";
import { TimeSlices } from "../support/time-slices.ts";
import { toResponse } from "./write.ts";

/** An h3 application. */
export interface App {
  /** Answers in memory. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request from a socket. The caller writes the answer. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => MaybePromise<Answer>;
  /**
   * Adds the paths to h3, in slices, which for all plugins takes some 5 ms of a cold start. A request that comes before
   * has the rest of them added in one go.
   */
  readonly prepare: () => Promise<void>;
}

/** Carries our answer through h3, which only passes responses. Building a real response would be wasted work. */
class EnvelopeResponse extends FastResponse {
  readonly answer: Answer;
  /** h3 reads it on HEAD, where the inherited getter would build a whole web Response. */
  override readonly body = null;

  constructor(answer: Answer) {
    super(null);
    this.answer = answer;
  }
}

/** `track` is called with each answer in memory that takes time. */
export function createApp(
  routing: Routing,
  resolveClient: ClientResolver,
  track: (answer: Promise<Answer>) => void,
): App {
  const app = new H3({
    // h3 itself refuses paths with broken escapes. Any other error is a bug, and is for the listener to log.
    onError: (error, event) => {
      if (error.unhandled === true) throw error;
      return wrap(refuseMalformed(routing, event, resolveClient));
    },
  });
  const paths = addPaths(app, routing, resolveClient);
  let prepared = false;
  const answer = (request: Request): MaybePromise<Answer> => {
    if (!prepared) {
      for (const _ of paths);
      prepared = true;
    }
    const response = app.fetch(request);
    return response instanceof Promise ? response.then(unwrap) : unwrap(response);
  };
  return {
    async fetch(request) {
      const answered = answer(request);
      if (answered instanceof Promise) track(answered);
      return toResponse(await answered);
    },
    answer: (req, res) => answer(new NodeRequest({ req, res })),
    async prepare() {
      const slices = new TimeSlices();
      for (const _ of paths) await slices.pause();
    },
  };
}

function* addPaths(app: H3, routing: Routing, resolve: ClientResolver): Generator<void, void> {
  for (const path of routing.paths) {
    app.all(path.routerPath, (event) => wrap(answerAt(path, routing, event, resolve)));
    yield;
  }
  app.all("/**", (event) =>
    wrap(answerUnknown(routing.unknown, callOf(event, routing.unknown.route, resolve))),
  );
}

function wrap(answer: MaybePromise<Answer>): MaybePromise<EnvelopeResponse> {
  return answer instanceof Promise
    ? answer.then((made) => new EnvelopeResponse(made))
    : new EnvelopeResponse(answer);
}

/** Throws on a response of h3's own, which lacks our headers. */
function unwrap(response: Response): Answer {
  if (response instanceof EnvelopeResponse) return response.answer;
  throw new Error(`h3 answered with ${response.status} on its own`);
}

function answerAt(
  path: PathEntry,
  routing: Routing,
  event: H3Event,
  resolve: ClientResolver,
): MaybePromise<Answer> {
  const params = decodeParams(event.context.params);
  if (params === undefined) return refuseMalformed(routing, event, resolve);
  return path.answer(event.req.method, (route) => callOf(event, route, resolve, params));
}

function refuseMalformed(
  { malformed }: Routing,
  event: H3Event,
  resolve: ClientResolver,
): MaybePromise<Answer> {
  const refusal: Refusal = {
    code: "bad-request",
    detail: "The path has a percent escape that is broken or not allowed.",
  };
  return malformed.refuse(callOf(event, malformed.route, resolve), refusal);
}

interface NodeExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

function callOf(
  event: H3Event,
  route: SealedRoute,
  resolve: ClientResolver,
  params?: Readonly<Record<string, string>>,
): Call {
  // srvx types its own subset of Node's request and response.
  const node = event.runtime?.node as NodeExchange | undefined;
  const received = node === undefined ? targetOf(event.req.url) : (node.req.url ?? "/");
  // Only where a route was found: an answer that refuses a target repeats it as received.
  const target =
    params !== undefined && isUnusual(received)
      ? canonical(event.url.pathname, received)
      : received;
  if (node === undefined) return new FetchCall(event.req, resolve, route, target, params);
  const originForm =
    target.startsWith("/") || target === "*" ? target : `${event.url.pathname}${event.url.search}`;
  return new NodeCall(node.req, node.res, resolve, route, originForm, params);
}

/** Paths with a dot segment, an escape, a fragment or a backslash, and those in absolute form. */
const UNUSUAL = /\/\.|[%#\\]|^[^/]/;

/** Whether a target has another, canonical form. Escapes in its query, which most filters have, do not count. */
function isUnusual(target: string): boolean {
  const query = target.indexOf("?");
  if (query === -1) return UNUSUAL.test(target);
  return UNUSUAL.test(target.slice(0, query)) || target.includes("#", query);
}

/**
 * The one form of equivalent targets (RFC 3986, section 6.2.2): the path without dot segments, which h3's URL has resolved
 * already, and without escapes of unreserved characters; no fragment. The query stays as it is.
 */
function canonical(pathname: string, received: string): string {
  const path = pathname.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
  const [target = ""] = received.split("#", 1);
  const query = target.indexOf("?");
  return query === -1 ? path : path + target.slice(query);
}

/** Path and query of an absolute URL, escapes as received. */
function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("//") + 2);
  return path === -1 ? "/" : url.slice(path);
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** Undefined when an escape is broken or yields NUL. An escaped slash stays part of its segment. */
function decodeParams(
  params: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined {
  if (params === undefined) return NO_PARAMS;
  const decoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    try {
      const text = decodeURIComponent(value);
      if (text.includes("\0")) return undefined;
      decoded[name] = text;
    } catch {
      return undefined;
    }
  }
  return decoded;
}
