/** Answers of policies in place of the handler: a replay of an earlier answer, or a redirect. */
import type { Call } from "../../registry/contract/call.ts";
import type { PolicyAnswer } from "../../registry/contract/policy-answer.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { andThen } from "../support/and-then.ts";
import { contentTypeOf, variantsOf } from "./body.ts";
import { collectHooks } from "./hooks.ts";
import { NO_BODY_INFO, type Produced, type Producer } from "./produced.ts";

/** Asks the route's policies before the producer. Returns the producer itself if no policy answers. */
export function answerInPlace(route: SealedRoute, produce: Producer): Producer {
  const hooks = collectHooks(route, "answer");
  if (hooks.length === 0) return produce;
  const ask = (call: Call, from: number): MaybePromise<PolicyAnswer | undefined> => {
    const hook = hooks[from];
    if (hook === undefined) return undefined;
    const { compiled, index, run } = hook;
    return andThen(
      run.call(compiled, call, call.states[index] as never),
      (answer) => answer ?? ask(call, from + 1),
    );
  };
  return (call, mediaType, language) =>
    andThen(ask(call, 0), (answer) =>
      answer === undefined ? produce(call, mediaType, language) : answerOf(route, answer),
    );
}

/** Finishes a policy's answer. Throws on a status that only refusals and handlers answer with. */
export function answerOf(
  route: SealedRoute,
  { status, body, contentType, location, language, facts }: PolicyAnswer,
): Produced {
  if (!(status >= 200 && status < 400) && route.declaration.statuses?.includes(status) !== true)
    throw new Error(`a policy answers with 2xx or 3xx in place of the handler, not ${status}`);
  const usual = contentTypeOf(route.mediaTypes[0] ?? "application/octet-stream");
  const variants = body === undefined ? undefined : variantsOf(route)(body, contentType ?? usual);
  const own =
    contentType === undefined || contentType === usual ? NO_BODY_INFO : { offSchema: true };
  return { head: { status, location, language }, variants, facts: facts ?? own };
}
