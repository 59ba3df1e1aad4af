/** Describes the API for the playground: the work of reading schemas is done here, once, and not by each browser. */
import type { Registry, SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { translate } from "waymark/services";
import { assetHref } from "../assets.ts";
import { headerMeanings, statusMeanings } from "../meanings.ts";
import { credentialsOf } from "../operations/credentials.ts";
import { inputsOf, operationsOf, requestBodies, sampleCall } from "../operations/operations.ts";
import { findOperation, isRead } from "../operations/target.ts";
import { collectionOf } from "../operations/values.ts";
import { translateAll } from "../translate.ts";
import { type FieldMessages, membersOf, parametersOf } from "./inputs.ts";
import type { ApiDescription, Operation, Parameter } from "./description.ts";
import { fill } from "../fill.ts";
import { sharedMessages } from "../messages.ts";
import { playgroundMessages } from "./messages.ts";

type Credentials = NonNullable<ApiDescription["credentials"]>;

const METHODS_OF_GET = ["GET", "HEAD", "OPTIONS"];
const OTHER_METHODS = ["POST", "PUT", "PATCH", "DELETE"];

/** Describes the whole API, for the page with every operation. */
export function describeApi(registry: Registry, language: string): ApiDescription {
  const operations = operationsOf(registry).map((route) => toOperation(route, registry, language));
  const graphql = graphqlOf(registry, operations);
  return description(registry, language, operations, graphql === undefined ? {} : { graphql });
}

/** Describes the API with one operation, for its page: all of them would be most of the page's weight. */
export function describeOperation(
  registry: Registry,
  language: string,
  ref: string,
): ApiDescription {
  const all = operationsOf(registry);
  const own = all.filter((one) => one.ref === ref);
  const operations = own.map((route) => toOperation(route, registry, language));
  const paths = all.filter(({ method }) => method === "GET").map(({ path }) => path);
  return description(registry, language, operations, { paths });
}

function toOperation(route: SealedRoute, registry: Registry, language: string): Operation {
  const { ref, method, path, mediaTypes, errorForms, declaration } = route;
  const messages = sharedMessages(registry, language).fields;
  const authenticates = credentialsOf(registry, language).length > 0;
  const needs = authenticates ? needsOf(route, messages) : undefined;
  const collection = openCollection(route, registry);
  const { summary, description: more } = declaration;
  const text = more && translate(more, registry, language);
  const errorTypes = errorForms.filter(({ schema }) => schema !== undefined);
  const accepts = new Set([...mediaTypes, ...errorTypes.map(({ mediaType }) => mediaType)]);
  const inputs = translateAll(inputsOf(route, registry), registry, language);
  const bodies = translateAll(requestBodies(route, registry), registry, language);
  return {
    ref,
    method,
    methods: method === "GET" ? METHODS_OF_GET : [method],
    path,
    summary: translate(summary, registry, language),
    texts: [text, needs].filter((one) => one !== undefined),
    parameters: [accept(messages, [...accepts]), ...parametersOf(inputs, messages)],
    bodies: bodies.map(({ mediaType, schema, sample }) => ({
      mediaType,
      members: membersOf(schema, JSON.parse(sample), messages),
      sample,
    })),
    // Send on a new form changes nothing: what a write is about has to be filled in.
    target: isRead(method) ? sampleCall(route, registry).target : path,
    ...(collection === undefined ? {} : { collection }),
  };
}

function description(
  registry: Registry,
  language: string,
  operations: Operation[],
  more: Pick<ApiDescription, "graphql" | "paths">,
): ApiDescription {
  const methods = [...credentialsOf(registry, language)];
  return {
    baseUrl: registry.baseUrl,
    home: registry.href("developers.showDevelopers") ?? "/",
    operations,
    other: other(sharedMessages(registry, language).fields),
    ...more,
    ...recordingOf(registry, language),
    ...(methods.length === 0 ? {} : { credentials: { methods, ...pathsOf(registry) } }),
    headers: headerMeanings(registry, language),
    statuses: statusMeanings(registry, language),
    messages: playgroundMessages(registry, language).texts,
  };
}

function recordingOf(registry: Registry, language: string): Pick<ApiDescription, "recording"> {
  const policies = registry.routes.flatMap((route) => route.policies);
  const records = policies.find(({ compiled }) => compiled.records)?.compiled.records;
  if (records === undefined) return {};
  const title = translate(records.title, registry, language);
  return { recording: { header: `Prefer: ${records.preference}`, title } };
}

/** Returns the paths of answers about the caller. */
function pathsOf({ href, route }: Registry): Omit<Credentials, "methods"> {
  const usage = route("usage.getUsage");
  const isOwn = usage !== undefined && requiredScopes(usage) !== undefined;
  return {
    key: href("api-keys.getOwnKey"),
    usage: isOwn ? usage.path : undefined,
    account: href("account.showAccount"),
  };
}

/** Returns an operation for addresses that no operation has: requests may use any method and any body. */
function other(messages: FieldMessages): Operation {
  return {
    ref: "",
    method: "GET",
    methods: [...METHODS_OF_GET, ...OTHER_METHODS],
    path: "",
    summary: "",
    texts: [],
    parameters: [accept(messages, [])],
    bodies: [{ mediaType: "application/json", members: [], sample: "" }],
    target: "",
  };
}

function accept({ acceptNote }: FieldMessages, examples: readonly string[]): Parameter {
  return {
    name: "Accept",
    in: "header",
    note: acceptNote,
    kind: "text",
    examples: [...examples],
  };
}

/** Returns a sentence about the credential. */
function needsOf(route: SealedRoute, { needs, needsAny, needsNone }: FieldMessages): string {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return needsNone;
  const names = scopes.map((scope) => `\`${scope}\``).join(", ");
  return scopes.length === 0 ? needsAny : fill(needs, { scopes: names });
}

function openCollection(route: SealedRoute, registry: Registry): string | undefined {
  const path = collectionOf(route);
  const source =
    path === undefined ? undefined : findOperation(operationsOf(registry), "GET", path);
  return source === undefined || requiredScopes(source) !== undefined ? undefined : path;
}

/** Describes GraphQL. The query to start with is from the operation's own sample. */
function graphqlOf(
  registry: Registry,
  operations: readonly Operation[],
): ApiDescription["graphql"] {
  const ref = registry.route("graphql.postGraphql")?.ref;
  const editor = assetHref("developers.showGraphqlEditor", registry);
  if (ref === undefined || editor === undefined) return undefined;
  const sample = operations.find((one) => one.ref === ref)?.bodies[0]?.sample ?? "{}";
  // Object() makes an object of every value.
  const { query = "" } = Object(JSON.parse(sample)) as { readonly query?: string };
  return { ref, query, editor };
}
