/** Stage produce of a route that writes: its body is read, policies enclose the rest, and the handler's value is finished. */
import type { BodyInfo, Call } from "../../registry/contract/call.ts";
import type { PolicyAnswer, WriteEnd } from "../../registry/contract/compiled-policy.ts";
import { successStatus } from "../../registry/contract/route.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { bindParams, fillRelation } from "../../registry/seal/relations.ts";
import { RouteCall, type Input } from "../request/handler-context.ts";
import { acceptTarget, withBody } from "../request/input.ts";
import { readBody } from "../request/read-body.ts";
import { Refused } from "../request/refusal.ts";
import { andThen } from "../support/and-then.ts";
import { collectHooks } from "./hooks.ts";
import { answerOf } from "./policy-answer.ts";
import {
  headsByLanguage,
  OK,
  type ProduceContext,
  type Produced,
  type Producer,
} from "./produced.ts";
import { createRenderer, type Render } from "./render.ts";
import { conditionsOf } from "./write-conditions.ts";
import { FinishedWrite } from "./write-result.ts";

export function writeProducer(
  route: SealedRoute,
  context: ProduceContext,
  render: Render,
): Producer {
  const write = writerOf(route, context, render);
  const hooks = collectHooks(route, "around");
  return (call, mediaType, language) => {
    const target = acceptTarget(route, call);
    return andThen(readBody(route, call), (received) => {
      const attempt = () => write(call, () => withBody(target, received), mediaType, language);
      if (hooks.length === 0) return attempt();
      const proceedFrom = async (from: number): Promise<WriteEnd> => {
        const hook = hooks[from];
        if (hook === undefined) return new FinishedWrite(await attempt());
        const { compiled, index, run } = hook;
        return run.call(compiled, call, () => proceedFrom(from + 1), call.states[index] as never);
      };
      return proceedFrom(0).then((end) => toProduced(route, end));
    });
  };
}

function toProduced(route: SealedRoute, end: WriteEnd): Produced {
  if (end instanceof FinishedWrite) return end.produced;
  if ("refusal" in end) throw new Refused(end.refusal);
  return answerOf(route, end as PolicyAnswer); // every result of a handler is a FinishedWrite
}

/** One attempt at a write. `accept` validates the body for each attempt, because handlers may change it. */
type Write = (
  call: Call,
  accept: () => Input,
  mediaType: number,
  language: number,
) => MaybePromise<Produced>;

function writerOf(route: SealedRoute, context: ProduceContext, render: Render): Write {
  const { handler } = context;
  const evaluate = conditionsOf(route, context);
  const heads = headsByLanguage(route);
  const success = successStatus(route.declaration);
  const finish = finisherOf(route, context, render);
  return (call, accept, mediaType, language) => {
    const input = accept();
    const head = heads[language] ?? OK;
    const selected = { mediaType: route.mediaTypes[mediaType], language: head.language };
    return andThen(evaluate(call), () => {
      const routeCall = new RouteCall(call, input, selected);
      return andThen(handler?.(routeCall), (value) => {
        const { chosen = { status: success }, personal } = routeCall;
        const created = chosen.status === 201 ? locationOf(route, call, input, value) : undefined;
        const facts: BodyInfo = {
          ...(personal ? { personal } : {}),
          ...(created === undefined ? {} : { created }),
        };
        return finish(value, mediaType, call, { ...head, ...chosen, location: created }, facts);
      });
    });
  };
}

/** The path of the resource that a request created: the one that the route names, or the request's own. */
function locationOf(
  { creates, represents }: SealedRoute,
  call: Call,
  { params }: Input,
  value: unknown,
): string | undefined {
  if (creates !== undefined) return fillRelation(creates, params, Object(value));
  return represents === undefined ? undefined : call.path;
}

/**
 * Finishes a value as the route that reads the resource would, where the answer is its representation: so the entity tag
 * of the answer is that of the next read. `Prefer: return=minimal` leaves the body out (RFC 7240, section 4.2).
 */
function finisherOf(
  route: SealedRoute,
  context: ProduceContext,
  render: Render,
): (...args: Parameters<Render>) => MaybePromise<Produced> {
  const read = route.answersAs === undefined ? undefined : context.registry.route(route.answersAs);
  if (read === undefined) return render;
  const renderRead = createRenderer(read, context);
  return (value, mediaType, call, head, facts) => {
    if (head.status >= 300) return render(value, mediaType, call, head, facts);
    const params =
      facts.created !== undefined && route.creates !== undefined
        ? bindParams(route.creates, call.params, Object(value))
        : call.params;
    const path = facts.created ?? call.path;
    const target = { path, search: "", params, route: read, preferences: {} };
    return andThen(renderRead(value, mediaType, target, head, facts), (produced) =>
      call.preferences.return === "minimal" ? withoutRepresentation(produced) : produced,
    );
  };
}

function withoutRepresentation({ head, facts, variants }: Produced): Produced {
  return {
    head: head.status === 201 ? head : { ...head, status: 204 },
    variants: undefined,
    facts: { ...facts, etag: variants?.identity.etag, applied: ["return=minimal"] },
  };
}
