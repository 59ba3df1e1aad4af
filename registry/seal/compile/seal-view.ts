/** The view of a route, with the headers of its pages. */
import type { RouteBase } from "../../contract/route/route-info.ts";
import type { BoundPolicy, SealedView } from "../../contract/route/sealed-route.ts";
import { isViewable } from "../../contract/route/view.ts";
import { headerPlanner, type HeaderNames } from "./header-plans.ts";
import { memoize } from "../../schema/memoize.ts";
import { PolicyError } from "../check/policy-error.ts";

/** Throws a {@link PolicyError} if a second policy shows the same answers, or if there is nothing to show. */
export function sealView(
  bound: readonly BoundPolicy[],
  route: RouteBase,
  names: HeaderNames,
): SealedView | undefined {
  const [shown, other] = bound.filter(({ compiled }) => compiled.view !== undefined);
  const view = shown?.compiled.view;
  if (shown === undefined || view === undefined) return undefined;
  if (other !== undefined)
    throw new PolicyError(other.policy, `has a second view, beside that of ${shown.policy.id}`, {
      code: "POLICY_CONFLICT",
      hint: "switch the plugin of one of the two off",
    });
  if (!isViewable(route))
    throw new PolicyError(
      shown.policy,
      "has a view of a route that reads neither JSON nor a stream",
      {
        code: "POLICY_INVALID",
        hint: "let compile return a view only where isViewable(route) is true",
      },
    );
  const { languages } = view;
  const plans = memoize(() => {
    const planFor = headerPlanner(bound, route, names, languages);
    return { ok: planFor("ok"), notModified: planFor("notModified"), error: planFor("error") };
  });
  return {
    languages,
    render: (...input) => view.render(...input),
    get plans() {
      return plans();
    },
  };
}
