/** Stage produce of a view: the page that browsers receive in place of JSON or a stream. */
import type { Call } from "../../../registry/contract/call/call.ts";
import { pageMeta } from "../../../registry/contract/route/page-form.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { SealedRoute, SealedView } from "../../../registry/contract/route/sealed-route.ts";
import { isJsonType, type ViewedAnswer } from "../../../registry/contract/route/view.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { memoize } from "../../../registry/schema/memoize.ts";
import { splitSearch, withoutLanguage } from "../../../registry/contract/route/page.ts";
import { ViewCall } from "../request/internal-call.ts";
import { PAGE, pageLanguageSelector } from "../request/negotiate.ts";
import { pageParameters } from "../request/parameters.ts";
import { headersOf } from "./head.ts";
import { andThen } from "./in-turn.ts";
import { contentTypeOf, planReply, variantsOf } from "./body.ts";
import { OK, withoutBody, type Produced, type Producer } from "./produced.ts";
import { watched } from "./render.ts";

const STREAM = withoutBody(OK);

/** Offers the view as a further media type, after the route's own, which stay as they are. */
export function withView(
  route: SealedRoute,
  view: SealedView,
  produce: Producer,
  registry: Registry,
): Producer {
  const place = route.mediaTypes.length;
  const selectLanguage = pageLanguageSelector(view.languages);
  const toVariants = variantsOf(route);
  const plans = memoize(() => ({ ...route.plans, ...view.plans })); // most routes are never opened in a browser
  const toPage = registry.pageForms.get(PAGE) ?? (() => "");
  const ofPage = pageParameters(route);

  const toView = (
    call: Call,
    produced: Produced,
    { index, isNamed }: ReturnType<typeof selectLanguage>,
  ): MaybePromise<Produced> => {
    const answer = viewedAnswer(route, produced);
    if (answer === undefined) return produced;
    const language = view.languages[index] ?? view.languages[0];
    const target = `${call.path}${withoutLanguage(call.search)}`;
    const text = watched(route, () =>
      andThen(view.render(answer, call, language), (content) =>
        toPage(content, pageMeta(registry, route, language, content, target, isNamed)),
      ),
    );
    return andThen(text, (page) => ({
      head: { ...produced.head, language },
      variants: toVariants(page, contentTypeOf(PAGE)),
      facts: { ...produced.facts, offSchema: true },
      plans: plans(),
    }));
  };

  return (call, mediaType, language) => {
    if (mediaType !== place) return produce(call, mediaType, language);
    const chosen = selectLanguage(call);
    const asked = chosen.isNamed
      ? new ViewCall(route, call, splitSearch(call.search, ofPage).others)
      : call;
    if (route.kind === "stream") return toView(asked, STREAM, chosen);
    return andThen(produce(asked, 0, language), (produced) => toView(asked, produced, chosen));
  };
}

/** Returns undefined for an answer that is sent as it is: an answer without content, and a redirect. */
function viewedAnswer(
  route: SealedRoute,
  { head: { status }, variants, facts }: Produced,
): ViewedAnswer | undefined {
  const body = variants?.identity;
  const isShown = body === undefined ? route.kind === "stream" : isJsonType(body.contentType);
  if (!isShown || (status >= 300 && status < 400)) return undefined;
  const outcome = status >= 400 ? "error" : "ok";
  const { lines, slots } = planReply(route.plans, outcome, body, status, facts);
  return { status, body, headers: headersOf(lines), perRequest: slots.map(({ name }) => name) };
}
