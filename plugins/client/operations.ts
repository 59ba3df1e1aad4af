/** The operations of a client: their data, and the inputs of their methods. */
import type { Registry, SealedRoute } from "waymark";
import {
  bodiesOf,
  bodyTypesOf,
  convertPublished,
  publicName,
  requiredScopes,
  toInputJsonSchema,
} from "waymark/advanced";
import { type Parameter, parametersOf } from "../shared/operations/parameters.ts";
import { type Advice, keptFor } from "./advice.ts";
import type { Declarations } from "./declarations.ts";
import { freeName, placesOf, type Place } from "./names.ts";
import type { Operation } from "./runtime/message.ts";

/** A member of a method's input. */
export interface InputMember {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | undefined;
}

/** An operation as a client has it. */
export interface ClientOperation {
  readonly place: Place;
  readonly route: SealedRoute;
  readonly data: Operation;
  readonly inputs: readonly InputMember[];
}

/** Returns the operations of the API. Redirects do not count, but their targets do. */
export function operationsOf(
  registry: Registry,
  declarations: Declarations,
  advice: Advice,
): readonly ClientOperation[] {
  const routes = registry.routes.filter(({ site, kind }) => !site && kind !== "redirect");
  const places = placesOf(routes);
  return routes.flatMap((route) => {
    const place = places.get(route.ref);
    if (place === undefined) return [];
    const owner = `${place.group}-${place.method}`;
    const parameters = namedParameters(route, registry);
    const body = bodyOf(route, registry, { declarations, owner });
    const inputs = parameters.map(({ input, parameter }) => ({
      name: input,
      type: typeOf(route, parameter, { declarations, owner }),
      required: parameter.required === true,
      description: parameter.description,
    }));
    const data = dataOf(route, { advice, parameters, sends: body?.mediaType });
    return [{ place, route, data, inputs: body === undefined ? inputs : [...inputs, body.member] }];
  });
}

interface Named {
  readonly input: string;
  readonly parameter: Parameter;
}

/** Returns the parameters that callers give, under names that differ: headers of policies are the layers' business. */
function namedParameters(route: SealedRoute, registry: Registry): readonly Named[] {
  const taken = new Set(["body"]);
  return parametersOf(route, registry)
    .filter(({ in: place, shared }) => place !== "header" || shared === undefined)
    .filter(({ name, in: place }) => !(place === "query" && isCursor(route, name)))
    .map((parameter) => ({ input: freeName(parameter.name, taken), parameter }));
}

/** Checks for the parameter by which a list is continued, which the client does by the links of pages. */
function isCursor({ engine }: SealedRoute, name: string): boolean {
  return engine !== undefined && name === "cursor";
}

function dataOf(
  route: SealedRoute,
  {
    advice,
    parameters,
    sends,
  }: { advice: Advice; parameters: readonly Named[]; sends: string | undefined },
): Operation {
  const { method, path, declaration, represents, engine, mediaTypes } = route;
  const namesIn = (place: Parameter["in"]) => {
    const names = parameters
      .filter(({ parameter }) => parameter.in === place)
      .map(({ input, parameter: { name } }) => (input === name ? name : ([input, name] as const)));
    return names.length === 0 ? undefined : names;
  };
  const { idempotency } = declaration;
  const isKeyed = idempotency === "key" && advice.idempotency?.supported === true;
  const scopes = requiredScopes(route);
  const joined = (engine?.parameters ?? []).filter(({ schema }) => schema.type !== "integer");
  const [accept] = mediaTypes;
  const data = {
    method,
    // The names in braces are those of the input.
    path: parameters.reduce(
      (text, { input, parameter: { name, in: place } }) =>
        place === "path" ? text.replace(`{${name}}`, `{${input}}`) : text,
      path,
    ),
    form: formOf(route),
    items: declaration.list?.as,
    accept: accept === "application/json" ? undefined : accept,
    query: namesIn("query"),
    joined:
      engine === undefined
        ? undefined
        : joined.filter(({ name }) => !isCursor(route, name)).map(({ name }) => name),
    headers: namesIn("header"),
    sends,
    cache: keptFor(route, advice),
    conditional: represents === undefined ? undefined : true,
    keyed: isKeyed ? true : undefined,
    once: idempotency === undefined || idempotency === "natural" || isKeyed ? undefined : true,
    uncounted: advice.rateLimit?.exemptPaths.includes(path) === true ? true : undefined,
    scopes: scopes?.length ? scopes : undefined,
  };
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== undefined),
  ) as unknown as Operation; // the same members, without those that are undefined
}

function formOf({ kind, mediaTypes }: SealedRoute): Operation["form"] {
  if (kind === "list" || kind === "stream" || kind === "bytes" || kind === "empty") return kind;
  const [mediaType = "json"] = mediaTypes;
  return /json(?:;|$)/.test(mediaType) ? undefined : "text";
}

interface Naming {
  readonly declarations: Declarations;
  /** Stem of the names of types that are declared. */
  readonly owner: string;
}

function bodyOf(
  { declaration, upload }: SealedRoute,
  registry: Registry,
  { declarations, owner }: Naming,
): { readonly mediaType: string | undefined; readonly member: InputMember } | undefined {
  const [mediaType] = bodyTypesOf({ declaration, upload });
  if (mediaType === undefined) return undefined;
  const member = { name: "body", required: true, description: undefined };
  const isForm = mediaType === "multipart/form-data";
  // Browsers write the boundary of a form themselves.
  if (upload !== undefined)
    return {
      mediaType: isForm ? undefined : mediaType,
      member: { ...member, type: isForm ? "FormData" : "Blob" },
    };
  const [schema] = Object.values(bodiesOf(declaration));
  if (schema === undefined) return undefined;
  const name = publicName(registry, schema);
  const accepted = toInputJsonSchema(schema);
  const identifier =
    name !== undefined && convertPublished(registry, schema) === accepted
      ? declarations.types.published.get(name)
      : undefined;
  const type = identifier ?? declarations.of(`${owner}-body`, accepted);
  return { mediaType, member: { ...member, type } };
}

/** Returns the type of a parameter; of a list's fields, filter and order with the names that are allowed. */
function typeOf(
  { engine }: SealedRoute,
  { name, schema, shared }: Parameter,
  { declarations, owner }: Naming,
): string {
  if (engine !== undefined && shared !== undefined) {
    if (engine.trimmedBy?.includes(name) === true) return "readonly Field[]";
    const filter = engine.parameters.find(({ style }) => style === "deepObject");
    const conditions = declarations.filter(`${owner}-filter`, filter?.schema ?? {});
    if (name === filter?.name && conditions !== undefined) return conditions;
    if (name === "sort" && conditions !== undefined) return `readonly Order<keyof ${conditions}>[]`;
  }
  return declarations.of(`${owner}-${name}`, { root: schema, definitions: {} });
}
