/** The part of each route that sealing needs before policies compile for it. */
import type { Collected } from "../collect.ts";
import type { Owned } from "../../contract/plugin/declarations.ts";
import type { PlainFacts } from "./lazy-route.ts";
import { bytesTypesOf } from "../../contract/route/bytes.ts";
import { shapeOf } from "../../contract/route/path.ts";
import { schemaOfEvent } from "../../contract/route/audience.ts";
import { changesResource } from "../../contract/route/change.ts";
import { pageForm } from "../../contract/route/page-form.ts";
import type { Route } from "../../contract/route/route.ts";
import { ANSWER_KEYS, type AnswerKind, bodyTypesOf } from "../../contract/route/route-keys.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Upload } from "../../contract/route/upload.ts";
import { writeFactsAmong } from "./write-facts.ts";

/** Methods that this service implements for some path; others are 501 (RFC 9110, section 15.6.2). */
export const KNOWN_METHODS: readonly string[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "QUERY",
];

/** Returns the body key of a checked route. */
function kindOf(route: Route): AnswerKind {
  return ANSWER_KEYS.find((key) => route[key] !== undefined) ?? "text";
}

export function routeFacts(
  routes: readonly Owned<Route>[],
  contributions: Collected,
): PlainFacts[] {
  const { contributors, policies, schemas } = contributions;
  const names = new Map<Schema, string>(schemas.map(({ name, value }) => [value, name]));
  const renderers = new Map(contributors.map(({ plugin }) => [plugin.id, plugin.renderers ?? {}]));
  const isWritable = routes.some(({ value }) => changesResource(value));
  const events = Object.fromEntries(
    contributions.events.map(({ name, value }) => [name, schemaOfEvent(value, isWritable)]),
  );
  const pageForms = [pageForm, ...policies.flatMap(({ value }) => value.pageForms ?? [])];
  const pageTypes = [...new Set(pageForms.map(({ mediaType }) => mediaType))];
  const prefixes = new Map(contributors.map(({ plugin: { id } }) => [id, `${id}.`]));
  const sameList = sharing<readonly string[]>();
  const sameText = sharing<string>();
  const writeFacts = writeFactsAmong(routes);
  const uploads = uploadsOf(routes, contributions);
  const byPlace = Map.groupBy(routes, ({ value }) => placeOf(value));
  return routes.map(({ name, plugin, value }): PlainFacts => {
    const owners = byPlace.get(placeOf(value)) ?? [];
    const ofPath = owners.map((owned) => owned.value);
    const kind = kindOf(value);
    const mediaTypes = sameList(kind === "page" ? pageTypes : mediaTypesOf(value));
    const schema = value.list?.name ?? (value.returns && names.get(value.returns));
    const rendered = renderers.get(plugin)?.[name] ?? {};
    return {
      id: name,
      ref: `${prefixes.get(plugin)}${name}`,
      plugin,
      method: value.method,
      path: value.path,
      kind,
      site: ofPath.some(isForPeople),
      declaration: withEvents(value, events),
      mediaTypes,
      schema,
      schemaMediaTypes: sameList(
        schema === undefined ? [] : mediaTypes.filter((type) => !Object.hasOwn(rendered, type)),
      ),
      allow: sameText(allowOf(ofPath)),
      accepts: sameList(acceptsOf(ofPath, uploads)),
      document: value.document === true,
      upload: uploads.get(value),
      ...writeFacts({ name, plugin, value }, owners),
    };
  });
}

/** Returns the request bodies that keys of policies describe, by route. */
function uploadsOf(
  routes: readonly Owned<Route>[],
  { policies }: Collected,
): ReadonlyMap<Route, Upload> {
  const describing = policies.flatMap(({ value: { key, upload } }) =>
    key === undefined || upload === undefined ? [] : [{ key, upload }],
  );
  return new Map(
    describing.flatMap(({ key, upload }) =>
      routes.flatMap(({ value: route }) => {
        const value: unknown = Reflect.get(route, key);
        // The value was validated with the policy's own schema.
        return value === undefined ? [] : [[route, upload(value as never)] as const];
      }),
    ),
  );
}

/** Returns the listener and the shape of a path: routes that have both in common are one resource's. */
export function placeOf(route: Route): string {
  return route.listener === undefined ? shapeOf(route) : `${route.listener} ${shapeOf(route)}`;
}

/** Returns the same value for all equal values, because most routes have the same lists and texts. */
function sharing<T>(): (value: T) => T {
  const first = new Map<string, T>();
  return (value) => {
    const text = JSON.stringify(value);
    const shared = first.get(text) ?? value;
    first.set(text, shared);
    return shared;
  };
}

/** Returns the routes that answer in place of others: for unknown paths, and for bytes that are not a request. */
export function builtinFacts(id: "unknown" | "malformed"): PlainFacts {
  return {
    id,
    ref: `kernel.${id}`,
    plugin: "kernel",
    method: "",
    path: "",
    kind: "none",
    site: false,
    declaration: {
      method: "GET",
      path: "/",
      summary: "",
      cache: "no-store",
      text: { mediaType: "text/plain" },
    },
    mediaTypes: [],
    schema: undefined,
    schemaMediaTypes: [],
    allow: "GET, HEAD, OPTIONS",
    accepts: [],
    document: false,
    upload: undefined,
    represents: undefined,
    answersAs: undefined,
  };
}

function allowOf(routes: readonly Route[]): string {
  const methods = new Set<string>(["OPTIONS", ...routes.map(({ method }) => method)]);
  if (methods.has("GET")) methods.add("HEAD");
  return KNOWN_METHODS.filter((method) => methods.has(method)).join(", ");
}

function acceptsOf(
  routes: readonly Route[],
  uploads: ReadonlyMap<Route, Upload>,
): readonly string[] {
  const accept = (header: string, method: string) => {
    const types = routes.flatMap((declaration) =>
      declaration.method === method
        ? bodyTypesOf({ declaration, upload: uploads.get(declaration) })
        : [],
    );
    return types.length === 0 ? [] : [header, types.join(", ")];
  };
  return [...accept("Accept-Post", "POST"), ...accept("Accept-Patch", "PATCH")];
}

/** Returns the route with the events of all plugins, if it streams them. */
function withEvents(route: Route, contributed: Readonly<Record<string, Schema>>): Route {
  const { stream } = route;
  if (stream?.contributed !== true) return route;
  const events = { ...contributed, ...stream.events };
  return { ...route, stream: { ...stream, events } } as Route; // the same kind of route as before
}

function mediaTypesOf(route: Route): readonly string[] {
  switch (kindOf(route)) {
    case "list":
    case "returns":
      return route.produces ?? ["application/json"];
    case "text":
      return [route.text?.mediaType ?? "text/plain"];
    case "bytes":
      return bytesTypesOf(route);
    case "stream":
      return ["text/event-stream"];
    case "redirect":
    case "alwaysFails":
    case "page":
    case "empty":
      return [];
  }
}

/** Checks for a page, also one that its plugin writes as a whole, or a file that pages load. */
function isForPeople(route: Route): boolean {
  return kindOf(route) === "page" || route.asset === true || route.text?.mediaType === "text/html";
}
