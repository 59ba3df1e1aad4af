/** Findings about single routes: unknown keys, missing answers, references that lead nowhere. */
import type { Contributions, Contributor } from "./collect.ts";
import { DURATION_PATTERN } from "./duration.ts";
import { kernelErrors } from "./errors.ts";
import { schemasOf } from "./check-schemas.ts";
import { didYouMean, show, type Finding } from "./finding.ts";
import { invalidPath, parsePath } from "./path.ts";
import type { Policy } from "./policy.ts";
import type { InstalledPlugin } from "./registry.ts";
import { targetOf } from "./relations.ts";
import { BODY_KEYS, ROUTE_KEYS, type Route } from "./route.ts";
import { toJsonSchema } from "./schema-convert.ts";
import { SchemaError } from "./json-schema.ts";
import { isSchema, type Schema } from "./schema.ts";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

interface Scope {
  readonly installed: readonly InstalledPlugin[];
  /** Route keys of installed policies, enabled or not. */
  readonly policyKeys: ReadonlyMap<string, Policy>;
  readonly errorCodes: readonly string[];
  readonly contributor: Contributor;
}

type Report = (code: string, message: string, hint: string) => Finding;

export function checkRoutes(
  installed: readonly InstalledPlugin[],
  contributions: Contributions,
): Finding[] {
  const policies = installed.flatMap(({ plugin }) => plugin.policies ?? []);
  const policyKeys = new Map(
    policies.flatMap((policy) => (policy.key === undefined ? [] : [[policy.key, policy]])),
  );
  const errorCodes = [
    ...Object.keys(kernelErrors),
    ...contributions.errors.map(({ name }) => name),
  ];
  return contributions.contributors.flatMap((contributor) =>
    Object.entries(contributor.routes).flatMap(([id, route]) =>
      checkRoute(id, route, { installed, policyKeys, errorCodes, contributor }),
    ),
  );
}

function checkRoute(id: string, route: Route, scope: Scope): Finding[] {
  const plugin = scope.contributor.plugin.id;
  const report: Report = (code, message, hint) => ({
    code,
    plugin,
    where: `route ${id}`,
    message,
    hint,
  });
  if (typeof route !== "object" || route === null) {
    return [
      report(
        "ROUTE_INVALID",
        `a route is an object, received ${show(route)}`,
        "write { method, path, summary, … }",
      ),
    ];
  }
  return [
    ...checkShape(route, report),
    ...checkKeys(route, scope.policyKeys, report),
    ...checkProducers(id, route, scope.contributor, report),
    ...checkSchemaValues(route, report),
    ...checkReferences(route, scope, report),
  ];
}

function checkShape(route: Route, report: Report): Finding[] {
  const findings: Finding[] = [];
  const problem = typeof route.path === "string" ? invalidPath(route.path) : "it must be a string";
  if (problem !== undefined) {
    findings.push(
      report(
        "ROUTE_INVALID",
        `the path ${show(route.path)} cannot be used: ${problem}`,
        "write a path like /api/brains/{id}",
      ),
    );
  }
  if (!METHODS.includes(route.method)) {
    findings.push(
      report(
        "ROUTE_INVALID",
        `the method is one of ${METHODS.join(", ")}, received ${show(route.method)}`,
        "HEAD and OPTIONS are derived from the routes of a path",
      ),
    );
  }
  if (typeof route.summary !== "string" || route.summary === "") {
    findings.push(
      report(
        "ROUTE_INVALID",
        `a route has a summary, received ${show(route.summary)}`,
        "say in one sentence what the route answers",
      ),
    );
  }
  const durations = { "fails.retryAfter": route.fails?.retryAfter, timeout: route.timeout };
  for (const [key, value] of Object.entries(durations)) {
    if (value === undefined || DURATION_PATTERN.test(value)) continue;
    findings.push(
      report(
        "ROUTE_INVALID",
        `${key} is a duration, received ${show(value)}`,
        'write a number with its unit, such as "5s"',
      ),
    );
  }
  const bodies = BODY_KEYS.filter((key) => route[key] !== undefined);
  if (bodies.length !== 1) {
    findings.push(
      report(
        "ROUTE_BODY_MISSING",
        `a route has exactly one of ${BODY_KEYS.join(", ")}; received ${bodies.join(" and ") || "none"}`,
        "keep the one that says what the body is",
      ),
    );
  }
  if (route.method === "GET" && route.cache === undefined) {
    findings.push(
      report(
        "ROUTE_CACHE_MISSING",
        "a GET route says what caches may do with it",
        'add cache: "no-store", or { scope: "public", maxAge: "60s" }',
      ),
    );
  }
  return findings;
}

function checkKeys(
  route: Route,
  policyKeys: ReadonlyMap<string, Policy>,
  report: Report,
): Finding[] {
  const known = [...ROUTE_KEYS, ...policyKeys.keys()];
  return Object.entries(route).flatMap(([key, value]) => {
    const schema = policyKeys.get(key)?.schema;
    if (schema !== undefined) {
      return issuesOf(schema, value).map((issue) =>
        report(
          "ROUTE_KEY_INVALID",
          `${key}: ${issue}; received ${show(value)}`,
          "see the description of this key in the policy's documentation",
        ),
      );
    }
    return known.includes(key)
      ? []
      : [
          report(
            "ROUTE_KEY_UNKNOWN",
            `no installed policy knows the key ${show(key)}`,
            didYouMean(key, known),
          ),
        ];
  });
}

/** What a schema objects to in a value, as sentences with paths. Schemas of options and keys are synchronous. */
export function issuesOf(schema: Schema, value: unknown): string[] {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) return ["its schema is asynchronous, which is not supported here"];
  return (result.issues ?? []).map(({ message, path = [] }) => {
    const where = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return where === "" ? message : `${where}: ${message}`;
  });
}

function checkProducers(
  id: string,
  route: Route,
  { plugin }: Contributor,
  report: Report,
): Finding[] {
  const findings: Finding[] = [];
  if (route.document === true) {
    if (typeof plugin.documents?.[id] !== "function") {
      findings.push(
        report(
          "DOCUMENT_MISSING",
          `the route is a document, but documents has no function ${id}`,
          `add documents: { ${id}: (registry, options) => … }`,
        ),
      );
    }
  } else if (
    route.redirect === undefined &&
    route.fails === undefined &&
    typeof plugin.handlers !== "function"
  ) {
    findings.push(
      report(
        "HANDLER_MISSING",
        "the plugin has no handlers",
        `add handlers: (use) => ({ ${id}: (call) => … })`,
      ),
    );
  }
  for (const mediaType of route.produces ?? []) {
    if (isJson(mediaType) || typeof plugin.renderers?.[id]?.[mediaType] === "function") continue;
    findings.push(
      report(
        "RENDERER_MISSING",
        `produces names ${mediaType}, which is not JSON and has no renderer`,
        `add renderers: { ${id}: { ${show(mediaType)}: (body) => … } }`,
      ),
    );
  }
  return findings;
}

/** A media type whose parameters, if it has any, do not count: `application/linkset+json; profile="…"`. */
function isJson(mediaType: string): boolean {
  return mediaType.split(";", 1)[0]?.trimEnd().endsWith("json") === true;
}

function checkSchemaValues(route: Route, report: Report): Finding[] {
  return Object.entries(schemasOf(route)).flatMap(([key, schema]) =>
    schema === undefined || isSchema(schema)
      ? []
      : report(
          "SCHEMA_UNSUPPORTED",
          `${key} is not a schema: received ${show(schema)}`,
          "use a schema that is both Standard Schema and Standard JSON Schema, such as zod 4",
        ),
  );
}

function checkReferences(route: Route, scope: Scope, report: Report): Finding[] {
  const findings: Finding[] = [];
  const own = Object.keys(scope.contributor.routes);
  const relations = [
    ...Object.entries(route.relations ?? {}),
    ...Object.entries(route.list?.relations ?? {}),
  ].map(([rel, relation]) => [`relation ${rel}`, targetOf(relation)] as const);
  for (const [what, ref] of [
    ...relations,
    ...(route.redirect ? [["redirect", route.redirect.to] as const] : []),
  ]) {
    const known = ref.includes(".") ? routesOf(ref, scope.installed) : own;
    const id = ref.slice(ref.indexOf(".") + 1);
    if (known === undefined || known.includes(id)) continue;
    findings.push(
      report(
        "RELATION_UNKNOWN",
        `${what} leads to ${show(ref)}, which is no route`,
        didYouMean(id, known),
      ),
    );
  }
  for (const [rel, relation] of Object.entries(route.relations ?? {})) {
    if (typeof relation === "string" || invalidPath(route.path) !== undefined) continue;
    const sources = [...parsePath(route.path).params, ...fieldsOfBody(route.returns)];
    findings.push(...checkBindings(rel, relation.with ?? {}, sources, "this route does", report));
  }
  for (const [rel, relation] of Object.entries(route.list?.relations ?? {})) {
    if (typeof relation === "string") continue;
    const sources = fieldsOfBody(route.list?.of);
    findings.push(...checkBindings(rel, relation.with ?? {}, sources, "its items do", report));
  }
  const codes = [
    ...(route.errors ?? []).map((code) => ["errors", code] as const),
    ...(route.fails === undefined ? [] : [["fails", route.fails.code] as const]),
  ];
  for (const [key, code] of codes) {
    if (scope.errorCodes.includes(code)) continue;
    findings.push(
      report(
        "ERROR_CODE_UNKNOWN",
        `${key} names ${show(code)}, which is not in the catalog`,
        didYouMean(code, scope.errorCodes),
      ),
    );
  }
  return findings;
}

/** Fields that a relation may be filled from. What is wrong with the schema itself is another finding. */
function fieldsOfBody(schema: Schema | undefined): readonly string[] {
  try {
    return isSchema(schema) ? Object.keys(toJsonSchema(schema).root.properties ?? {}) : [];
  } catch (error) {
    if (error instanceof SchemaError) return [];
    throw error;
  }
}

/** Each binding must come from a parameter of the path or a field of the body; for an item, from one of its fields. */
function checkBindings(
  rel: string,
  bindings: Readonly<Record<string, string>>,
  sources: readonly string[],
  who: string,
  report: Report,
): Finding[] {
  return Object.entries(bindings)
    .filter(([, source]) => !sources.includes(source))
    .map(([parameter, source]) =>
      report(
        "RELATION_UNBOUND",
        `relation ${rel} fills {${parameter}} from ${show(source)}, which ${who} not have`,
        didYouMean(source, sources),
      ),
    );
}

/** Route ids of the plugin in `plugin.routeId`; undefined when it is not installed or only options would tell. */
function routesOf(
  ref: string,
  installed: readonly InstalledPlugin[],
): readonly string[] | undefined {
  const entry = installed.find(({ plugin }) => plugin.id === ref.slice(0, ref.indexOf(".")));
  if (entry === undefined || typeof entry.plugin.routes === "function") return undefined;
  return Object.keys(entry.plugin.routes ?? {});
}
