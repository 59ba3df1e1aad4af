/** A collection in the format of Postman 2.1 (https://schema.postman.com/), which Bruno, Insomnia and Hoppscotch import. */
import type { SampleRequest, SampleRequests } from "./requests.ts";

const FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const PARAMETER = /^\{(.+)\}$/;

export function postmanCollection(all: SampleRequests): Readonly<Record<string, unknown>> {
  const { name, description, version, variables, groups, credential } = all;
  return {
    info: { name, description, version, schema: FORMAT },
    ...(credential === undefined ? {} : { auth: authOf(credential) }),
    // Parameters of paths are variables of their requests.
    variable: variables
      .filter((variable) => !groups.some(({ requests }) => requests.some(hasParam(variable.name))))
      .map(({ name: key, value = "", text }) => ({
        key,
        value,
        type: "string",
        description: text,
      })),
    item: groups.map((group) => ({
      name: group.name,
      description: group.text,
      item: group.requests.map((request) => ({
        name: request.title,
        request: requestOf(request, credential !== undefined),
        response: [],
      })),
    })),
  };
}

function hasParam(name: string) {
  return ({ params }: SampleRequest): boolean => Object.hasOwn(params, name);
}

function authOf({ header, prefix, variable }: NonNullable<SampleRequests["credential"]>) {
  const entry = (key: string, value: string) => ({ key, value, type: "string" });
  return prefix === "Bearer "
    ? { type: "bearer", bearer: [entry("token", `{{${variable}}}`)] }
    : {
        type: "apikey",
        apikey: [
          entry("key", header),
          entry("value", `${prefix}{{${variable}}}`),
          entry("in", "header"),
        ],
      };
}

function requestOf(request: SampleRequest, hasAuth: boolean) {
  const { method, text, headers, body, guarded } = request;
  return {
    method,
    ...(text === undefined ? {} : { description: text }),
    // Those that need the credential inherit the collection's.
    ...(hasAuth && !guarded ? { auth: { type: "noauth" } } : {}),
    header: headers.map(([key, value]) => ({ key, value })),
    url: urlOf(request),
    ...(body === undefined
      ? {}
      : { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
  };
}

function urlOf({ path, params, query }: SampleRequest) {
  const segments = path.slice(1).split("/");
  const named = segments.map((segment) => segment.replace(PARAMETER, ":$1"));
  const search = query.filter(({ required }) => required);
  const searchText = search.map(({ name, value }) => `${name}=${value}`).join("&");
  return {
    raw: `{{baseUrl}}/${named.join("/")}${searchText === "" ? "" : `?${searchText}`}`,
    host: ["{{baseUrl}}"],
    path: named,
    ...(query.length === 0
      ? {}
      : {
          query: query.map(({ name: key, value, text, required }) => ({
            key,
            value,
            disabled: !required,
            ...(text === undefined ? {} : { description: text }),
          })),
        }),
    ...(Object.keys(params).length === 0
      ? {}
      : { variable: Object.entries(params).map(([key, value = ""]) => ({ key, value })) }),
  };
}
