/** Every answer that an operation may have, with its headers and bodies. */
import { plannedNames } from "../../seal/header-plans.ts";
import { qualifyRef } from "../../seal/relations.ts";
import type { HeaderPlan, SealedRoute } from "../../contract/sealed-route.ts";
import type { Plugin } from "../../contract/plugin.ts";
import type { CatalogEntry, Registry } from "../../contract/registry.ts";
import { responseHeadersOf } from "../../contract/response-headers.ts";
import { successStatus } from "../../contract/route-keys.ts";
import { capitalize, type OperationContext } from "./components.ts";
import { errorsOf } from "./errors.ts";
import { anyOf } from "./schema.ts";
import { linksOf, mayBeMinimal, mayExist, NO_CONTENT, textOfStatus } from "./write-responses.ts";
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
  const { declaration, plans } = route;
  const responses: Record<string, Response | Reference> = {};
  const success = successStatus(declaration);
  const filled = filledHeaders(route, context);
  const ofPolicies = (plan: HeaderPlan, ...more: string[]) =>
    components.headers([...plannedNames(plan), ...more].filter(isOfPolicy), (name) => {
      const writer = registry.policies.find(({ policy }) =>
        Object.hasOwn(policy.writes ?? {}, name),
      );
      return writer?.policy.writes?.[name] ?? KERNEL_HEADER_TEXTS[name] ?? "";
    });
  const isOfPolicy = (name: string) => !Object.hasOwn(filled, name);
  const headers = (plan: HeaderPlan, ...more: string[]) => {
    const shared = ofPolicies(plan, ...more);
    const own = plannedNames(plan).flatMap((name) => {
      const header = filled[name];
      return header === undefined ? [] : [[name, header] as const];
    });
    return own.length === 0 ? shared : { ...shared, ...Object.fromEntries(own) };
  };
  const content = contentOf(route, context);
  const hasContent = (status: number) => Object.keys(content).length > 0 && !NO_CONTENT.has(status);
  const particular = (status: number) => [
    ...(status === 503 || status === 429 ? ["Retry-After"] : []),
    ...(status === 415 && route.accepts.includes("Accept-Patch") ? ["Accept-Patch"] : []),
    ...(status === 201 || (status === 409 && mayExist(route)) ? ["Location"] : []),
  ];
  const ofErrors = errorContent(route, context);

  if (declaration.redirect !== undefined) {
    responses[declaration.redirect.status] = {
      description: declaration.summary,
      headers: headers(plans.redirect, "Location"),
    };
  } else if (declaration.alwaysFails === undefined) {
    const spoken = declaration.languages === undefined ? [] : ["Content-Language"];
    const { trimmedBy = [] } = route.engine ?? {};
    const trimmed = trimmedBy.map(
      (name) =>
        `With the parameter \`${name}\`, items may lack members that their schema requires.`,
    );
    const links = linksOf(route, registry);
    const short =
      success === 201 && mayBeMinimal(route)
        ? ["With `Prefer: return=minimal`, the answer has no body."]
        : [];
    responses[success] = {
      description: [declaration.summary, ...trimmed, ...short].join("\n\n"),
      headers: headers(plans.ok, ...particular(success), ...spoken),
      ...(hasContent(success) ? { content } : {}),
      ...(links === undefined ? {} : { links }),
      ...(trimmed.length === 0 ? {} : { "x-trimmed-by": trimmedBy }),
    };
  }
  const { redirects } = declaration;
  if (redirects !== undefined && isOn(redirects.to, route, registry))
    responses[redirects.status] = {
      description: "The answer is at another path, to be read with GET.",
      headers: headers(plans.redirect, "Location"),
    };
  const errors = Map.groupBy(errorsOf(route, registry), (entry) => entry.status);
  for (const status of declaration.statuses ?? []) {
    const outcome = status >= 400 ? "error" : "ok";
    const texts = [textOfStatus(route, status), ...textsOf(errors.get(status))];
    responses[status] = {
      description: texts.join("\n\n"),
      headers: headers(plans[outcome], ...particular(status)),
      ...(errors.has(status)
        ? { content: either(content, ofErrors) }
        : hasContent(status) && { content }),
    };
  }
  if (success === 200 && mayBeMinimal(route))
    responses["204"] ??= {
      description: "The answer to `Prefer: return=minimal`, without the representation.",
      headers: headers(plans.ok),
    };
  if (
    responses[success] !== undefined &&
    route.policies.some(({ compiled }) => compiled.precondition !== undefined)
  ) {
    responses["304"] = components.response("NotModified", {
      description: "The client's copy is still current.",
      headers: headers(plans.notModified),
    });
  }
  for (const [status, entries] of errors) {
    if (responses[status] !== undefined) continue;
    responses[status] = components.response(`Error${status}`, {
      description: textsOf(entries).join("\n\n"),
      headers: headers(plans.error, ...particular(status)),
      content: ofErrors,
    });
  }
  responses["default"] = components.response("Error", {
    description: "Any other error of the catalog.",
    headers: headers(plans.error),
    content: ofErrors,
  });
  return responses;
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

/** The content of a status that comes with the route's own body as well as with an error's. */
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

function pluginOf(route: SealedRoute, { installed }: Registry): Plugin | undefined {
  return installed.find(({ plugin }) => plugin.id === route.plugin)?.plugin;
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
