/** The body of a refusal, in the form and the language that the client prefers. */
import type { Call, Failure } from "../../registry/contract/call.ts";
import { languagesOf } from "../../registry/seal/compile.ts";
import type { Member } from "../../registry/contract/compiled-policy.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { Body, contentTypeOf } from "./body.ts";
import { languageSelector, mediaTypeSelector } from "../request/negotiate.ts";
import { NO_FACTS } from "./produced.ts";

export interface ErrorBody {
  readonly body: Body;
  /** Becomes Content-Language; undefined for forms that no person reads. */
  readonly language?: string;
}

/** Works out once what a route's errors can look like. */
export function errorBodiesOf(route: SealedRoute): (call: Call, failure: Failure) => ErrorBody {
  const forms = route.errorForms.map((form) => ({
    form,
    contentType: contentTypeOf(form.mediaType),
    selectLanguage: languageSelector(languagesOf(form)),
  }));
  const select = mediaTypeSelector(forms.map(({ form }) => form.mediaType));
  const members = route.policies.flatMap(({ compiled }): [string, Member][] =>
    Object.entries(compiled.members?.("error") ?? {}),
  );
  return (call, failure) => {
    const chosen = Math.max(0, select(call.header("accept")));
    const { form, contentType, selectLanguage } = forms[chosen] ?? {};
    if (form === undefined || contentType === undefined)
      throw new Error("a route without an error form was sealed");
    if (form.schema === undefined) {
      const at = selectLanguage?.(call.header("accept-language")) ?? 0;
      const language = form.languages[at] ?? form.languages[0];
      return { body: new Body(form.write(failure, call, language), contentType), language };
    }
    const rendered: Record<string, unknown> = { ...form.render(failure, call) };
    if (chosen === 0) {
      for (const [name, member] of members)
        rendered[name] = member.value({ call, body: rendered, facts: NO_FACTS, failure });
    }
    return { body: new Body(JSON.stringify(rendered), contentType) };
  };
}
