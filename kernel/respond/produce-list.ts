/** Stage produce of a list: its envelope, and which finished lists are kept. */
import type { Call, CallTarget } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { RouteCall } from "../request/handler-context.ts";
import { andThen } from "../support/and-then.ts";
import { andThenInTurn } from "./in-turn.ts";
import { VersionedCache } from "../support/versioned-cache.ts";
import { KeptLists } from "../support/kept-lists.ts";
import {
  headsByLanguage,
  OK,
  type ProduceContext,
  type Produced,
  type Producer,
  type Render,
} from "./produced.ts";
import { acceptList, envelopeOf, finishList } from "./read-list.ts";

/** Keeps the finished lists of a revision, 32 MiB at most. */
export function keepLists(): VersionedCache<Produced> {
  return new VersionedCache(32 * 1024 * 1024, sizeOf);
}

/** Estimates the bytes of a kept answer: 2 KB and three times its body, as variants join. */
export function sizeOf({ variants }: Produced): number {
  return 2000 + 3 * (variants?.identity.byteLength ?? 0);
}

/** Returns a producer that finishes a list once per query while the data stays the same. */
export function listProducer(
  route: SealedRoute,
  { documents, handler, version, lists, counts }: ProduceContext,
  render: Render,
): Producer {
  const heads = headsByLanguage(route);
  const kept = new KeptLists(lists, version ?? (() => undefined));

  const produce: Producer = (call, mediaType, language) => {
    const head = heads[language] ?? OK;
    const { path, search, params, preferences } = call;
    const target: CallTarget = { path, search, params, route, preferences };
    const { query, input } = acceptList(route, call);
    const routeCall = new RouteCall(call, input, { language: head.language });
    const value = route.document ? documents.get(route, head.language) : handler?.(routeCall);
    return andThenInTurn(call, value, (list) => {
      if (routeCall.sawCaller) kept.isPerCaller = true;
      const { filled: headers } = routeCall;
      const finished = finishList(route, list, query, target);
      const { facts } = finished;
      const own = kept.isPerCaller ? { ...facts, personal: true } : facts;
      return render(
        envelopeOf(route, finished),
        mediaType,
        target,
        head,
        headers === undefined ? own : { ...own, headers },
      );
    });
  };

  if (version === undefined) return produce;
  return (call, mediaType, language) => {
    const current = kept.version;
    if (current === undefined) return produce(call, mediaType, language);
    const key = requestKey(call, mediaType, language);
    const hit = kept.get(key, current);
    if (hit !== undefined) {
      counts.listHits++;
      return hit;
    }
    counts.listMisses++;
    return andThen(produce(call, mediaType, language), (produced) => {
      kept.keep(key, current, produced);
      return produced;
    });
  };
}

/** Returns the key of all that an answer for all callers depends on in a request. Most depend on the target alone. */
export function requestKey(
  { path, search, preferences }: Call,
  mediaType: number,
  language: number,
): string {
  const target = search === "" ? path : path + search;
  const plain = mediaType === 0 && language === 0;
  if (plain && preferences.return === undefined && preferences.handling === undefined)
    return target;
  // A target has no space, so that no client can forge the rest.
  return `${target} ${mediaType} ${language} ${preferences.return},${preferences.handling}`;
}
