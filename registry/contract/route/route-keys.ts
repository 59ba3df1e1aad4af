/** The keys of routes, and what follows from them alone. */
import type { AnswerDeclaration, Route, RoutePolicies } from "./route.ts";
import type { Upload } from "./upload.ts";
import type { Schema } from "../../schema/schema.ts";

/** Values of routes' keys that promise what only a policy can keep. */
export const PROMISES = { idempotency: ["key"] } as const satisfies Partial<
  Record<RouteKey, readonly string[]>
>;

/** Promised values by key. */
export type Promises = {
  readonly [K in keyof typeof PROMISES]?: readonly (typeof PROMISES)[K][number][];
};

/** Returns the status of a 2xx answer unless its handler chooses another one. */
export function successStatus({
  creates,
  empty,
}: Pick<Route, "creates" | "empty">): 200 | 201 | 204 {
  if (creates !== undefined) return 201;
  return empty === true ? 204 : 200;
}

/** Statuses of answers without content (RFC 9110, sections 15.3.5 and 15.3.6). */
export const NO_CONTENT: ReadonlySet<number> = new Set([204, 205]);

/** The media type of request bodies, unless a route names others under `bodies`. */
export const BODY_MEDIA_TYPE = "application/json";

/** Returns the shapes of a route's request body by media type; empty for a route without a body. */
export function bodiesOf({
  body,
  bodies,
}: Pick<Route, "body" | "bodies">): Readonly<Record<string, Schema>> {
  return bodies ?? (body === undefined ? {} : { [BODY_MEDIA_TYPE]: body });
}

/** Returns the media types of all request bodies that a route takes, the usual one first. */
export function bodyTypesOf({
  declaration,
  upload,
}: {
  readonly declaration: Pick<Route, "body" | "bodies">;
  readonly upload: Upload | undefined;
}): readonly string[] {
  return upload?.mediaTypes ?? Object.keys(bodiesOf(declaration));
}

/** Returns whether a route is served to clients, as all are that name no other listener. */
export function isPublic({ listener }: Pick<Route, "listener">): boolean {
  return listener === undefined;
}

type KeyOf<T> = T extends unknown ? keyof T : never;
/** Keys that a route may have, including policies' keys. */
export type RouteKey = KeyOf<Route>;

/** The kind of a route's answer. A route has exactly one. */
export type AnswerKind = Exclude<KeyOf<AnswerDeclaration>, "document">;

/** The keys of the kinds of answers. */
export const ANSWER_KEYS = keysOf<AnswerKind>({
  list: true,
  returns: true,
  redirect: true,
  alwaysFails: true,
  stream: true,
  page: true,
  text: true,
  bytes: true,
  empty: true,
});

/** The vocabulary's own keys. Any other key of a route belongs to a policy. */
export const ROUTE_KEYS: readonly string[] = [
  ...keysOf<Exclude<RouteKey, keyof RoutePolicies | AnswerKind>>({
    method: true,
    path: true,
    summary: true,
    description: true,
    params: true,
    query: true,
    headers: true,
    responseHeaders: true,
    values: true,
    body: true,
    bodies: true,
    redirects: true,
    preconditions: true,
    transaction: true,
    errors: true,
    absent: true,
    statuses: true,
    relations: true,
    publish: true,
    listener: true,
    timeout: true,
    asset: true,
    probe: true,
    bareBody: true,
    produces: true,
    languages: true,
    cache: true,
    idempotency: true,
    creates: true,
    acts: true,
    news: true,
    document: true,
  }),
  ...ANSWER_KEYS,
];

/** Returns the keys of a union, each of which the compiler wants to see once. */
function keysOf<K extends string>(keys: Readonly<Record<K, true>>): readonly K[] {
  return Object.keys(keys) as K[]; // the keys of the record, by its type
}
