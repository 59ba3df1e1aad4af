/** The answers of an operation, with their headers and bodies. */
import type { Json, Registry, SealedRoute } from "waymark";
import { type CatalogEntry, responseHeadersOf } from "waymark/advanced";
import { type Answer, answersOf } from "../../shared/operations/answers.ts";
import { pluginOf } from "../../shared/operations/errors.ts";
import { examplesOf } from "../../shared/operations/examples.ts";
import { toIdentifier } from "../../shared/typescript/declaration.ts";
import type { OperationContext } from "./components.ts";
import { linksOf } from "./links.ts";
import { anyOf } from "./schema.ts";
import type { Header, JsonSchema30, MediaType, Operation, Reference, Response } from "./types.ts";

/** Descriptions of headers that the kernel owns. */
const KERNEL_HEADER_TEXTS: Readonly<Record<string, string>> = {
  "Content-Language": "The language of the text (RFC 9110, section 8.5).",
  Vary: "The request headers that this answer depends on.",
  Location: "Where to go instead, or where what was created is.",
  "Retry-After": "Seconds until a retry makes sense.",
  "Accept-Patch": "The media types that PATCH takes at this path (RFC 5789, section 3.1).",
};

export function responsesOf(route: SealedRoute, context: OperationContext): Operation["responses"] {
  const { registry, components } = context;
  const headers = headersOf(route, context);
  const own = contentOf(route, context);
  const example = examplesOf(registry).ofAnswer(route)?.value;
  const shown = example === undefined ? own : contentOf(route, context, example);
  const isCommon = errorContent(route, context) === errorContent(registry.builtin.unknown, context);
  const responses = answersOf(route, registry).map((answer) => {
    const { description, bodies, errors, status } = answer;
    const [first, ...others] = bodies;
    const entries = status === "default" ? registry.errors.filter(isInternal) : errors;
    const ofErrors = errorContent(route, context, entries);
    const contents = { own, shown, error: ofErrors, both: either(own, ofErrors) };
    // The example is of a success.
    const body = first === "own" && !(Number(answer.status) >= 400) ? "shown" : first;
    const response: Response = {
      description,
      headers: headers(answer.headers),
      ...(body === undefined ? {} : { content: contents[others.length === 0 ? body : "both"] }),
      ...(answer.kind === "main" ? extrasOf(route, registry) : {}),
    };
    const name = sharedName(answer, route, isCommon);
    return [answer.status, name === undefined ? response : components.response(name, response)];
  });
  return Object.fromEntries(responses) as Operation["responses"];
}

/**
 * Returns the name under which operations share an answer: after its errors, and after the plugin where errors have a form of
 * its own. Undefined for the answers of one operation, and for answers with headers that others of the name lack.
 */
function sharedName(
  { kind, status, errors, headers }: Answer,
  { declaration, plugin }: SealedRoute,
  isCommon: boolean,
): string | undefined {
  const isOwn = status === 404 && declaration.absent !== undefined;
  if (isOwn || "deprecated" in declaration || headers.includes("Accept-Patch")) return undefined;
  if (kind === "notModified") return "NotModified";
  if (kind !== "error") return undefined;
  const codes = errors.map(({ code }) => toIdentifier(code)).toSorted();
  const name = status === "default" ? "Error" : codes.join("Or");
  return isCommon ? name : `${toIdentifier(plugin)}${name}`;
}

function extrasOf(
  route: SealedRoute,
  registry: Registry,
): Pick<Response, "links" | "x-trimmed-by"> {
  const links = linksOf(route, registry);
  const { trimmedBy = [] } = route.engine ?? {};
  return {
    ...(links === undefined ? {} : { links }),
    ...(trimmedBy.length === 0 ? {} : { "x-trimmed-by": trimmedBy }),
  };
}

/** Describes headers by their names. */
type HeadersOf = (names: readonly string[]) => Readonly<Record<string, Header | Reference>>;

function headersOf(route: SealedRoute, context: OperationContext): HeadersOf {
  const { registry, components } = context;
  const filled = filledHeaders(route, context);
  const textOf = (name: string): string => {
    const writer = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, name));
    return writer?.policy.writes?.[name] ?? KERNEL_HEADER_TEXTS[name] ?? "";
  };
  return (names) => {
    const shared = names.filter((name) => !Object.hasOwn(filled, name));
    const own = names.flatMap((name) => {
      const header = filled[name];
      return header === undefined ? [] : [[name, header] as const];
    });
    const headers = components.headers(shared, textOf);
    // The same object for the same headers, by which equal responses are found.
    return own.length === 0 ? headers : { ...headers, ...Object.fromEntries(own) };
  };
}

/** Writes headers out in full, as two routes may have different headers of one name. */
function filledHeaders(
  { declaration }: SealedRoute,
  { components, owner }: OperationContext,
): Readonly<Record<string, Header>> {
  const headers = Object.entries(responseHeadersOf(declaration)).map(([name, shape]) => {
    const { description = "", ...schema } = components.of(shape, owner);
    return [name, { description, schema }];
  });
  return Object.fromEntries(headers);
}

type Content = Readonly<Record<string, MediaType>>;

/** Returns the content of a status that comes with the route's own body as well as with an error's. */
function either(own: Content, ofErrors: Content): Content {
  const shared = Object.keys(own).flatMap((mediaType) => {
    const [first, second] = [own[mediaType]?.schema, ofErrors[mediaType]?.schema];
    return first === undefined || second === undefined
      ? []
      : [[mediaType, { schema: anyOf([first, second]) }] as const];
  });
  return { ...ofErrors, ...own, ...Object.fromEntries(shared) };
}

function contentOf(route: SealedRoute, context: OperationContext, example?: Json): Content {
  const rendered = pluginOf(route, context.registry)?.renderers?.[route.id];
  const schema = bodySchema(route, context);
  const { stream } = route.declaration;
  if (stream !== undefined) {
    const { components, owner } = context;
    const events = Object.entries(stream.events).map(([name, data]) => [
      name,
      components.of(data, owner),
    ]);
    const audiences = stream.contributed === true ? context.registry.audiences : {};
    return {
      "text/event-stream": {
        schema,
        "x-events": Object.fromEntries(events),
        ...(Object.keys(audiences).length === 0 ? {} : { "x-audiences": audiences }),
      },
    };
  }
  const media = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(
    // A renderer may change the shape of a body, so only its source is described.
    route.mediaTypes.map((mediaType) => [
      mediaType,
      Object.hasOwn(rendered ?? {}, mediaType) ? {} : media,
    ]),
  );
}

function bodySchema(route: SealedRoute, { components, owner }: OperationContext): JsonSchema30 {
  const { returns, list, bytes } = route.declaration;
  if (bytes !== undefined) return { type: "string", format: "binary" };
  if (list !== undefined) return components.published(list.name);
  return returns === undefined ? { type: "string" } : components.of(returns, owner);
}

/** The error that any operation may answer with. */
function isInternal({ code }: CatalogEntry): boolean {
  return code === "internal-error";
}

/** Returns the content of errors in each form, with an example of each entry. */
function errorContent(
  route: SealedRoute,
  { components, registry }: OperationContext,
  entries: readonly CatalogEntry[] = [],
): Content {
  const media = route.errorForms.flatMap((form) => {
    if (form.schema === undefined) return [];
    const schema = components.published(form.schema);
    const examples = entries.map((entry) => {
      const value = examplesOf(registry).ofError(entry, form) ?? null;
      return [entry.code, { summary: entry.message, value }] as const;
    });
    const [[, only] = [], ...others] = examples;
    const shown =
      only === undefined
        ? {}
        : others.length === 0
          ? { example: only.value }
          : { examples: Object.fromEntries(examples) };
    return [[form.mediaType, { schema, ...shown }] as const];
  });
  return components.content(Object.fromEntries(media));
}
