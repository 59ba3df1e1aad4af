/** Who receives an event. */
import { type Schema } from "../schema/schema.js";
import type { Principal } from "./principal.js";
/** Everybody, callers that are known, or callers with all of some scopes. */
export type Audience = "public" | "authenticated" | {
    readonly scopes: readonly string[];
};
/** An event with its audience. A schema alone declares an event for everybody. */
export interface EventDeclaration {
    /** The data of the event. */
    readonly of: Schema;
    /** The data where some route of the service changes a resource. Default: the same. */
    readonly ofWritable?: Schema;
    /** Only these callers receive it, and only they can tell that it happened. Default: everybody. */
    readonly access?: Audience;
    /**
     * Whose event it is where several nodes are one service: `instance` for what concerns only clients of the node that
     * publishes it. Default: `cluster`.
     */
    readonly scope?: "cluster" | "instance";
}
/** @param isWritable whether some route of the service changes a resource. */
export declare function schemaOfEvent(event: Schema | EventDeclaration, isWritable: boolean): Schema;
/** Undefined for events that everybody receives. */
export declare function audienceOf(event: Schema | EventDeclaration): Audience | undefined;
export declare function scopeOf(event: Schema | EventDeclaration): "cluster" | "instance";
/** Whether a caller, undefined for an anonymous one, belongs to the audience. Without an audience everybody does. */
export declare function isInAudience(principal: Principal | undefined, audience: Audience | undefined): boolean;
