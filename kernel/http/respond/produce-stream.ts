/** Streams: begun for a caller, kept to the events of its audience, and ended once its credential is invalid. */
import { isInAudience } from "../../../registry/contract/route/audience.ts";
import type { SealedRoute, BoundPolicy } from "../../../registry/contract/route/sealed-route.ts";
import { RouteCall } from "../request/route-call.ts";
import { headerInput } from "../request/input.ts";
import { OK, withoutBody, type ProduceContext, type Produced, type Producer } from "./produced.ts";
import { ByteSource, isStream, toByteStream, type StreamMessage } from "./stream.ts";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { Principal } from "../../../registry/contract/policy/principal.ts";
import { RepeatedCall } from "../request/internal-call.ts";
import { Gate } from "./gate.ts";

const NOTHING = new ByteSource(async () => undefined, { end() {}, cancel() {} });
const EVENTS: readonly string[] = ["Content-Type", "text/event-stream"];

/** Creates the producer of a stream. HEAD has the headers of the stream and never begins it. */
export function streamProducer(
  route: SealedRoute,
  { handler, registry, streams, running }: ProduceContext,
): Producer {
  const produced = withoutBody(OK);
  const watch = callerWatch(route);
  const isContributed = route.declaration.stream?.contributed === true;
  const audiences = new Map(isContributed ? Object.entries(registry.audiences) : []);
  return (call) => {
    if (call.method === "HEAD") return { ...produced, stream: { body: NOTHING, headers: EVENTS } };
    const controller = streams.begin(running);
    const begin = (messages: unknown): Produced => {
      if (!isStream(messages)) throw new Error("a stream's handler returns an async iterable");
      watch(call, controller);
      // Checked as far as possible.
      const all = messages as AsyncIterable<StreamMessage>;
      const mayReceive = (message: StreamMessage) =>
        !("event" in message) || isInAudience(call.principal, audiences.get(message.event));
      const received = audiences.size === 0 ? all : only(all, mayReceive);
      return { ...produced, stream: { body: toByteStream(received, controller), headers: EVENTS } };
    };
    const fail = (error: unknown): never => {
      controller.abort();
      throw error;
    };
    try {
      const headers = headerInput(route, call);
      const input = { params: call.params, query: {}, headers, body: undefined };
      const messages = handler?.(
        new RouteCall(call, input, { mediaType: route.mediaTypes[0], signal: controller.signal }),
      );
      return messages instanceof Promise ? messages.then(begin).catch(fail) : begin(messages);
    } catch (error) {
      return fail(error);
    }
  };
}

async function* only<T>(all: AsyncIterable<T>, isWanted: (one: T) => boolean): AsyncGenerator<T> {
  for await (const one of all) if (isWanted(one)) yield one;
}

/** Time for which a stream may go on after its credential was revoked, in milliseconds. */
const WATCH_MS = 5000;

/** Returns the function that ends a stream once its request would be refused, or have another principal. */
function callerWatch(route: SealedRoute): (call: Call, stream: AbortController) => void {
  const gate = new Gate(route.policies.filter(isAboutCaller), route.policies.filter(decides));

  async function stillCounts(call: Call, principal: Principal): Promise<boolean> {
    const again = new RepeatedCall(route, call);
    if ((await gate.enter(again)) !== undefined) return false;
    return (
      again.principal?.id === principal.id &&
      again.principal.scopes.join(" ") === principal.scopes.join(" ")
    );
  }

  return (call, stream) => {
    const { principal } = call;
    if (principal === undefined) return;
    const look = async () => {
      // An identifier that fails proves nothing.
      if (!(await stillCounts(call, principal).catch(() => false))) stream.abort();
      else if (!stream.signal.aborted) timer = setTimeout(look, WATCH_MS).unref();
    };
    let timer = setTimeout(look, WATCH_MS).unref();
    stream.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  };
}

/** Checks that a policy finds the principal, or works with the result. */
function isAboutCaller(bound: BoundPolicy): boolean {
  const { provides, identifies } = bound.policy;
  return decides(bound) || provides !== undefined || identifies !== undefined;
}

function decides({ policy: { guards, asksIdentifiers } }: BoundPolicy): boolean {
  return guards === true || asksIdentifiers === true;
}
