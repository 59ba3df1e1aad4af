/** Findings about single routes: unknown keys, missing handlers, values that are not schemas. */
import type { Collected } from "./collect.ts";
import { kernelErrors } from "../contract/errors.ts";
import { checkBytes } from "./check-bytes.ts";
import { checkForm } from "./check-form.ts";
import { checkPage } from "./check-page.ts";
import { checkReferences, type Report, type Scope } from "./check-references.ts";
import { checkResponseHeaders } from "./check-response-headers.ts";
import { checkSchema, schemasOf } from "./check-schemas.ts";
import { toNodeIfPossible } from "../contract/describe-schema.ts";
import { explainIssues } from "../contract/explain-issues.ts";
import { checkUpload } from "./check-upload.ts";
import { checkWrite } from "./check-write.ts";
import { nearest, show, type Finding } from "../contract/finding.ts";
import type { Plugin } from "../contract/plugin.ts";
import type { InstalledPlugin, OfferedPlugins } from "../contract/installed.ts";
import type { Publish, Route } from "../contract/route.ts";
import { ROUTE_KEYS } from "../contract/route-keys.ts";
import type { Schema } from "../schema/schema.ts";

export function checkRoutes(
  installed: readonly InstalledPlugin[],
  contributions: Collected,
  offered: OfferedPlugins = {},
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
    const scope: Scope = { installed, offered, policyKeys, errorCodes, contributor };
    return Object.entries(contributor.routes).flatMap(([id, route]) =>
      checkRoute(id, route, scope),
    );
  });
}

function checkRoute(id: string, route: Route, scope: Scope): Finding[] {
  const { plugin } = scope.contributor;
  const findings: Finding[] = [];
  const report: Report = (code, message, hint) => {
    findings.push({ code, plugin: plugin.id, where: `route ${id}`, message, hint });
  };
  if (typeof route !== "object" || route === null) {
    report(
      "ROUTE_INVALID",
      `a route must be an object; received ${show(route)}`,
      "write { method, path, summary, … }",
    );
    return findings;
  }
  checkForm(route, report);
  checkWrite(route, report);
  checkPage(route, report);
  checkBytes(route, report);
  checkUpload(route, report);
  checkResponseHeaders(route, report);
  checkPublish(route, report);
  checkKeys(route, scope, report);
  checkProducers(id, route, plugin, report);
  for (const [key, schema] of Object.entries(schemasOf(route))) {
    if (schema !== undefined) checkSchema(key, schema, report);
  }
  checkReferences(route, scope, report);
  return findings;
}

const PUBLISHED: readonly string[] = ["rootLink", "capability"] satisfies (keyof Publish)[];

function checkPublish({ publish, redirect }: Route, report: Report): void {
  if (publish === undefined) return;
  if (redirect !== undefined) {
    return report(
      "ROUTE_INVALID",
      "a redirect has publish, which is for the route that it leads to",
      "move publish to that route, or add rootLinks or capabilities to the plugin",
    );
  }
  const entries = Object.entries(Object(publish)); // of null too
  const valid = entries.every(
    ([key, value]) => PUBLISHED.includes(key) && typeof value === "string" && value !== "",
  );
  if (!valid || entries.length === 0)
    report(
      "ROUTE_INVALID",
      `publish names a rootLink, a capability or both, received ${show(publish)}`,
      'write publish: { rootLink: "harbors", capability: "harbors" }',
    );
}

function checkKeys(route: Route, { policyKeys, offered }: Scope, report: Report): void {
  const keys = [...new Set([...ROUTE_KEYS, ...policyKeys.keys()])];
  for (const [key, value] of Object.entries(route)) {
    const schema = policyKeys.get(key)?.schema;
    if (schema !== undefined) checkValue(key, value, schema, report);
    if (keys.includes(key)) continue;
    const near = nearest(key, keys);
    const owner = Object.keys(offered).find((id) => offered[id]?.routeKeys?.includes(key));
    report(
      "ROUTE_KEY_UNKNOWN",
      `no installed policy knows the key ${show(key)}`,
      owner !== undefined
        ? `it belongs to the plugin ${owner}, which is off; switch it on: plugins: { ${owner}: true }\nor remove ${key} from the route`
        : near === undefined
          ? `remove it, or install the plugin whose policy has this key; available: ${keys.join(", ")}`
          : `did you mean ${show(near)}?`,
    );
  }
}

/** Validates a route's value under a policy's key. Schemas of keys are synchronous. */
function checkValue(key: string, value: unknown, schema: Schema, report: Report): void {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise)
    return report(
      "ROUTE_KEY_INVALID",
      `the schema of ${key} is asynchronous, which the schema of a key cannot be`,
      "let the policy use a schema that validates at once",
    );
  if (result.issues === undefined) return;
  for (const problem of explainIssues(result.issues, value, toNodeIfPossible(schema), key))
    report(
      "ROUTE_KEY_INVALID",
      `${[key, ...problem.path].map(String).join(".")}: ${problem.message}`,
      problem.hint,
    );
}

function checkProducers(id: string, route: Route, plugin: Plugin, report: Report): void {
  const isAnswered = route.redirect === undefined && route.alwaysFails === undefined;
  if (route.document === true) {
    if (typeof plugin.documents?.[id] !== "function")
      report(
        "DOCUMENT_MISSING",
        `the route is a document, but documents has no function ${id}`,
        `add documents: { ${id}: (registry, options) => … }`,
      );
  } else if (isAnswered && typeof plugin.handlers !== "function") {
    report(
      "HANDLER_MISSING",
      "the plugin has no handlers",
      `add handlers: (use) => ({ ${id}: (call) => … })`,
    );
  }
  for (const mediaType of route.produces ?? []) {
    // Parameters do not count: `application/linkset+json; profile="…"`.
    const isJson = mediaType.split(";", 1)[0]?.trimEnd().endsWith("json") === true;
    if (isJson || typeof plugin.renderers?.[id]?.[mediaType] === "function") continue;
    report(
      "RENDERER_MISSING",
      `produces names ${mediaType}, which is not JSON and has no renderer`,
      `add renderers: { ${id}: { ${show(mediaType)}: (body) => … } }`,
    );
  }
}
