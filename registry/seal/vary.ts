/** The value of Vary: request headers that select among the representations of a route (RFC 9110, section 12.5.5). */
import type { ErrorForm } from "../contract/compiled-policy.ts";
import { spellHeader } from "../contract/header.ts";
import type { RouteBase } from "../contract/route-info.ts";
import type { Route } from "../contract/route.ts";
import type { BoundPolicy } from "../contract/sealed-route.ts";
import { fieldNames } from "../schema/fields.ts";

/** Any error may be negotiated, and any request refused for its Accept, so Accept always counts (RFC 9110, 12.5.5). */
export function varyOf(
  bound: readonly BoundPolicy[],
  { declaration }: RouteBase,
  more: readonly string[] = [],
): string {
  const languages = [
    declaration.languages ?? [],
    ...bound.flatMap(({ compiled: { errorForms = [] } }) => errorForms.map(languagesOf)),
  ];
  const language = languages.some((some = []) => some.length > 1) ? ["accept-language"] : [];
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

/** Languages of the text of errors; none where it is not for people. */
export function languagesOf(form: ErrorForm): readonly string[] {
  return form.schema === undefined ? form.languages : [];
}

/** Returns the request headers that a route declares, in lower case. */
export function declaredHeaders({ headers }: Route): readonly string[] {
  return headers === undefined ? [] : fieldNames(headers);
}
