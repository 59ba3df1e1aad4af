/** Answers of policies in place of the handler: a replay of an earlier answer, or a redirect. */
import type { PolicyAnswer } from "../../../registry/contract/policy/policy-answer.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { andThen } from "./in-turn.ts";
import { contentTypeOf, variantsOf } from "./body.ts";
import { collectHooks } from "./gate.ts";
import { NO_BODY_INFO, type Produced, type Producer } from "./produced.ts";

/** Asks the route's policies before the producer. Returns the producer itself if no policy answers. */
export function answerInPlace(route: SealedRoute, produce: Producer): Producer {
  return collectHooks(route, "answer").reduceRight<Producer>(
    (next, { compiled, index, run }) =>
      (call, mediaType, language) =>
        andThen(run.call(compiled, call, call.states[index] as never), (answer) =>
          answer === undefined ? next(call, mediaType, language) : answerOf(route, answer),
        ),
    produce,
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
