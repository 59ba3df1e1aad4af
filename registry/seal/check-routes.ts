/** Findings about single routes: their form, unknown keys, missing answers. */
import type { Collected, Contributor } from "./collect.ts";
import { DURATION_PATTERN, toMilliseconds } from "../contract/duration.ts";
import { kernelErrors } from "../contract/errors.ts";
import { checkPage } from "./check-page.ts";
import { checkReferences, type Report, type Scope } from "./check-references.ts";
import { schemasOf } from "./check-schemas.ts";
import { didYouMean, show, type Finding } from "../contract/finding.ts";
import { invalidPath } from "../contract/path.ts";
import type { Policy } from "../contract/policy.ts";
import type { InstalledPlugin } from "../contract/installed.ts";
import { BODY_KEYS, ROUTE_KEYS, type Publish, type Route } from "../contract/route.ts";
import { isSchema, type Schema } from "../schema/schema.ts";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

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
        `a route is an object, received ${show(route)}`,
        "write { method, path, summary, … }",
      ),
    ];
  }
  return [
    ...checkShape(route, report),
    ...checkPage(route, report),
    ...checkPublish(route, report),
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
    const sound = value === undefined || DURATION_PATTERN.test(value);
    if (sound && !(key === "timeout" && value !== undefined && toMilliseconds(value) === 0))
      continue;
    findings.push(
      report(
        "ROUTE_INVALID",
        `${key} is a duration, received ${show(value)}`,
        'write a number with its unit, such as "5s"; a time-out is longer than nothing',
      ),
    );
  }
  const languages = route.languages ?? [];
  for (const language of languages) {
    if (isLanguageTag(language) && languages.indexOf(language) === languages.lastIndexOf(language))
      continue;
    findings.push(
      report(
        "ROUTE_INVALID",
        `languages are language tags, each once; received ${show(languages)}`,
        'write tags of BCP 47, such as "en" or "pt-BR", the default first',
      ),
    );
    break;
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

/** A language with a script and a region, spelled as is the custom (BCP 47, section 2.1.1). */
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

function isLanguageTag(text: string): boolean {
  if (PLAIN_TAG.test(text)) return true; // asking Intl the first time takes 7 ms of a start
  try {
    return Intl.getCanonicalLocales(text)[0] === text;
  } catch {
    return false;
  }
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
