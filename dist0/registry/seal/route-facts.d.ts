/** The part of each route that sealing needs before policies compile for it. */
import type { Collected } from "./collect.js";
import type { Owned } from "../contract/validation.js";
import type { PlainFacts } from "./lazy-route.js";
import type { Route } from "../contract/route.js";
/** Methods that this service implements for some path; others are 501 (RFC 9110, section 15.6.2). */
export declare const KNOWN_METHODS: readonly string[];
export declare function routeFacts(routes: readonly Owned<Route>[], contributions: Collected): PlainFacts[];
/** Returns the listener and the shape of a path: routes that have both in common are one resource's. */
export declare function placeOf(route: Route): string;
/** The routes that answer in place of others: for unknown paths, and for bytes that are not a request. */
export declare function builtinFacts(id: "unknown" | "malformed"): PlainFacts;
