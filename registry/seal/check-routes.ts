/** Findings about single routes: unknown keys, missing handlers, values that are not schemas. */
import type { Collected, Contributor } from "./collect.ts";
import { kernelErrors } from "../contract/errors.ts";
import { checkForm } from "./check-form.ts";
import { checkPage } from "./check-page.ts";
import { checkReferences, type Report, type Scope } from "./check-references.ts";
import { schemasOf } from "./check-schemas.ts";
import { didYouMean, show, type Finding } from "../contract/finding.ts";
import type { Policy } from "../contract/policy.ts";
import type { InstalledPlugin } from "../contract/installed.ts";
import { ROUTE_KEYS, type Publish, type Route } from "../contract/route.ts";
import { isSchema, type Schema } from "../schema/schema.ts";

export function checkRoutes(
  installed: readonly InstalledPlugin[],
  contributions: Collected,
): Finding[] {
  const policies = installed.flatMap(({ plugin }) => plugin.policies ?? []);
  const policyKeys = new Map(
    policies.flatMap((policy) => (policy.key === undefined ? [] : [[policy.key, policy]])),
  );
  const errorCodes = [
    ...Object.keys(kernelErrors),
    ...contributions.errors.map(({ name }) => name),
  ];
  return contributions.contributors.flatMap((contributor) => {
    const scope: Scope = { installed, policyKeys, errorCodes, contributor };
    return Object.entries(contributor.routes).flatMap(([id, route]) =>
      checkRoute(id, route, scope),
    );
  });
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
        `a route must be an object; received ${show(route)}`,
        "write { method, path, summary, … }",
      ),
    ];
  }
  return [
    ...checkForm(route, report),
    ...checkPage(route, report),
    ...checkPublish(route, report),
    ...checkKeys(route, scope.policyKeys, report),
    ...checkProducers(id, route, scope.contributor, report),
    ...checkSchemaValues(route, report),
    ...checkReferences(route, scope, report),
  ];
}

const PUBLISHED: readonly string[] = ["rootLink", "capability"] satisfies (keyof Publish)[];

function checkPublish({ publish, redirect }: Route, report: Report): Finding[] {
  if (publish === undefined) return [];
  if (redirect !== undefined) {
    return [
      report(
        "ROUTE_INVALID",
        "a redirect has publish, which is for the route that it leads to",
        "move publish to that route, or add rootLinks or capabilities to the plugin",
      ),
    ];
  }
  const entries = Object.entries(Object(publish)); // of null too
  const valid = entries.every(
    ([key, value]) => PUBLISHED.includes(key) && typeof value === "string" && value !== "",
  );
  return valid && entries.length > 0
    ? []
    : [
        report(
          "ROUTE_INVALID",
          `publish names a rootLink, a capability or both, received ${show(publish)}`,
          'write publish: { rootLink: "brains", capability: "brains" }',
        ),
      ];
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

/** The issues that a schema finds in a value, as sentences with paths. Schemas of options and keys are synchronous. */
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
    route.alwaysFails === undefined &&
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
