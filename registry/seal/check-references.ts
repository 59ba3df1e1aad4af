/** Findings about what routes refer to: other routes, what fills their paths, and codes of the error catalog. */
import type { Contributor } from "./collect.ts";
import { didYouMean, show, type FindingCode } from "../contract/finding.ts";
import { SchemaError } from "../schema/json-schema.ts";
import { invalidPath, parsePath } from "../contract/path.ts";
import type { Policy } from "../contract/policy.ts";
import type { InstalledPlugin } from "../contract/installed.ts";
import { targetOf } from "./relations.ts";
import type { Route } from "../contract/route.ts";
import { toJsonSchema } from "../schema/convert.ts";
import { isSchema, type Schema } from "../schema/schema.ts";

/** The surroundings of a route, to validate it against. */
export interface Scope {
  readonly installed: readonly InstalledPlugin[];
  /** Route keys of installed policies, enabled or not. */
  readonly policyKeys: ReadonlyMap<string, Policy>;
  readonly errorCodes: readonly string[];
  readonly contributor: Contributor;
}

/** Adds a finding about the route at hand. */
export type Report = (code: FindingCode, message: string, hint: string) => void;

export function checkReferences(route: Route, scope: Scope, report: Report): void {
  const relations = Object.entries(route.relations ?? {});
  const ofItems = Object.entries(route.list?.relations ?? {});
  const creates = route.creates === undefined ? [] : ([["creates", route.creates]] as const);
  const targets = [
    ...[...relations, ...ofItems].map(([rel, to]) => [`relation ${rel}`, targetOf(to)] as const),
    ...creates.map(([key, relation]) => [key, targetOf(relation)] as const),
    ...(route.redirect ? [["redirect", route.redirect.to] as const] : []),
  ];
  for (const [what, ref] of targets) {
    const routes = ref.includes(".") ? routesOf(ref, scope.installed) : scope.contributor.routes;
    const id = ref.slice(ref.indexOf(".") + 1);
    if (routes === undefined || Object.hasOwn(routes, id)) continue;
    report(
      "RELATION_UNKNOWN",
      `${what} leads to ${show(ref)}, which is not a route`,
      didYouMean(id, Object.keys(routes)),
    );
  }
  for (const [rel, relation] of [...relations, ...creates]) {
    if (typeof relation === "string" || invalidPath(route.path) !== undefined) continue;
    const sources = [...parsePath(route.path).params, ...fieldsOfBody(route.returns)];
    checkBindings(rel, relation.with ?? {}, sources, "this route does", report);
  }
  for (const [rel, relation] of ofItems) {
    if (typeof relation === "string") continue;
    const sources = fieldsOfBody(route.list?.of);
    checkBindings(rel, relation.with ?? {}, sources, "its items do", report);
  }
  const codes = [
    ...(route.errors ?? []).map((code) => ["errors", code] as const),
    ...(route.alwaysFails === undefined ? [] : [["alwaysFails", route.alwaysFails.code] as const]),
  ];
  for (const [key, code] of codes) {
    if (scope.errorCodes.includes(code)) continue;
    report(
      "ERROR_CODE_UNKNOWN",
      `${key} names ${show(code)}, which is not in the catalog`,
      didYouMean(code, scope.errorCodes),
    );
  }
}

/** Fields that may fill a relation. A schema that does not convert is another finding. */
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
): void {
  for (const [parameter, source] of Object.entries(bindings)) {
    if (sources.includes(source)) continue;
    report(
      "RELATION_UNBOUND",
      `relation ${rel} fills {${parameter}} from ${show(source)}, which ${who} not have`,
      didYouMean(source, sources),
    );
  }
}

/** Routes by id of the plugin in `plugin.routeId`; undefined when the plugin is not installed, or its routes depend on options. */
function routesOf(
  ref: string,
  installed: readonly InstalledPlugin[],
): Readonly<Record<string, unknown>> | undefined {
  const entry = installed.find(({ plugin }) => plugin.id === ref.slice(0, ref.indexOf(".")));
  if (entry === undefined || typeof entry.plugin.routes === "function") return undefined;
  return entry.plugin.routes ?? {};
}
