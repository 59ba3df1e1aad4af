/** Arguments of a call as the request that they stand for, and links as calls. */
import { didYouMean } from "waymark";
import { fillPath } from "waymark/advanced";
import type { InnerRequest } from "waymark/services";
import { isHeaderValue, quoted } from "../shared/operations/inner.ts";
import { invalidCall, type ArgumentError } from "./errors.ts";
import type { Argument, Operation, OperationCall } from "./operations.ts";

export type Arguments = Readonly<Record<string, unknown>>;

const HINT = "`describe_operation` shows the arguments.";

/** Returns the request of a call. Throws a ToolError for what no request can say; the service judges the rest. */
export function requestOf(operation: Operation, args: Arguments): InnerRequest {
  const { route, bodyType } = operation;
  if (route.upload !== undefined)
    throw invalidCall("It takes a file, which no argument can hold.", `Send it to ${route.path}.`);
  const names = operation.arguments.map(({ name }) => name);
  if (bodyType !== undefined) names.push("body");
  refuse([
    ...Object.keys(args)
      .filter((name) => !names.includes(name))
      .map((name) => ({ argument: name, detail: `It is unknown; ${didYouMean(name, names)}` })),
    ...operation.arguments
      .filter(({ name, parameter }) => parameter.in === "path" && args[name] === undefined)
      .map(({ name }) => ({ argument: name, detail: "It is required." })),
  ]);
  const params: Record<string, string> = {};
  const search: [string, string][] = [];
  const headers: Record<string, string> = { accept: acceptOf(operation) };
  for (const argument of operation.arguments) {
    const value = args[argument.name];
    if (value === undefined || value === null) continue;
    const { name, in: place } = argument.parameter;
    if (place === "path") params[name] = toText(value);
    else if (place === "query") search.push(...pairsOf(name, value, argument));
    else headers[name.toLowerCase()] = headerValue(argument, toText(value));
  }
  const path = fillPath(route.pattern, params);
  if (path === undefined) throw invalidCall("An argument cannot be part of a path.", HINT);
  const target = search.length === 0 ? path : `${path}?${new URLSearchParams(search)}`;
  if (bodyType === undefined) return { method: route.method, target, headers };
  headers["content-type"] = bodyType;
  return { method: route.method, target, headers, body: JSON.stringify(args["body"]) };
}

function refuse(errors: readonly ArgumentError[]): void {
  if (errors.length > 0) throw invalidCall("The arguments do not fit.", HINT, errors);
}

/** Asks for JSON where there is a choice: a model reads it best, and errors have more in it. */
export function acceptOf({ route: { mediaTypes } }: Operation): string {
  const type = mediaTypes.find((one) => /json(?:;|$)/.test(one)) ?? mediaTypes[0];
  return type === undefined ? "application/json" : `${type}, application/json;q=0.5`;
}

/** Returns `filter: { name: { contains: "a" } }` as `filter[name][contains]=a`. */
function pairsOf(name: string, value: unknown, argument: Argument): [string, string][] {
  const isCondition = argument.parameter.style === "deepObject";
  if (Array.isArray(value)) {
    if (!argument.joined && !isCondition) return value.map((one) => [name, toText(one)]);
    if (value.some((one) => toText(one).includes(",")))
      refuse([
        { argument: argument.name, detail: "A comma separates values, so none can have it." },
      ]);
    return [[name, value.map(toText).join(",")]];
  }
  if (typeof value !== "object" || value === null || !isCondition) return [[name, toText(value)]];
  return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one, argument));
}

/** Returns a value as text: a model may send any JSON. */
function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function headerValue({ name, parameter }: Argument, text: string): string {
  if (!isHeaderValue(text))
    refuse([{ argument: name, detail: "It has characters that a header cannot have." }]);
  const isKey = parameter.name.toLowerCase() === "idempotency-key" && !text.startsWith('"');
  return isKey ? quoted(text) : text;
}

/** Returns the call that an address of an operation stands for; undefined if it has a broken escape. */
export function callOf(operation: Operation, target: string): OperationCall | undefined {
  const [path = "", query = ""] = target.split("?");
  const parts = path.slice(1).split("/");
  const args = Object.create(null) as Record<string, unknown>; // names come from an address
  try {
    operation.route.pattern.segments.forEach((segment, at) => {
      if (typeof segment !== "string") args[segment.name] = decodeURIComponent(parts[at] ?? "");
    });
  } catch {
    return undefined;
  }
  for (const [name, text] of new URLSearchParams(query)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== "");
    const argument = operation.arguments.find(({ parameter }) => parameter.name === keys[0]);
    const last = keys.pop() ?? name;
    const within = keys.reduce((parent, key) => {
      if (typeof parent[key] !== "object") parent[key] = Object.create(null);
      return parent[key] as Record<string, unknown>; // an object, by the line before
    }, args);
    within[last] = argument?.parameter.schema.type === "integer" ? Number(text) : text;
  }
  return { operation: operation.name, arguments: args };
}
