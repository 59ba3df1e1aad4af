/** Paths: `{id}` everywhere; only this file knows the router's spelling. */
/** A parsed path. `segments` holds literals as strings and parameters as `{ name }`. */
export interface Pattern {
    readonly path: string;
    readonly segments: readonly (string | {
        readonly name: string;
    })[];
    readonly params: readonly string[];
}
/** Why a path cannot be used, or undefined. */
export declare function invalidPath(path: string): string | undefined;
/** Takes a valid path apart: its segments and the names of its parameters. */
export declare function parsePath(path: string): Pattern;
/** A route, a pattern, or a path by itself. */
interface Pathed {
    readonly path: string;
}
/** Without parsing the path. */
export declare function hasParameters({ path }: Pathed): boolean;
/** The same path in the router's spelling: `/offices/:officeId`. */
export declare function toRouterPath({ path }: Pathed): string;
/** Returns the shape of a path: two paths with the same shape match the same requests. Parameter names do not count. */
export declare function shapeOf({ path }: Pathed): string;
/** Whether a path can have a text, percent-encoded, as a segment. A lone surrogate has no form in UTF-8. */
export declare function isSegment(text: string): boolean;
/** Returns whether a path matches a pattern, with any parameters. */
export declare function matches({ segments }: Pattern, path: string): boolean;
/** Fills a path's parameters, percent-encoded. Undefined when one is missing, or would be no segment of its own. */
export declare function fillPath(pattern: Pattern, params: Readonly<Record<string, unknown>>): string | undefined;
export {};
