/** Query parameters that are not the route's own: its policies' parameters, and the language of a page. */
import { LANGUAGE_PARAMETER, splitSearch } from "../../../registry/contract/route/page.ts";
import {
  policyParameters,
  type SealedRoute,
} from "../../../registry/contract/route/sealed-route.ts";
import { fieldNames, queryFields } from "../../../registry/schema/fields.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";

const NONE: ReadonlySet<string> = new Set();
const LANGUAGE: ReadonlySet<string> = new Set([LANGUAGE_PARAMETER]);

/** Returns the parameters of every page for people; none if the route declares them as its own. */
export function pageParameters({
  declaration: { query },
}: Pick<SealedRoute, "declaration">): ReadonlySet<string> {
  return query !== undefined && fieldNames(query).includes(LANGUAGE_PARAMETER) ? NONE : LANGUAGE;
}

const names = new WeakMap<SealedRoute, ReadonlySet<string>>();

/** Returns the names of parameters that neither the route's own query nor its list may see. */
export function addedNames(route: SealedRoute): ReadonlySet<string> {
  return getOrMake(names, route, () => {
    const ofPage = route.kind === "page" ? pageParameters(route) : NONE;
    const ofPolicies = policyParameters(route).flatMap(({ schema }) => [
      ...queryFields(schema).keys(),
    ]);
    return ofPolicies.length === 0 ? ofPage : new Set([...ofPage, ...ofPolicies]);
  });
}

/** Divides the query of a request into the parameters that were added to the route, and its own. */
export function splitAdded(route: SealedRoute, search: string): ReturnType<typeof splitSearch> {
  return splitSearch(search, addedNames(route));
}
