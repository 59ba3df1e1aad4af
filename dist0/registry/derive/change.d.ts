/** Derives the change of a resource from the call that made it: one answer for events, webhooks and records. */
import type { Call } from "../contract/call.js";
import { type Change } from "../contract/change.js";
import type { WriteEnd } from "../contract/policy-answer.js";
import type { Registry } from "../contract/registry.js";
import { type SealedRoute } from "../contract/sealed-route.js";
type ChangedTables = ReadonlyMap<string, ReadonlySet<string | null>>;
/**
 * Returns the change that a write has made; undefined for a refusal, a replay, and where it concerns no resource.
 *
 * @param tables those that the write changed, with the owners of the rows; undefined where that is unknown.
 */
export declare function changeOf(call: Call, end: WriteEnd, registry: Registry, tables: ChangedTables | undefined): Change | undefined;
/** Returns the changes that requests of a route may make: the resource and the kinds. Empty for one that makes none. */
export declare function changesOf(route: SealedRoute, registry: Registry): readonly Pick<Change, "resource" | "kind">[];
export {};
