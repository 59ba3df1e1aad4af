/** The levels of access that routes ask for, from none to all of some scopes. */
import type { Principal, Route } from "waymark";
import { z } from "zod";
export declare const Access: z.ZodUnion<readonly [z.ZodEnum<{
    authenticated: "authenticated";
    public: "public";
}>, z.ZodObject<{
    scopes: z.ZodArray<z.ZodString>;
}, z.core.$strict>]>;
/** Read-only, so that declarations may be constants. */
export type Access = "public" | "authenticated" | {
    readonly scopes: readonly string[];
};
/** Scopes that a level needs; undefined for the level of everybody. */
export declare function scopesOf(access: Access | undefined): readonly string[] | undefined;
/** The level that asks for all that any of them asks for. */
export declare function strictest(levels: readonly (Access | undefined)[]): Access | undefined;
/** Scopes that the principal lacks. */
export declare function missingScopes({ scopes }: Principal, required: readonly string[]): readonly string[];
/** Answers that shared caches may keep become private: not every caller may have them. */
export declare function raise(route: Route, access: Access): Route;
