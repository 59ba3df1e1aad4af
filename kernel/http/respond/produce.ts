/** Stage produce: makes the body of each kind of route. */
import type { BodyInfo } from "../../../registry/contract/call/call.ts";
import type { ErrorCode } from "../../../registry/contract/call/errors.ts";
import { toMilliseconds } from "../../../registry/contract/duration.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { qualifyRef } from "../../../registry/seal/compile/relations.ts";
import { InternalCall } from "../request/internal-call.ts";
import { RouteCall, type Selected } from "../request/route-call.ts";
import { targetInput, withBody } from "../request/input.ts";
import { Refused } from "../../host/support/refusal.ts";
import { andThen, andThenInTurn } from "./in-turn.ts";
import { answerInPlace } from "./policy-answer.ts";
import { keepingAnswers } from "./kept-answers.ts";
import { listProducer } from "./read-list.ts";
import {
  headsByLanguage,
  late,
  NO_BODY_INFO,
  OK,
  withoutBody,
  type ProduceContext,
  type Produced,
  type Producer,
  type Render,
} from "./produced.ts";
import { createRenderer } from "./render.ts";
import { withRewrites } from "./rewrite.ts";
import { withView } from "./view.ts";

const PERSONAL: BodyInfo = Object.freeze({ personal: true });

export function createProducer(route: SealedRoute, context: ProduceContext): Producer {
  const own = keepingAnswers(route, createOwnProducer(route, context), context);
  const produce = withRewrites(route, answerInPlace(route, own));
  const { view } = route;
  return view === undefined ? produce : withView(route, view, produce, context.registry);
}

/** Creates a producer without policy answers in place of the handler, and without views, which are for requests. */
export function createOwnProducer(route: SealedRoute, context: ProduceContext): Producer {
  if (route.kind === "redirect") return redirectProducer(route, context);
  if (route.kind === "alwaysFails") return refusalProducer(route);
  if (route.kind === "stream")
    return late(async () => (await import("./produce-stream.ts")).streamProducer(route, context));
  const render = createRenderer(route, context);
  if (route.kind === "list") return listProducer(route, context, render);
  if (route.document) return documentProducer(route, context, render);
  if (route.method !== "GET")
    return late(async () =>
      (await import("./produce-write.ts")).writeProducer(route, context, render),
    );
  return handlerProducer(route, context, render);
}

function redirectProducer(route: SealedRoute, { registry }: ProduceContext): Producer {
  const { to, status } = route.declaration.redirect ?? { to: "", status: 308 };
  const target = qualifyRef(to, route.plugin);
  return (call) => {
    const location = `${registry.href(target, call.params) ?? "/"}${call.search}`;
    return withoutBody({ status, location });
  };
}

function refusalProducer({ declaration }: SealedRoute): Producer {
  const { code: declared, retryAfter } = declaration.alwaysFails ?? { code: "internal-error" };
  const code = declared as ErrorCode; // sealing found it in the catalog
  const refusal: Refusal =
    retryAfter === undefined ? { code } : { code, retryAfter: toMilliseconds(retryAfter) / 1000 };
  return () => {
    throw new Refused(refusal);
  };
}

/** Keeps a document as bytes, once in each language and media type. */
function documentProducer(
  route: SealedRoute,
  { documents }: ProduceContext,
  render: Render,
): Producer {
  const heads = headsByLanguage(route);
  const answers: Produced[] = [];
  // A document that all clients share must have no trace of the first one.
  const anonymousCall = new InternalCall(route, route.path, {});
  return (_call, mediaType, language) => {
    const place = language * route.mediaTypes.length + mediaType;
    const hit = answers[place];
    if (hit !== undefined) return hit;
    const head = heads[language] ?? OK;
    const rendered = andThen(documents.get(route, head.language), (value) =>
      render(value, mediaType, anonymousCall, head, NO_BODY_INFO),
    );
    return andThen(rendered, (produced) => (answers[place] = produced));
  };
}

function handlerProducer(
  route: SealedRoute,
  { handler }: ProduceContext,
  render: Render,
): Producer {
  const heads = headsByLanguage(route);
  const selections = heads.map(({ language }) =>
    route.mediaTypes.map((mediaType): Selected => ({ mediaType, language })),
  );
  return (call, mediaType, language) => {
    const input = withBody(targetInput(route, call), undefined);
    const routeCall = new RouteCall(call, input, selections[language]?.[mediaType]);
    return andThenInTurn(call, handler?.(routeCall), (value) => {
      const { chosen, personal, filled: headers } = routeCall;
      const head = heads[language] ?? OK;
      const known = personal ? PERSONAL : NO_BODY_INFO;
      const facts = headers === undefined ? known : { ...known, headers };
      return render(value, mediaType, call, chosen ? { ...head, ...chosen } : head, facts);
    });
  };
}
