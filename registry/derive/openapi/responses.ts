/** Answers that an operation may have, with their headers and bodies. */
import { plannedNames } from "../../seal/compile/header-plans.ts";
import { qualifyRef } from "../../seal/compile/relations.ts";
import type { HeaderPlan, SealedRoute } from "../../contract/route/sealed-route.ts";
import type { CatalogEntry, Registry } from "../../contract/plugin/registry.ts";
import { responseHeadersOf } from "../../contract/policy/headers.ts";
import { NO_CONTENT, successStatus } from "../../contract/route/route-keys.ts";
import { capitalize, type OperationContext } from "./components.ts";
import { errorsOf, pluginOf } from "./errors.ts";
import { anyOf } from "./schema.ts";
import { linksOf, mayBeMinimal, mayExist, textOfStatus } from "./write-responses.ts";
import type { Header, JsonSchema30, MediaType, Operation, Reference, Response } from "./types.ts";

/** Descriptions of headers that the kernel owns. */
const KERNEL_HEADER_TEXTS: Readonly<Record<string, string>> = {
  "Content-Language": "The language of the text (RFC 9110, section 8.5).",
  Vary: "The request headers that this answer depends on.",
  Location: "Where to go instead, or where what was created is.",
  "Retry-After": "Seconds until a retry makes sense.",
  "Accept-Patch": "The media types that PATCH takes at this path (RFC 5789, section 3.1).",
};

/** The answers of one operation while they are described. */
interface Parts {
  readonly route: SealedRoute;
  readonly registry: Registry;
  readonly headers: HeadersOf;
  /** The content of the route's own body; none for a status that has no body. */
  readonly content: (status: number) => { readonly content?: Content };
}

export function responsesOf(route: SealedRoute, context: OperationContext): Operation["responses"] {
  const { registry, components } = context;
  const { plans, policies } = route;
  const headers = headersOf(route, context);
  const own = contentOf(route, context);
  const content: Parts["content"] = (status) =>
    Object.keys(own).length > 0 && !NO_CONTENT.has(status) ? { content: own } : {};
  const ofErrors = errorContent(route, context);
  const parts: Parts = { route, registry, headers, content };
  const errors = Map.groupBy(errorsOf(route, registry), ({ status }) => status);
  const success = successStatus(route.declaration);
  const responses: Record<string, Response | Reference> = {
    ...mainResponse(parts, success),
    ...otherPath(parts),
  };

  for (const status of route.declaration.statuses ?? []) {
    const texts = [textOfStatus(route, status), ...textsOf(errors.get(status))];
    responses[status] = {
      description: texts.join("\n\n"),
      headers: headers(plans[status >= 400 ? "error" : "ok"], ...particular(route, status)),
      ...(errors.has(status) ? { content: either(own, ofErrors) } : content(status)),
    };
  }
  if (success === 200 && mayBeMinimal(route))
    responses["204"] ??= {
      description: "The answer to `Prefer: return=minimal`, without the representation.",
      headers: headers(plans.ok),
    };
  if (
    responses[success] !== undefined &&
    policies.some(({ compiled }) => compiled.precondition !== undefined)
  )
    responses["304"] = components.response("NotModified", {
      description: "The client's copy is still current.",
      headers: headers(plans.notModified),
    });
  for (const [status, entries] of errors)
    responses[status] ??= components.response(`Error${status}`, {
      description: textsOf(entries).join("\n\n"),
      headers: headers(plans.error, ...particular(route, status)),
      content: ofErrors,
    });
  responses["default"] = components.response("Error", {
    description: "Any other error of the catalog.",
    headers: headers(plans.error),
    content: ofErrors,
  });
  return responses;
}

/** Returns the answer that the route exists for; nothing for a route that always fails. */
function mainResponse(
  { route, registry, headers, content }: Parts,
  success: number,
): Readonly<Record<string, Response>> {
  const { declaration, plans, engine } = route;
  const { redirect, alwaysFails, languages, summary } = declaration;
  if (redirect !== undefined)
    return {
      [redirect.status]: { description: summary, headers: headers(plans.redirect, "Location") },
    };
  if (alwaysFails !== undefined) return {};
  const { trimmedBy = [] } = engine ?? {};
  const trimmed = trimmedBy.map(
    (name) => `With the parameter \`${name}\`, items may lack members that their schema requires.`,
  );
  const links = linksOf(route, registry);
  const short =
    success === 201 && mayBeMinimal(route)
      ? ["With `Prefer: return=minimal`, the answer has no body."]
      : [];
  const spoken = languages === undefined ? [] : ["Content-Language"];
  return {
    [success]: {
      description: [summary, ...trimmed, ...short].join("\n\n"),
      headers: headers(plans.ok, ...particular(route, success), ...spoken),
      ...content(success),
      ...(links === undefined ? {} : { links }),
      ...(trimmed.length === 0 ? {} : { "x-trimmed-by": trimmedBy }),
    },
  };
}

/** Returns the redirect of a write to the path that has its answer. */
function otherPath({ route, registry, headers }: Parts): Readonly<Record<string, Response>> {
  const { redirects } = route.declaration;
  if (redirects === undefined || !isOn(redirects.to, route, registry)) return {};
  return {
    [redirects.status]: {
      description: "The answer is at another path, to be read with GET.",
      headers: headers(route.plans.redirect, "Location"),
    },
  };
}

/** Headers of the kernel that only some statuses have. */
function particular(route: SealedRoute, status: number): readonly string[] {
  return [
    ...(status === 503 || status === 429 ? ["Retry-After"] : []),
    ...(status === 415 && route.accepts.includes("Accept-Patch") ? ["Accept-Patch"] : []),
    ...(status === 201 || (status === 409 && mayExist(route)) ? ["Location"] : []),
  ];
}

/** Describes the headers of a plan, and further ones. */
type HeadersOf = (
  plan: HeaderPlan,
  ...more: readonly string[]
) => Readonly<Record<string, Header | Reference>>;

function headersOf(route: SealedRoute, context: OperationContext): HeadersOf {
  const { registry, components } = context;
  const filled = filledHeaders(route, context);
  const textOf = (name: string): string => {
    const writer = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, name));
    return writer?.policy.writes?.[name] ?? KERNEL_HEADER_TEXTS[name] ?? "";
  };
  return (plan, ...more) => {
    const planned = plannedNames(plan);
    const shared = [...planned, ...more].filter((name) => !Object.hasOwn(filled, name));
    const own = planned.flatMap((name) => {
      const header = filled[name];
      return header === undefined ? [] : [[name, header] as const];
    });
    const headers = components.headers(shared, textOf);
    // The same object for the same headers, by which equal responses are found.
    return own.length === 0 ? headers : { ...headers, ...Object.fromEntries(own) };
  };
}

/** Written out, as two routes may have headers of one name. */
function filledHeaders(
  { declaration }: SealedRoute,
  { components, operationId }: OperationContext,
): Readonly<Record<string, Header>> {
  const headers = Object.entries(responseHeadersOf(declaration)).map(([name, shape]) => {
    const { description = "", ...schema } = components.of(shape, capitalize(operationId));
    return [name, { description, schema }];
  });
  return Object.fromEntries(headers);
}

function isOn(ref: string, { plugin }: SealedRoute, registry: Registry): boolean {
  return registry.route(qualifyRef(ref, plugin)) !== undefined;
}

function textsOf(entries: readonly CatalogEntry[] = []): readonly string[] {
  return entries.map(({ code, message }) => `\`${code}\`: ${message}`);
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

function contentOf(route: SealedRoute, context: OperationContext): Content {
  const rendered = pluginOf(route, context.registry)?.renderers?.[route.id];
  const schema = bodySchema(route, context);
  const { stream } = route.declaration;
  if (stream !== undefined) {
    const { components, operationId } = context;
    const events = Object.entries(stream.events).map(([name, data]) => [
      name,
      components.of(data, capitalize(operationId)),
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
  return Object.fromEntries(
    // A renderer may change the shape of a body, so only its source is described.
    route.mediaTypes.map((mediaType) => [
      mediaType,
      Object.hasOwn(rendered ?? {}, mediaType) ? {} : { schema },
    ]),
  );
}

function bodySchema(
  route: SealedRoute,
  { components, operationId }: OperationContext,
): JsonSchema30 {
  const { returns, list, bytes } = route.declaration;
  if (bytes !== undefined) return { type: "string", format: "binary" };
  if (list !== undefined) return components.published(list.name);
  return returns === undefined
    ? { type: "string" }
    : components.of(returns, capitalize(operationId));
}

function errorContent(route: SealedRoute, { components }: OperationContext): Content {
  const media = route.errorForms.flatMap(({ mediaType, schema }) =>
    schema === undefined ? [] : [[mediaType, { schema: components.published(schema) }]],
  );
  return components.content(Object.fromEntries(media));
}
