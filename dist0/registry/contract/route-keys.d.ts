/** The keys of routes, and what follows from them alone. */
import type { AnswerDeclaration, Route } from "./route.js";
import type { Schema } from "../schema/schema.js";
/** Values of routes' keys that promise what only a policy can keep. */
export declare const PROMISES: {
    readonly idempotency: readonly ["key"];
};
/** Some of those values, by key. */
export type Promises = {
    readonly [K in keyof typeof PROMISES]?: readonly (typeof PROMISES)[K][number][];
};
/** Returns the status of a 2xx answer unless its handler chooses another one. */
export declare function successStatus({ creates, empty, }: Pick<Route, "creates" | "empty">): 200 | 201 | 204;
/** The media type of request bodies, unless a route names others under `bodies`. */
export declare const BODY_MEDIA_TYPE = "application/json";
/** Returns the shapes of a route's request body by media type; empty for a route without a body. */
export declare function bodiesOf({ body, bodies, }: Pick<Route, "body" | "bodies">): Readonly<Record<string, Schema>>;
/** Returns the media types of all request bodies that a route takes, the usual one first. */
export declare function bodyTypesOf(declaration: Pick<Route, "body" | "bodies" | "upload">): readonly string[];
/** Returns whether a route is served to clients, as all are that name no other listener. */
export declare function isPublic({ listener }: Pick<Route, "listener">): boolean;
type KeyOf<T> = T extends unknown ? keyof T : never;
/** Every key that a route may have, policies' keys included. */
export type RouteKey = KeyOf<Route>;
/** The kind of a route's answer. A route has exactly one. */
export type AnswerKind = Exclude<KeyOf<AnswerDeclaration>, "document">;
/** The keys of the kinds of answers. */
export declare const ANSWER_KEYS: readonly AnswerKind[];
/** The vocabulary's own keys. Any other key of a route belongs to a policy. */
export declare const ROUTE_KEYS: readonly string[];
export {};
