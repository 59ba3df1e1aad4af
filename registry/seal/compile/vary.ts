/** The value of Vary: request headers that select among the representations of a route (RFC 9110, section 12.5.5). */
import type { ErrorForm } from "../../contract/policy/compiled-policy.ts";
import { spellHeader } from "../../contract/policy/headers.ts";
import type { RouteBase } from "../../contract/route/route-info.ts";
import type { Route } from "../../contract/route/route.ts";
import type { BoundPolicy, HeaderPlan } from "../../contract/route/sealed-route.ts";
import { fieldNames } from "../../schema/fields.ts";

/**
 * Any error may be negotiated, and any request refused for its Accept, so Accept always counts (RFC 9110, 12.5.5). The
 * languages of errors do not: `varyByLanguage` adds them to errors that have one, so that JSON does not vary by them.
 */
export function varyOf(
  bound: readonly BoundPolicy[],
  { declaration }: RouteBase,
  more: readonly string[] = [],
): string {
  const { languages = [] } = declaration;
  const language = languages.length > 1 ? ["accept-language"] : [];
  const declared = declaredHeaders(declaration);
  const names = [
    "accept",
    ...language,
    ...declared,
    ...bound.flatMap(({ compiled }) => compiled.varies ?? []),
    ...more,
  ];
  return spellAll(names);
}

export function spellAll(names: readonly string[]): string {
  return [...new Set(names.map((name) => spellHeader(name)))].join(", ");
}

/** Returns the plan for an answer whose language was chosen by Accept-Language. */
export function varyByLanguage(plan: HeaderPlan): HeaderPlan {
  // Vary comes first: some header always selects a representation.
  const [name = "Vary", vary = "", ...others] = plan.fixed;
  const personalVary = plan.personalVary && withLanguage(plan.personalVary);
  return { ...plan, fixed: [name, withLanguage(vary), ...others], personalVary };
}

function withLanguage(vary: string): string {
  return [...new Set([...vary.split(", "), spellHeader("accept-language")])].join(", ");
}

/** Languages of the text of errors; none if it is not for people. */
export function languagesOf(form: ErrorForm): readonly string[] {
  return form.schema === undefined ? form.languages : [];
}

/** Returns the request headers that a route declares, in lower case. */
export function declaredHeaders({ headers }: Route): readonly string[] {
  return headers === undefined ? [] : fieldNames(headers);
}
