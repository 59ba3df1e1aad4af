/** The body of a refusal, in the form and the language that the client prefers. */
import type { Call, Failure } from "../../../registry/contract/call/call.ts";
import type { Member } from "../../../registry/contract/policy/compiled-policy.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { languagesOf, varyByLanguage } from "../../../registry/seal/compile/vary.ts";
import { mediaTypeSelector, pageLanguageSelector } from "../request/negotiate.ts";
import { contentTypeOf, EncodedBody } from "./body.ts";
import { andThen } from "./in-turn.ts";
import { NO_BODY_INFO } from "./produced.ts";
import { errorRewriter } from "./rewrite.ts";

interface ErrorBody {
  readonly body: EncodedBody;
  /** Language of the body; undefined for forms that are not for people. */
  readonly language?: string;
  readonly plans: SealedRoute["plans"];
}

/** Writes the error bodies of a route. */
export type ErrorWriter = (call: Call, failure: Failure) => MaybePromise<ErrorBody>;

export function createErrorWriter(route: SealedRoute): ErrorWriter {
  const forms = route.errorForms.map((form) => {
    const languages = languagesOf(form);
    const spoken = { ...route.plans, error: varyByLanguage(route.plans.error) };
    return {
      form,
      contentType: contentTypeOf(form.mediaType),
      selectLanguage: pageLanguageSelector(languages),
      plans: languages.length < 2 ? route.plans : spoken,
    };
  });
  const rewrite = errorRewriter(route);
  const select = mediaTypeSelector(forms.map(({ form }) => form.mediaType));
  const members = route.policies.flatMap(({ compiled }): [string, Member][] =>
    Object.entries(compiled.members?.("error") ?? {}),
  );
  return (call, failure) => {
    const chosen = Math.max(0, select(call.header("accept")));
    const found = forms[chosen];
    if (found === undefined) throw new Error(`${route.ref} was sealed without an error form`);
    const { form, contentType, selectLanguage, plans } = found;
    if (form.schema === undefined) {
      const language = form.languages[selectLanguage(call).index] ?? form.languages[0];
      return andThen(form.write(failure, call, language), (text) => {
        return { body: new EncodedBody(text, contentType), language, plans };
      });
    }
    const rendered: Record<string, unknown> = { ...form.render(failure, call) };
    for (const [name, member] of form.closed === true ? [] : members)
      rendered[name] = member.value({ call, body: rendered, facts: NO_BODY_INFO, failure });
    const json = rewrite(JSON.stringify(rendered), call.search);
    return { body: new EncodedBody(json, contentType), plans };
  };
}
