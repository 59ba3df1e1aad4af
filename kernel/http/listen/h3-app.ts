/** The h3 application of one revision, and the only file that imports h3. h3 matches paths and nothing else. */
import { H3, H3Event } from "h3";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import type { RouteInfo } from "../../../registry/contract/route/route-info.ts";
import { show } from "../../../registry/schema/words.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { FetchCall, NodeCall } from "../request/call.ts";
import type { ClientResolver } from "../request/client.ts";
import { DispatchedCall, type Outside } from "../request/internal-call.ts";
import { RouteCall } from "../request/route-call.ts";
import type { Answer } from "../respond/finish.ts";
import { headersOf } from "../respond/head.ts";
import { ByteSource } from "../respond/stream.ts";
import type { InnerRequest, Runtime } from "../../services.ts";
import { answerUnknown, PathEntry, type Routing } from "./routing.ts";
import { canonicalTarget, decodeParams, isDecodable, originForm, pathOfTarget } from "./target.ts";
import { toResponse } from "./web-response.ts";

export interface H3App {
  /** Answers in memory. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request that a plugin makes on behalf of a caller. */
  readonly dispatch: Runtime["dispatch"];
  readonly routeOf: (request: Pick<InnerRequest, "method" | "target">) => RouteInfo | undefined;
  /** Answers a request from a socket; the caller writes the answer. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => MaybePromise<Answer>;
}

/** Paths of which h3's match is kept, and the length of their targets, which a part of their text keeps: clients choose both. */
const MAX_MATCHES = 1000;
const MAX_LENGTH = 500;

type Params = Readonly<Record<string, string>>;

/** Makes the call of a request once its route is known. */
type MakeCall = (route: SealedRoute, target: string, params?: Params) => Call;

/** Returns the URL of a target in origin form. Its origin is never looked at. */
function urlOf(target: string): URL {
  if (target.startsWith("/")) return new URL(`http://service.invalid${target}`);
  throw new TypeError(`the target of a request begins with a slash; received ${show(target)}`);
}

/** @param track receives every answer in memory that is not ready at once. */
export function createH3App(
  { paths, unknown, malformed }: Routing,
  resolve: ClientResolver,
  {
    track,
    outside,
  }: { readonly track: (answer: Promise<Answer>) => void; readonly outside: Outside },
): H3App {
  const app = new H3();
  for (const path of paths) app.all(path.routerPath, () => path);

  /** Finds the path of a request, with its parameters, which are undefined if an escape is not allowed. */
  const match = (method: string, parsed: URL) => {
    // h3 reads no more of a request than this; a web request costs several times its routing.
    const event = new H3Event({ method, url: "", _url: parsed } as unknown as H3Event["req"]);
    const path = app.handler(event);
    const { url } = event;
    if (path instanceof PathEntry) return { url, path, params: decodeParams(event.context.params) };
    return { url, path: undefined, params: isDecodable(url.pathname) ? {} : undefined };
  };
  const matches = new Map<string, { readonly path: PathEntry; readonly params: Params }>();
  const keep = (key: string, path: PathEntry, params: Params) => {
    if (matches.size === MAX_MATCHES) matches.clear();
    matches.set(key, { path, params: Object.freeze(params) });
  };
  const answer = (
    method: string,
    received: string,
    parse: () => URL,
    makeCall: MakeCall,
  ): MaybePromise<Answer> => {
    const key = pathOfTarget(received);
    const kept = matches.get(key);
    if (kept !== undefined)
      return kept.path.answer(method, (route) => makeCall(route, received, kept.params));
    const { url, path, params } = match(method, parse());
    // Where no route matches, the target stays as received, because the answer repeats it.
    const target = received.startsWith("/") ? received : `${url.pathname}${url.search}`;
    if (params === undefined) {
      const detail = "The path has a percent escape that is broken or not allowed.";
      return malformed.refuse(makeCall(malformed.route, target), { code: "bad-request", detail });
    }
    if (path === undefined) return answerUnknown(unknown, makeCall(unknown.route, target));
    const canonical = canonicalTarget(received, url);
    if (canonical === received && received.length <= MAX_LENGTH) keep(key, path, params);
    return path.answer(method, (route) => makeCall(route, canonical, params));
  };
  return {
    async fetch(request) {
      const { method, url } = request;
      const answered = answer(
        method,
        originForm(url),
        () => new URL(url),
        (route, target, params) => new FetchCall(request, resolve, route, target, params),
      );
      if (answered instanceof Promise) track(answered);
      return toResponse(await answered);
    },
    async dispatch(request, onBehalfOf) {
      const { method, target: received } = request;
      const caller = RouteCall.callOf(onBehalfOf);
      const { status, head, payload } = await answer(
        method,
        received,
        () => urlOf(received),
        (route, target, params) =>
          new DispatchedCall(request, caller, outside, route, target, params),
      );
      const headers = headersOf(head);
      if (!(payload instanceof ByteSource)) return { status, headers, body: payload };
      await payload.cancel();
      return { status, headers, body: undefined };
    },
    routeOf({ method, target }) {
      const { path, params } = match(method, urlOf(target));
      return params && path?.routeOf(method);
    },
    answer(req, res) {
      const { method = "", url = "/" } = req;
      const makeCall: MakeCall = (route, target, params) =>
        new NodeCall(req, res, resolve, route, target, params);
      // The server as a whole has no path.
      if (url === "*") return answerUnknown(unknown, makeCall(unknown.route, url));
      const parse = () => (url.startsWith("/") ? urlOf(url) : new URL(url));
      return answer(method, url, parse, makeCall);
    },
  };
}
