/** Durations: strings with units outside, numbers inside. */
import type { Duration } from "./route.js";
export declare const DURATION_PATTERN: RegExp;
/** Milliseconds of `"60s"`. Throws a TypeError that shows the form on anything else. */
export declare function toMilliseconds(duration: Duration): number;
/** Whole seconds of `"60s"`, rounded down as caches count them (RFC 9111, section 1.2.2). */
export declare function toSeconds(duration: Duration): number;
