/**
 * The h3 application of one revision, and the only file that imports h3. h3 matches paths and nothing else: the kernel's
 * answers pass through it in an EnvelopeResponse, because h3 hands on only Responses.
 */
import { H3, type H3Event } from "h3";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FastResponse } from "srvx";
import { NodeRequest } from "srvx/node";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import type { RouteInfo } from "../../../registry/contract/route/route-info.ts";
import { show } from "../../../registry/schema/words.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { FetchCall, NodeCall } from "../request/call.ts";
import type { ClientResolver } from "../request/client.ts";
import { DispatchedCall, type DispatchedRequest, type Outside } from "../request/internal-call.ts";
import { RouteCall } from "../request/route-call.ts";
import type { Answer } from "../respond/finish.ts";
import { headersOf } from "../respond/head.ts";
import { andThen } from "../respond/in-turn.ts";
import type { InnerRequest, Runtime } from "../../services.ts";
import { answerUnknown, type PathEntry, type Routing } from "./routing.ts";
import { canonicalTarget, decodeParams, originForm } from "./target.ts";
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

/** Returns a URL whose origin is never looked at. */
function urlOf(target: string): string {
  if (target.startsWith("/")) return `http://service.invalid${target}`;
  throw new TypeError(`the target of a request begins with a slash; received ${show(target)}`);
}

/** Method and target of a request of the service itself, as h3 reads them. A web request costs several times its routing. */
class RoutedRequest {
  readonly method: string;
  /** The name under which h3 looks for a parsed URL. */
  readonly _url: URL;

  /** Throws on a target that does not begin with a slash. */
  constructor({ method, target }: Pick<InnerRequest, "method" | "target">) {
    this.method = method;
    this._url = new URL(urlOf(target));
  }

  get url(): string {
    return this._url.href;
  }
}

class InnerHttpRequest extends RoutedRequest implements DispatchedRequest {
  readonly request: InnerRequest;
  readonly caller: Call;
  readonly outside: Outside;

  constructor(request: InnerRequest, caller: Call, outside: Outside) {
    super(request);
    this.request = request;
    this.caller = caller;
    this.outside = outside;
  }
}

/** Passes through the router to find a route, and is not answered. */
class RouteProbe extends RoutedRequest {
  route: SealedRoute | undefined = undefined;
}

class EnvelopeResponse extends FastResponse {
  readonly answer: Answer;
  /** h3 reads this on HEAD; the inherited getter would build a whole web Response. */
  override readonly body = null;

  constructor(answer: Answer) {
    super(null);
    this.answer = answer;
  }
}

/** Answer to requests that are not answered. */
const NOTHING: Answer = { status: 204, head: "", payload: undefined, close: false };

function wrap(
  { req }: { readonly req: Request | RoutedRequest },
  answer: () => MaybePromise<Answer>,
): MaybePromise<EnvelopeResponse> {
  if (req instanceof RouteProbe) return new EnvelopeResponse(NOTHING);
  return andThen(answer(), (late) => new EnvelopeResponse(late));
}

/** Throws on responses of h3 itself, which lack the headers of our policies. */
function unwrap(response: Response): Answer {
  if (response instanceof EnvelopeResponse) return response.answer;
  throw new Error(`h3 answered with ${response.status} on its own`);
}

/** @param track receives every answer in memory that is not ready at once. */
export function createH3App(
  routing: Routing,
  resolve: ClientResolver,
  {
    track,
    outside,
  }: { readonly track: (answer: Promise<Answer>) => void; readonly outside: Outside },
): H3App {
  const { unknown, malformed } = routing;
  const refuseEscape = (event: H3Event): MaybePromise<Answer> => {
    const detail = "The path has a percent escape that is broken or not allowed.";
    const call = toCall(event, malformed.route, resolve);
    return malformed.refuse(call, { code: "bad-request", detail });
  };
  const answerAt = (path: PathEntry, event: H3Event): MaybePromise<Answer> => {
    const params = decodeParams(event.context.params);
    if (params === undefined) return refuseEscape(event);
    return path.answer(event.req.method, (route) => toCall(event, route, resolve, params));
  };
  const app = new H3({
    // h3 refuses paths with broken escapes. Any other error is a bug, which is logged where it is answered.
    onError: (error, event) => {
      if (error.unhandled === true) throw error;
      return wrap(event, () => refuseEscape(event));
    },
  });
  for (const path of routing.paths)
    app.all(path.routerPath, (event) => {
      const req: Request | RoutedRequest = event.req;
      if (req instanceof RouteProbe) req.route = path.routeOf(req.method);
      return wrap(event, () => answerAt(path, event));
    });
  app.all("/**", (event) =>
    wrap(event, () => answerUnknown(unknown, toCall(event, unknown.route, resolve))),
  );
  const answer = (request: Request | RoutedRequest): MaybePromise<Answer> =>
    andThen(app.fetch(request as Request), unwrap); // it reads method and URL alone
  return {
    async fetch(request) {
      const answered = answer(request);
      if (answered instanceof Promise) track(answered);
      return toResponse(await answered);
    },
    async dispatch(request, onBehalfOf) {
      const caller = RouteCall.callOf(onBehalfOf);
      const inner = new InnerHttpRequest(request, caller, outside);
      const { status, head, payload } = await answer(inner);
      const headers = headersOf(head);
      if (!(payload instanceof ReadableStream)) return { status, headers, body: payload };
      await payload.cancel();
      return { status, headers, body: undefined };
    },
    routeOf(request) {
      const probe = new RouteProbe(request);
      void answer(probe); // the router calls a path at once
      return probe.route;
    },
    answer: (req, res) => answer(new NodeRequest({ req, res })),
  };
}

/** @param params undefined if no route matches; then the target stays as received, because the answer repeats it. */
function toCall(
  event: H3Event,
  route: SealedRoute,
  resolve: ClientResolver,
  params?: Readonly<Record<string, string>>,
): Call {
  // srvx types its own subset of Node's request and response.
  const node = event.runtime?.node as { req: IncomingMessage; res: ServerResponse } | undefined;
  const received = node === undefined ? originForm(event.req.url) : (node.req.url ?? "/");
  const target = params === undefined ? received : canonicalTarget(received, event.url);
  const request: Request | RoutedRequest = event.req;
  if (request instanceof InnerHttpRequest)
    return new DispatchedCall(request, route, target, params);
  if (node === undefined) return new FetchCall(event.req, resolve, route, target, params);
  const isOriginForm = target.startsWith("/") || target === "*";
  const path = isOriginForm ? target : `${event.url.pathname}${event.url.search}`;
  return new NodeCall(node.req, node.res, resolve, route, path, params);
}
