/** Stage produce of a route that writes: its body is read, policies enclose the rest, and the handler's value is finished. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type {
  EnclosedWrite,
  PolicyAnswer,
  WriteEnd,
  WriteResult,
} from "../../../registry/contract/policy/policy-answer.ts";
import { successStatus } from "../../../registry/contract/route/route-keys.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { qualifyRef, relatedRoute } from "../../../registry/seal/compile/relations.ts";
import { onBehalfOf } from "../request/current-caller.ts";
import { RouteCall, type Input } from "../request/route-call.ts";
import { targetInput, withBody } from "../request/input.ts";
import { bodyReader, type ReceivedBody } from "../request/read-body.ts";
import { Refused } from "../../host/support/refusal.ts";
import { uploadReceiver } from "../request/upload.ts";
import { andThen, andThenInTurn } from "./in-turn.ts";
import { answerOf } from "./policy-answer.ts";
import { finishedAs, relatedResource } from "./finish-write.ts";
import {
  headsByLanguage,
  OK,
  type ProduceContext,
  type Produced,
  type Producer,
  withoutBody,
  type Render,
} from "./produced.ts";
import { conditionsOf } from "./write-conditions.ts";
import { InternalCall } from "../request/internal-call.ts";
import { collectHooks, gateOfReads } from "./gate.ts";

export function writeProducer(
  route: SealedRoute,
  context: ProduceContext,
  render: Render,
): Producer {
  const read = bodyReader(route);
  const write = writerOf(route, context, render);
  const isTagged = route.answersAs !== undefined;
  const hooks = collectHooks(route, "around");
  const enclose = (
    call: Call,
    accept: () => Input,
    received: ReceivedBody | undefined,
    ...selected: Selection
  ): MaybePromise<Produced> => {
    if (hooks.length === 0) return write(call, accept, ...selected);
    const handled: RouteCall[] = [];
    const attempt = () => write(call, accept, ...selected, handled);
    const enclosed: EnclosedWrite = {
      body: received,
      settled: async () => void (await Promise.allSettled(handled.map(({ running }) => running))),
    };
    const results: WriteResult[] = [];
    const proceedFrom = async (from: number): Promise<WriteEnd> => {
      const hook = hooks[from];
      if (hook === undefined) {
        const result = toResult(await attempt(), isTagged);
        results.push(result);
        return result;
      }
      const { compiled, index, run } = hook;
      const proceed = () => proceedFrom(from + 1);
      return run.call(compiled, call, proceed, call.states[index] as never, enclosed);
    };
    let sent: WriteEnd | undefined;
    return onBehalfOf(call, () => proceedFrom(0))
      .then((end) => toProduced(route, (sent = end)))
      .finally(() => endStreams(results.filter((result) => result !== sent)));
  };
  if (route.upload !== undefined) {
    const begin = uploadReceiver(route.upload);
    const [receiver] = collectHooks(route, "receive");
    return (call, ...selected) => {
      const target = targetInput(route, call);
      const body = begin(call);
      const input = { ...target, body: undefined, bodyType: body.mediaType };
      return body.enclose(() =>
        andThen(receiver?.run.call(receiver.compiled, body), (upload) =>
          enclose(call, () => ({ ...input, upload }), undefined, ...selected),
        ),
      );
    };
  }
  return (call, ...selected) => {
    const target = targetInput(route, call);
    return andThenInTurn(call, read?.(call), (received) =>
      enclose(call, () => withBody(target, received), received, ...selected),
    );
  };
}

/** Indexes into the media types and the languages that the route offers. */
type Selection = readonly [mediaType: number, language: number];

/**
 * Returns an attempt at a write. `accept` validates the body for each attempt, because handlers may change it; `handled`
 * gets the input of the handler.
 */
function writerOf(route: SealedRoute, context: ProduceContext, render: Render) {
  const handle = locatingExisting(route, context);
  const evaluate = conditionsOf(route, context);
  const heads = headsByLanguage(route);
  const success = { status: successStatus(route.declaration) };
  const finish = finishedAs(route, context, render);
  const redirect = redirectorOf(route, context);
  return (
    call: Call,
    accept: () => Input,
    mediaType: number,
    language: number,
    handled?: RouteCall[],
  ): MaybePromise<Produced> => {
    const input = accept();
    const head = heads[language] ?? OK;
    const selected = { mediaType: route.mediaTypes[mediaType], language: head.language };
    return andThen(evaluate(call), () => {
      const routeCall = new RouteCall(call, input, selected);
      handled?.push(routeCall);
      return andThen(handle(routeCall, call), (value) => {
        const { chosen = success, redirection, filled: headers } = routeCall;
        const redirected = redirection && redirect(redirection);
        if (redirected !== undefined)
          return headers === undefined ? redirected : { ...redirected, facts: { headers } };
        return finish({ call, routeCall, value, mediaType, head: { ...head, ...chosen } });
      });
    });
  };
}

/** Returns the answer that sends a client elsewhere; undefined if its route is off. Throws on any other target. */
function redirectorOf({ declaration, plugin, ref }: SealedRoute, { registry }: ProduceContext) {
  const { redirects } = declaration;
  return ({ to, params }: NonNullable<RouteCall["redirection"]>): Produced | undefined => {
    if (redirects === undefined || to !== redirects.to)
      throw new Error(`${ref} does not declare that it redirects to ${to}`);
    const target = qualifyRef(to, plugin);
    if (registry.route(target) === undefined) return undefined;
    const location = registry.href(target, params);
    if (location === undefined)
      throw new Error(`${ref} redirects to ${to} without all parameters of its path`);
    return withoutBody({ status: redirects.status, location });
  };
}

/** Finished answers by the results that policies see. */
const finished = new WeakMap<WriteEnd, Produced>();

/** @param isTagged true if the route answers with the representation of a resource. */
function toResult(produced: Produced, isTagged: boolean): WriteResult {
  const { head, variants, facts } = produced;
  const { status, location, language } = head;
  const body = variants?.identity;
  const result: WriteResult = {
    status,
    location,
    language,
    facts,
    body,
    get etag() {
      if (body === undefined) return facts.etag;
      return isTagged && facts.transient !== true ? body.etag : undefined;
    },
  };
  finished.set(result, produced);
  return result;
}

function toProduced(route: SealedRoute, end: WriteEnd): Produced {
  if ("refusal" in end) throw new Refused(end.refusal);
  return finished.get(end) ?? answerOf(route, end as PolicyAnswer); // every result of a handler is finished
}

/** Ends streams in whose place a policy answers: they are never read, and a server that stops would wait for them. */
function endStreams(results: readonly WriteResult[]): void {
  for (const result of results) {
    const stream = finished.get(result)?.stream;
    stream?.body.cancel().catch(() => {}); // its source has failed
  }
}

/** Adds the existing resource's path to refusals that name it, unless a guard of its reading route refuses the caller. */
function locatingExisting(
  { creates, declaration, plugin }: SealedRoute,
  { registry, handler }: ProduceContext,
): (routeCall: RouteCall, call: Call) => unknown {
  const read =
    declaration.creates === undefined
      ? undefined
      : relatedRoute(registry, plugin, declaration.creates)?.target;
  if (creates === undefined || read === undefined) return (routeCall) => handler?.(routeCall);
  const gate = gateOfReads(read, []);
  return async (routeCall, call) => {
    try {
      return await handler?.(routeCall);
    } catch (error) {
      if (!(error instanceof Refused) || error.existing === undefined) throw error;
      const existing = relatedResource(creates, call.params, error.existing);
      if (existing === undefined) throw error;
      const { path: location, params } = existing;
      if ((await gate?.(new InternalCall(read, location, params, call))) !== undefined) throw error;
      throw new Refused({ ...error.refusal, location });
    }
  };
}
