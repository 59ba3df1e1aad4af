/** Findings about what routes refer to: other routes, and codes of the error catalog. */
import type { Contributor } from "../collect.ts";
import { didYouMean, show } from "../../schema/words.ts";
import type { FindingCode } from "../../contract/finding/finding.ts";
import type { Policy } from "../../contract/policy/policy.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Plugin } from "../../contract/plugin/plugin.ts";
import { targetOf } from "../compile/relations.ts";
import type { Route } from "../../contract/route/route.ts";

/** The surroundings of a route, to validate it against. */
export interface Scope {
  readonly installed: readonly InstalledPlugin[];
  readonly offered: readonly Plugin[];
  /** Route keys of installed policies, enabled or not. */
  readonly policyKeys: ReadonlyMap<string, Policy>;
  readonly errorCodes: readonly string[];
  readonly contributor: Contributor;
}

/** Adds a finding about the route at hand. */
export type Report = (code: FindingCode, message: string, hint: string) => void;

export function checkReferences(route: Route, scope: Scope, report: Report): void {
  const relations = { ...route.relations, ...route.list?.relations };
  const targets = [
    ...Object.entries(relations).map(([rel, to]) => [`relation ${rel}`, targetOf(to)] as const),
    ...(route.creates === undefined ? [] : [["creates", targetOf(route.creates)] as const]),
    ...(route.acts === undefined ? [] : [["acts", route.acts] as const]),
    ...(route.redirect ? [["redirect", route.redirect.to] as const] : []),
    ...(route.redirects ? [["redirects", route.redirects.to] as const] : []),
  ];
  for (const [what, ref] of targets)
    checkTarget(what, ref, scope.contributor, scope.installed, report, scope.offered);
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

/** Reports a reference that does not lead to a route of an installed plugin. */
export function checkTarget(
  what: string,
  ref: string,
  { routes: own }: Contributor,
  installed: readonly InstalledPlugin[],
  report: Report,
  offered: readonly Plugin[] = [],
): void {
  if (ref.includes(".")) {
    const owner = ref.slice(0, ref.indexOf("."));
    const ids = [...installed.map(({ plugin }) => plugin), ...offered].map((plugin) => plugin.id);
    const hint = ids.includes(owner) ? "" : didYouMean(owner, ids);
    // A plugin that is not installed may be at another time; one that is misspelt never is.
    if (hint.startsWith("did"))
      return report(
        "RELATION_UNKNOWN",
        `${what} leads to ${show(ref)}, whose plugin is not installed`,
        hint,
      );
  }
  const routes = ref.includes(".") ? routesOf(ref, installed) : own;
  const id = ref.slice(ref.indexOf(".") + 1);
  if (routes === undefined || Object.hasOwn(routes, id)) return;
  report(
    "RELATION_UNKNOWN",
    `${what} leads to ${show(ref)}, which is not a route`,
    didYouMean(id, Object.keys(routes)),
  );
}

/** Routes by id of the plugin in `plugin.routeId`; undefined if the plugin is not installed, or its routes depend on options. */
function routesOf(
  ref: string,
  installed: readonly InstalledPlugin[],
): Readonly<Record<string, unknown>> | undefined {
  const entry = installed.find(({ plugin }) => plugin.id === ref.slice(0, ref.indexOf(".")));
  if (entry === undefined || typeof entry.plugin.routes === "function") return undefined;
  return entry.plugin.routes ?? {};
}
