/** Every answer that an operation may have, with its headers and bodies. */
import { plannedNames } from "../../seal/compile.ts";
import { bodiesOf } from "../../contract/route.ts";
import { kernelErrors, type KernelErrorCode } from "../../contract/errors.ts";
import {
  requiredScopes,
  type BoundPolicy,
  type HeaderPlan,
  type SealedRoute,
} from "../../contract/sealed-route.ts";
import type { Plugin } from "../../contract/plugin.ts";
import type { CatalogEntry, Registry } from "../../contract/registry.ts";
import { successStatus } from "../../contract/route.ts";
import { capitalize, type OperationContext } from "./components.ts";
import { anyOf } from "./schema.ts";
import type { JsonSchema30, MediaType, Operation, Reference, Response } from "./types.ts";

/** Descriptions of headers that the kernel owns. */
const KERNEL_HEADER_TEXTS: Readonly<Record<string, string>> = {
  "Content-Language": "The language of the text (RFC 9110, section 8.5).",
  Vary: "The request headers that this answer depends on.",
  Location: "Where to go instead, or where what was created is.",
  "Retry-After": "Seconds until a retry makes sense.",
};

export function responsesOf(route: SealedRoute, context: OperationContext): Operation["responses"] {
  const { registry, components } = context;
  const { declaration, plans } = route;
  const responses: Record<string, Response | Reference> = {};
  const success = successStatus(declaration);
  const headers = (plan: HeaderPlan, ...more: string[]) =>
    components.headers([...plannedNames(plan), ...more], (name) => {
      const writer = registry.policies.find(({ policy }) =>
        Object.hasOwn(policy.writes ?? {}, name),
      );
      return writer?.policy.writes?.[name] ?? KERNEL_HEADER_TEXTS[name] ?? "";
    });
  const content = contentOf(route, context);
  const retry = (status: number) => (status === 503 || status === 429 ? ["Retry-After"] : []);
  const ofErrors = errorContent(route, context);

  if (declaration.redirect !== undefined) {
    responses[declaration.redirect.status] = {
      description: declaration.summary,
      headers: headers(plans.redirect, "Location"),
    };
  } else if (declaration.alwaysFails === undefined) {
    const created = route.creates === undefined ? [] : ["Location"];
    const spoken = declaration.languages === undefined ? [] : ["Content-Language"];
    const { trimmedBy = [] } = route.engine ?? {};
    const trimmed = trimmedBy.map(
      (name) =>
        `With the parameter \`${name}\`, items may lack members that their schema requires.`,
    );
    responses[success] = {
      description: [declaration.summary, ...trimmed].join("\n\n"),
      headers: headers(plans.ok, ...created, ...spoken),
      content,
      ...(trimmed.length === 0 ? {} : { "x-trimmed-by": trimmedBy }),
    };
  }
  const errors = Map.groupBy(errorsOf(route, registry), (entry) => entry.status);
  for (const status of declaration.statuses ?? []) {
    const outcome = status >= 400 ? "error" : "ok";
    const texts = [`The same body, with status ${status}.`, ...textsOf(errors.get(status))];
    responses[status] = {
      description: texts.join("\n\n"),
      headers: headers(plans[outcome], ...retry(status)),
      content: errors.has(status) ? either(content, ofErrors) : content,
    };
  }
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
      headers: headers(plans.error, ...retry(status)),
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
  const { returns, list } = route.declaration;
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

/** Catalog entries that the route's declaration and its policies make possible; the rest is `default`. */
function errorsOf(route: SealedRoute, registry: Registry): readonly CatalogEntry[] {
  const { declaration } = route;
  const { query, params, list, alwaysFails } = declaration;
  const kernel: KernelErrorCode[] = [];
  if (query !== undefined || params !== undefined || list !== undefined) kernel.push("bad-request");
  if (route.mediaTypes.length > 0) kernel.push("not-acceptable");
  if (declaration.preconditions === "required") kernel.push("precondition-required");
  if (Object.keys(bodiesOf(declaration)).length > 0) {
    kernel.push(
      "bad-request",
      "payload-too-large",
      "unsupported-media-type",
      "unprocessable-content",
    );
  }
  const evaluates = route.policies.some(({ compiled }) => compiled.precondition !== undefined);
  if (evaluates || (route.method !== "GET" && alwaysFails === undefined))
    kernel.push("precondition-failed");
  if (pluginOf(route, registry)?.optional === true) kernel.push("service-unavailable");
  const scopes = requiredScopes(route);
  const codes = new Set<string>([
    ...(declaration.errors ?? []),
    ...(alwaysFails === undefined ? [] : [alwaysFails.code]),
    ...kernel,
    ...route.policies.flatMap((bound) => refusalsOf(bound, scopes, registry)),
  ]);
  return registry.errors
    .filter(({ code }) => codes.has(code))
    .toSorted((a, b) => a.status - b.status);
}

/** A policy that may refuse does so with an error that its plugin declares. */
function refusalsOf(
  { policy, compiled }: BoundPolicy,
  scopes: readonly string[] | undefined,
  { policies, errors }: Registry,
): string[] {
  if (compiled.admit === undefined) return [];
  const owner = policies.find((entry) => entry.policy === policy)?.plugin;
  // Bad credentials are refused everywhere, but clients need not send one where none is required.
  const isAboutAccess = policy.asksIdentifiers === true || compiled.security !== undefined;
  const leftOut = isAboutAccess
    ? [...(scopes === undefined ? [401] : []), ...(scopes?.length ? [] : [403])]
    : [];
  return errors
    .filter(({ plugin, code }) => plugin === owner && !Object.hasOwn(kernelErrors, code))
    .filter(({ status }) => !leftOut.includes(status))
    .map(({ code }) => code);
}
