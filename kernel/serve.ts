/** The h3 application of one revision. The only file that imports h3. */
import { H3, toNodeHandler, type H3Event } from "h3";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Call } from "../registry/call.ts";
import type { MaybePromise, Refusal } from "../registry/policy.ts";
import type { SealedRoute } from "../registry/registry.ts";
import { FetchCall, NodeCall } from "./call.ts";
import type { ClientResolver } from "./client.ts";
import type { Answer } from "./finish.ts";
import { answerUnknown, type PathEntry, type Routing } from "./routing.ts";
import { toResponse } from "./write.ts";

/** An h3 application and its Node listener. */
export interface App {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly listener: RequestListener;
}

/** `track` is told of every answer that is not there at once. */
export function createApp(
  routing: Routing,
  resolveClient: ClientResolver,
  track: (answer: Promise<Answer>) => void,
): App {
  const reply = (answer: MaybePromise<Answer>): MaybePromise<Response> => {
    if (!(answer instanceof Promise)) return toResponse(answer);
    track(answer);
    return answer.then(toResponse);
  };
  const app = new H3({
    // h3 itself refuses paths with broken escapes; every other error is handled by the responders.
    onError: (_error, event) => reply(refuseMalformed(routing, event, resolveClient)),
  });
  for (const path of routing.paths)
    app.all(path.routerPath, (event) => reply(answerAt(path, routing, event, resolveClient)));
  app.all("/**", (event) =>
    reply(answerUnknown(routing.unknown, callOf(event, routing.unknown.route, resolveClient))),
  );
  return {
    fetch: async (request) => app.fetch(request),
    listener: toNodeHandler(app) as RequestListener, // srvx types its own subset of Node's request
  };
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
  const target = params !== undefined && UNUSUAL.test(received) ? canonical(event.url) : received;
  if (node === undefined) return new FetchCall(event.req, resolve, route, target, params);
  const originForm =
    target.startsWith("/") || target === "*" ? target : `${event.url.pathname}${event.url.search}`;
  return new NodeCall(node.req, node.res, resolve, route, originForm, params);
}

/** Targets with a dot segment, an escape, a fragment or a backslash, and those in absolute form. */
const UNUSUAL = /\/\.|[%#\\]|^[^/]/;

/**
 * The one form of equivalent targets (RFC 3986, section 6.2.2): without dot segments, which the URL has resolved already,
 * escapes of unreserved characters, and fragment. The query stays as it is.
 */
function canonical({ pathname, search }: URL): string {
  const path = pathname.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
  return path + search;
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
