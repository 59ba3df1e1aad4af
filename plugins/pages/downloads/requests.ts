/** A sample request for each operation, with variables for all that differs from caller to caller. */
import type { Registry } from "waymark";
import type { Language } from "../shared/languages.ts";
import { sayAll } from "../shared/say.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { SECTION_TEXTS, sectionsOf } from "../shared/operations/sections.ts";
import type { Credential, FieldSchema, Operation, Parameter } from "../shared/operations/model.ts";
import { sampleCall } from "../shared/operations/sample-call.ts";
import { exampleOf } from "../shared/operations/sample.ts";
import { fromTarget } from "../shared/operations/target.ts";
import { MESSAGES } from "./messages.ts";

export interface Variable {
  readonly name: string;
  /** Absent where only the caller knows it. */
  readonly value?: string;
  readonly text: string;
}

export interface QueryPart {
  readonly name: string;
  readonly value: string;
  readonly text: string | undefined;
  readonly required: boolean;
}

export interface SampleRequest {
  readonly title: string;
  readonly text: string | undefined;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** By name; undefined without an example. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: readonly QueryPart[];
  /** Names of variables stand in double braces. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** Whether it needs the credential. */
  readonly guarded: boolean;
}

export interface SampleRequests {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The base URL first. */
  readonly variables: readonly Variable[];
  /** The way to authenticate, with its variable; undefined where callers cannot. */
  readonly credential: (Credential & { readonly variable: string }) | undefined;
  readonly groups: readonly {
    readonly name: string;
    readonly text: string;
    readonly requests: readonly SampleRequest[];
  }[];
}

export function sampleRequests(registry: Registry, language: Language): SampleRequests {
  const { app, baseUrl, translate } = registry;
  const messages = MESSAGES[language];
  const [first] = credentialsOf(registry, language);
  const credential = first && { ...first, variable: credentialVariable(first) };
  const groups = sectionsOf(registry).map(({ section, groups: own }) => ({
    ...SECTION_TEXTS[language][section],
    requests: sayAll(own, registry, language).flatMap(({ operations }) =>
      operations.map((operation) => sampleRequest(operation, language)),
    ),
  }));
  // Where several requests have a variable, the first one explains it.
  const needed = new Map<string, string>();
  for (const { path, params, headers } of groups.flatMap(({ requests }) => requests).toReversed()) {
    for (const [name, value] of Object.entries(params))
      if (value === undefined) needed.set(name, messages.inPath(path));
    for (const [header, value] of headers)
      for (const name of variablesIn(value)) needed.set(name, messages.inHeader(header));
  }
  return {
    name: translate(app.name, language),
    description: translate(app.description, language),
    version: app.version,
    credential,
    variables: [
      { name: "baseUrl", value: baseUrl, text: messages.baseUrl },
      ...(credential === undefined
        ? []
        : [{ name: credential.variable, text: credential.description }]),
      ...[...needed].toSorted().map(([name, text]) => ({ name, text })),
    ],
    groups,
  };
}

function sampleRequest(operation: Operation, language: Language): SampleRequest {
  const { method, path, parameters, summary, description, scopes } = operation;
  const call = sampleCall(operation);
  const found = fromTarget(operation, call.target);
  const params = Object.entries(found?.path ?? {}).map(
    ([name, value]): [string, string | undefined] => [name, value === "" ? undefined : value],
  );
  const given = parameters.filter((one) => one.in === "header" && one.required === true);
  const needs = scopes && MESSAGES[language].needs(scopes);
  const texts = [description, needs].filter((text) => text !== undefined);
  return {
    title: summary.replace(/\.$/, ""),
    text: texts.length === 0 ? undefined : texts.join(" "),
    method,
    path,
    params: Object.fromEntries(params),
    query: parameters.flatMap((parameter) => queryParts(parameter, found?.query ?? [])),
    headers: [
      ...call.headers,
      ...(call.body === undefined || call.headers.length > 0
        ? []
        : [["Content-Type", "application/json"] as const]),
      ...given.map(({ name, schema }) => [name, textOf(schema) ?? `{{${camel(name)}}}`] as const),
    ],
    body: call.body,
    guarded: scopes !== undefined,
  };
}

/** The parameter, or each field that it filters by. */
function queryParts(
  { name, in: place, description: text, required = false, style, schema }: Parameter,
  sample: readonly (readonly [string, string])[],
): readonly QueryPart[] {
  if (place !== "query") return [];
  if (style === "deepObject")
    return Object.keys(schema.properties ?? {}).map((field) => ({
      name: `${name}[${field}]`,
      value: "",
      text,
      required: false,
    }));
  const value = sample.find(([one]) => one === name)?.[1] ?? textOf(schema) ?? "";
  return [{ name, value, text, required }];
}

function textOf(schema: FieldSchema): string | undefined {
  const example = exampleOf(schema);
  if (example === undefined) return undefined;
  return typeof example === "string" ? example : JSON.stringify(example);
}

/** `bearerToken` of `Authorization: Bearer`, `apiKey` of `X-API-Key`. */
function credentialVariable({ header, prefix }: Credential): string {
  return prefix === "" ? camel(header.replace(/^x-/i, "")) : camel(`${prefix.trim()}-token`);
}

function camel(name: string): string {
  return name.toLowerCase().replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase());
}

function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name]) => name ?? []);
}
