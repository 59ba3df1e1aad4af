/** The headers of a route on each outcome: fixed values, values that follow from a body, and slots. */
import type { Outcome } from "../contract/call.js";
import type { HeaderView } from "../contract/compiled-policy.js";
import type { RouteBase } from "../contract/route-info.js";
import type { BoundPolicy, HeaderPlan } from "../contract/sealed-route.js";
/** Plans the headers of one outcome. `languages` are those of the route's view, when the plan is for that. */
export type HeaderPlanner = (outcome: Outcome, languages?: readonly string[]) => HeaderPlan;
/** Header names of all policies together. */
export interface HeaderNames extends Pick<HeaderView, "written" | "read"> {
    /** Request headers that hold credentials, in lower case. */
    readonly credentials: readonly string[];
}
export declare function headerPlanner(bound: readonly BoundPolicy[], facts: RouteBase, names: HeaderNames): HeaderPlanner;
export declare function plansOf(planFor: HeaderPlanner): Readonly<Record<Outcome, HeaderPlan>>;
/** Names of the headers that an outcome may have. */
export declare function plannedNames({ fixed, bodySlots, slots }: HeaderPlan): readonly string[];
