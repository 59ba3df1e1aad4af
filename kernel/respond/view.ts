/** Stage produce of a view: the page that browsers receive in place of JSON or a stream. */
import type { Call } from "../../registry/contract/call.ts";
import { pageMeta } from "../../registry/contract/page-form.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute, SealedView } from "../../registry/contract/sealed-route.ts";
import { isJsonType, type ViewedAnswer } from "../../registry/contract/view.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { languageSelector } from "../request/negotiate.ts";
import { andThen } from "../support/and-then.ts";
import { contentTypeOf, EncodedBody, offeredCodings, planReply, Variants } from "./body.ts";
import { OK, withoutBody, type Produced, type Producer } from "./produced.ts";
import { watched } from "./render.ts";

/** The media type of views. */
export const VIEW_TYPE = "text/html";

const STREAM = withoutBody(OK);

/** Offers the view as one more media type, after those of the route. Nothing else changes for the others. */
export function withView(
  route: SealedRoute,
  view: SealedView,
  produce: Producer,
  registry: Registry,
): Producer {
  const place = route.mediaTypes.length;
  const selectLanguage = languageSelector(view.languages);
  const codings = offeredCodings(route);
  const plans = { ...route.plans, ...view.plans };
  const toPage = registry.pageForms.get(VIEW_TYPE) ?? (() => "");
  const show = (call: Call, produced: Produced): MaybePromise<Produced> => {
    const answer = viewedAnswer(route, produced);
    if (answer === undefined) return produced;
    const language = view.languages[selectLanguage?.(call.header("accept-language")) ?? 0];
    const text = watched(route, () =>
      andThen(view.render(answer, call, language ?? view.languages[0]), (content) =>
        toPage(content, pageMeta(registry, route, language, content, call.path)),
      ),
    );
    return andThen(text, (page) => ({
      head: { ...produced.head, language },
      variants: new Variants(new EncodedBody(page, contentTypeOf(VIEW_TYPE)), codings),
      facts: { ...produced.facts, offSchema: true },
      plans,
    }));
  };
  return (call, mediaType, language) => {
    if (mediaType !== place) return produce(call, mediaType, language);
    if (route.kind === "stream") return show(call, STREAM);
    return andThen(produce(call, 0, language), (produced) => show(call, produced));
  };
}

/** Undefined for an answer that is sent as it is: one without content, and a redirect. */
function viewedAnswer(
  route: SealedRoute,
  { head: { status }, variants, facts }: Produced,
): ViewedAnswer | undefined {
  const body = variants?.identity;
  const isShown = body === undefined ? route.kind === "stream" : isJsonType(body.contentType);
  if (!isShown || (status >= 300 && status < 400)) return undefined;
  const outcome = status >= 400 ? "error" : "ok";
  const { headers, slots } = planReply(route.plans, outcome, body, status, facts);
  return { status, body, headers, perRequest: slots.map(({ name }) => name) };
}
