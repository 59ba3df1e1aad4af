/** Stage produce of reads: the last answer, in place of an answer that cannot be made. */
import { LRUCache } from "lru-cache";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { refusalOf } from "../request/refusal.ts";
import { variantsOf } from "./body.ts";
import { requestKey, sizeOf } from "./produce-list.ts";
import type { ProduceContext, Produced, Producer } from "./produced.ts";

/** Keeps the last answers of a revision, 32 MiB at most. */
export function keepLastAnswers(): ProduceContext["lastAnswers"] {
  return new LRUCache({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ produced }, key) => key.length + sizeOf(produced),
  });
}

/** Returns a producer that falls back on the last answer; the producer itself if no policy of the route wants this. */
export function orLastAnswer(
  route: SealedRoute,
  produce: Producer,
  answers: ProduceContext["lastAnswers"],
): Producer {
  const rule = route.policies.map(({ compiled }) => compiled.staleIfError).find(Boolean);
  if (rule === undefined) return produce;
  const toVariants = variantsOf(route);

  function keep(key: string, produced: Produced, asOf: number): Produced {
    const { head, variants, facts } = produced;
    const last = answers.get(key);
    if (last !== undefined && last.asOf > asOf) return produced; // a later request's answer was ready before
    if (last?.produced === produced) last.asOf = asOf;
    else if (head.status === 200 && variants !== undefined && facts.personal !== true)
      answers.set(key, { produced, asOf });
    else answers.delete(key);
    return produced;
  }

  return (call, mediaType, language) => {
    const key = requestKey(call, mediaType, language);
    const asOf = performance.now(); // before it is made, as the data may change meanwhile
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
      return made instanceof Promise
        ? made.then((produced) => keep(key, produced, asOf), standIn)
        : keep(key, made, asOf);
    } catch (error) {
      return standIn(error);
    }
  };
}
