/** The h3 application of one revision. The only file that imports h3. */
import { H3, type H3Event } from "h3";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FastResponse } from "srvx";
import { NodeRequest } from "srvx/node";
import type { Call } from "../../registry/contract/call.ts";
import type { Refusal } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { FetchCall, NodeCall } from "../request/call.ts";
import type { ClientResolver } from "../request/client.ts";
import type { Answer } from "../respond/finish.ts";
import { answerUnknown, type PathEntry, type Routing } from "./routing.ts";
import { Turns } from "../support/time-slices.ts";
import { toResponse } from "./write.ts";

/** An h3 application. */
export interface App {
  /** Answers in memory. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers what came over a socket; whoever asks writes it. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => MaybePromise<Answer>;
  /** Adds the paths to h3, a little at a time. A request that comes before has the rest of them added at once. */
  readonly prepare: () => Promise<void>;
}

/** An answer on its way through h3, which lets responses pass: a real one would be put together to be taken apart. */
class Carried extends FastResponse {
  readonly answer: Answer;
  /** h3 asks on HEAD; what it would find otherwise costs a whole web Response. */
  override readonly body = null;

  constructor(answer: Answer) {
    super(null);
    this.answer = answer;
  }
}

/** `track` is told of every answer in memory that is not there at once. */
export function createApp(
  routing: Routing,
  resolveClient: ClientResolver,
  track: (answer: Promise<Answer>) => void,
): App {
  const app = new H3({
    // h3 itself refuses paths with broken escapes; every other error is handled by the responders.
    onError: (_error, event) => carry(refuseMalformed(routing, event, resolveClient)),
  });
  const paths = addPaths(app, routing, resolveClient);
  let prepared = false;
  const answer = (request: Request): MaybePromise<Answer> => {
    if (!prepared) {
      for (const _ of paths);
      prepared = true;
    }
    const made = app.fetch(request);
    return made instanceof Promise ? made.then(carried) : carried(made);
  };
  return {
    async fetch(request) {
      const made = answer(request);
      if (made instanceof Promise) track(made);
      return toResponse(await made);
    },
    answer: (req, res) => answer(new NodeRequest({ req, res })),
    prepare: () => new Turns().run(paths),
  };
}

function* addPaths(app: H3, routing: Routing, resolve: ClientResolver): Generator<void, void> {
  for (const path of routing.paths) {
    app.all(path.routerPath, (event) => carry(answerAt(path, routing, event, resolve)));
    yield;
  }
  app.all("/**", (event) =>
    carry(answerUnknown(routing.unknown, callOf(event, routing.unknown.route, resolve))),
  );
}

function carry(answer: MaybePromise<Answer>): MaybePromise<Carried> {
  return answer instanceof Promise ? answer.then((made) => new Carried(made)) : new Carried(answer);
}

/** Throws on what h3 says by itself: it has no headers of ours, and is the last resort after a failure. */
function carried(response: Response): Answer {
  if (response instanceof Carried) return response.answer;
  throw new Error(`h3 answered with ${response.status} by itself`);
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
  // Only of what was found: an answer that refuses a target repeats it as it is.
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

/** Whether a target has another, canonical form. Escapes of its query, which most filters have, count for nothing. */
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
