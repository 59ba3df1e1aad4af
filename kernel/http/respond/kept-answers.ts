/** Stage produce of reads: answers that are kept while their data stays the same, or for the time when none can be made. */
import { LRUCache } from "lru-cache";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { refusalOf } from "../../host/support/refusal.ts";
import { andThen } from "./in-turn.ts";
import { variantsOf } from "./body.ts";
import type { KeptAnswer, ProduceContext, Produced, Producer } from "./produced.ts";

/** Keeps the answers of a revision, 64 MiB at most: of each about 2 KB and three times its body, as variants join. */
export function keepAnswers(): ProduceContext["answers"] {
  return new LRUCache({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ produced: { variants } }, key) =>
      key.length + 2000 + 3 * (variants?.identity.byteLength ?? 0),
  });
}

/**
 * Returns a producer that makes a list once per query while the data stays the same, and that falls back on the last
 * answer if a policy of the route wants this; the producer itself if nothing is to be kept.
 */
export function keepingAnswers(
  route: SealedRoute,
  produce: Producer,
  { answers, counts, version }: Pick<ProduceContext, "answers" | "counts" | "version">,
): Producer {
  const rule = route.policies.map(({ compiled }) => compiled.staleIfError).find(Boolean);
  const versionOfLists = route.kind === "list" ? version : undefined;
  if (rule === undefined && versionOfLists === undefined) return produce;
  const toVariants = variantsOf(route);
  /** True once an answer depended on its caller; from then on none is taken for another request. */
  let isPerCaller = false;

  function keep(key: string, made: KeptAnswer): Produced {
    const { produced, asOf } = made;
    const { head, variants, facts } = produced;
    if (facts.personal === true) isPerCaller = true;
    const last = answers.get(key);
    if (last !== undefined && last.asOf > asOf) return produced; // a later request's answer was ready before
    if (head.status === 200 && variants !== undefined && facts.personal !== true)
      answers.set(key, made);
    else answers.delete(key);
    return produced;
  }

  return (call, mediaType, language) => {
    // Version and time are read before the answer is made, as the data may change meanwhile.
    const current = isPerCaller ? undefined : versionOfLists?.();
    if (current === undefined && rule === undefined) return produce(call, mediaType, language);
    const asOf = performance.now();
    const key = requestKey(call, mediaType, language);
    if (current !== undefined) {
      const hit = answers.get(key);
      if (hit?.version === current) {
        counts.listHits++;
        hit.asOf = asOf;
        return hit.produced;
      }
      counts.listMisses++;
    }
    const keepMade = (produced: Produced) => keep(key, { produced, version: current, asOf });
    if (rule === undefined) return andThen(produce(call, mediaType, language), keepMade);
    const standIn = (error: unknown): Produced => {
      const last = answers.get(key);
      if (!rule.applies(call, error)) {
        // Another refusal is the answer as it is now.
        if (refusalOf(error)?.code !== "service-unavailable") answers.delete(key);
        throw error;
      }
      if (last === undefined || performance.now() - last.asOf > rule.maxMs) throw error;
      const { head, variants, facts } = last.produced;
      // A new body, because its headers are planned with the present facts.
      return {
        head,
        variants: variants && toVariants(variants.identity.payload, variants.identity.contentType),
        facts: { ...facts, asOf: last.asOf },
      };
    };
    try {
      const made = produce(call, mediaType, language);
      return made instanceof Promise ? made.then(keepMade, standIn) : keepMade(made);
    } catch (error) {
      return standIn(error);
    }
  };
}

/** Returns the key of all that an answer for all callers depends on in a request. Most depend on the target alone. */
function requestKey(
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
