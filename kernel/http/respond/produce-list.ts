/** Stage produce of a list: its query, and its envelope. */
import type { CallTarget } from "../../../registry/contract/call/call.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { RouteCall } from "../request/route-call.ts";
import { andThenInTurn } from "./in-turn.ts";
import {
  headsByLanguage,
  OK,
  type ProduceContext,
  type Producer,
  type Render,
} from "./produced.ts";
import { acceptList, envelopeOf, finishList } from "./read-list.ts";

export function listProducer(
  route: SealedRoute,
  { documents, handler }: ProduceContext,
  render: Render,
): Producer {
  const heads = headsByLanguage(route);
  /** True once the handler has looked at its caller. */
  let isPerCaller = false;
  return (call, mediaType, language) => {
    const head = heads[language] ?? OK;
    const { path, search, params, preferences } = call;
    const target: CallTarget = { path, search, params, route, preferences };
    const { query, input } = acceptList(route, call);
    const routeCall = new RouteCall(call, input, { language: head.language });
    const value = route.document ? documents.get(route, head.language) : handler?.(routeCall);
    return andThenInTurn(call, value, (list) => {
      if (routeCall.sawCaller) isPerCaller = true;
      const { filled: headers } = routeCall;
      const finished = finishList(route, list, query, target);
      const { facts } = finished;
      const own = isPerCaller ? { ...facts, personal: true } : facts;
      return render(
        envelopeOf(route, finished),
        mediaType,
        target,
        head,
        headers === undefined ? own : { ...own, headers },
      );
    });
  };
}
