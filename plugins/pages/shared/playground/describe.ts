/** Describes the API for the playground: the work of reading schemas is done here, once, and not by each browser. */
import type { Registry } from "waymark";
import { assetHref } from "../assets.ts";
import { headerMeanings, statusMeanings } from "../meanings.ts";
import { credentialsOf } from "../operations/credentials.ts";
import type { Operation as Declared } from "../operations/model.ts";
import { operationsOf } from "../operations/operations.ts";
import { sampleCall } from "../operations/sample-call.ts";
import { findOperation } from "../operations/target.ts";
import { collectionOf } from "../operations/values.ts";
import { translateAll } from "../translate.ts";
import { type FieldMessages, membersOf, parametersOf } from "./inputs.ts";
import type { ApiDescription, Operation, Parameter } from "./description.ts";
import { fill } from "../fill.ts";
import { sharedMessages } from "../messages.ts";
import { playgroundMessages } from "./messages.ts";

const METHODS_OF_GET = ["GET", "HEAD", "OPTIONS"];
const OTHER_METHODS = ["POST", "PUT", "PATCH", "DELETE"];

/** Describes the whole API, for the page with every operation. */
export function describeApi(registry: Registry, language: string): ApiDescription {
  const all = [...operationsOf(registry).values()];
  const operations = describeAll(translateAll(all, registry, language), all, registry, language);
  const graphql = graphqlOf(registry, operations);
  return description(registry, language, operations, graphql === undefined ? {} : { graphql });
}

/** Describes the API with one operation, for its page: all of them would be most of the page's weight. */
export function describeOperation(
  registry: Registry,
  language: string,
  ref: string,
): ApiDescription {
  const all = [...operationsOf(registry).values()];
  const own = all.filter((one) => one.ref === ref);
  const operations = describeAll(translateAll(own, registry, language), all, registry, language);
  const paths = all.filter(({ method }) => method === "GET").map(({ path }) => path);
  return description(registry, language, operations, { paths });
}

/** @param all operations among which it finds collections. */
function describeAll(
  declared: readonly Declared[],
  all: readonly Declared[],
  registry: Registry,
  language: string,
): Operation[] {
  const messages = sharedMessages(registry, language).fields;
  const authenticates = credentialsOf(registry, language).length > 0;
  return declared.map((one): Operation => {
    const needs = authenticates ? needsOf(one, messages) : undefined;
    const collection = openCollection(one, all);
    return {
      ref: one.ref,
      method: one.method,
      methods: one.method === "GET" ? METHODS_OF_GET : [one.method],
      path: one.path,
      summary: one.summary,
      texts: [one.description ?? one.summary, needs].filter((text) => text !== undefined),
      stream: one.stream === true,
      parameters: [accept(messages, one.accepts), ...parametersOf(one, messages)],
      bodies: [one.body ?? [], one.otherBodies ?? []]
        .flat()
        .map(({ mediaType = "application/json", schema, sample }) => ({
          mediaType,
          members: membersOf(schema, messages),
          sample,
        })),
      target: sampleCall(one).target,
      ...(collection === undefined ? {} : { collection }),
    };
  });
}

function description(
  registry: Registry,
  language: string,
  operations: Operation[],
  more: Pick<ApiDescription, "graphql" | "paths">,
): ApiDescription {
  const credentials = [...credentialsOf(registry, language)];
  return {
    baseUrl: registry.baseUrl,
    home: registry.href("developers.showDevelopers") ?? "/",
    operations,
    other: other(sharedMessages(registry, language).fields),
    ...more,
    ...(credentials.length === 0 ? {} : { credentials }),
    headers: headerMeanings(registry, language),
    statuses: statusMeanings(registry, language),
    messages: playgroundMessages(registry, language).texts,
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
    stream: false,
    parameters: [accept(messages, [])],
    bodies: [{ mediaType: "application/json", members: [], sample: "" }],
    target: "",
  };
}

function accept({ acceptNote }: FieldMessages, examples: string[]): Parameter {
  return {
    name: "Accept",
    label: "Accept",
    in: "header",
    note: acceptNote,
    kind: "text",
    examples,
  };
}

/** Returns a sentence about the credential. */
function needsOf({ scopes }: Declared, { needs, needsAny, needsNone }: FieldMessages): string {
  if (scopes === undefined) return needsNone;
  const names = scopes.map((scope) => `\`${scope}\``).join(", ");
  return scopes.length === 0 ? needsAny : fill(needs, { scopes: names });
}

function openCollection(one: Declared, all: readonly Declared[]): string | undefined {
  const path = collectionOf(one);
  const source = path === undefined ? undefined : findOperation(all, "GET", path);
  return source === undefined || source.scopes !== undefined ? undefined : path;
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
