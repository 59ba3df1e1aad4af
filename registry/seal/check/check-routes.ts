/** Findings about single routes: unknown keys, missing handlers, values that are not schemas. */
import type { z } from "zod";
import type { Collected } from "../collect.ts";
import { kernelErrors } from "../../contract/call/errors.ts";
import { checkKeysTogether, checkUpload, checkValuesTogether } from "./check-contradictions.ts";
import { checkReferences, type Report, type Scope } from "./check-references.ts";
import { checkSchema, schemasOf } from "./check-schemas.ts";
import { placed, problemsOf } from "../../schema/issues.ts";
import { nearest, show } from "../../schema/words.ts";
import { refusalsOf, type Finding } from "../../contract/finding/finding.ts";
import type { Plugin } from "../../contract/plugin/plugin.ts";
import { switching, type InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Route } from "../../contract/route/route.ts";
import { ROUTE_KEYS } from "../../contract/route/route-keys.ts";
import { isRecord } from "../../schema/json-schema.ts";
import { RouteShape } from "./vocabulary.ts";

/** Checks one route at each step. */
export function* checkRoutes(
  installed: readonly InstalledPlugin[],
  contributions: Collected,
  offered: readonly Plugin[] = [],
): Generator<Finding | undefined, void> {
  const policies = installed.flatMap(({ plugin }) => plugin.policies ?? []);
  const policyKeys = new Map(
    policies.flatMap((policy) => (policy.key === undefined ? [] : [[policy.key, policy]])),
  );
  const errorCodes = [
    ...Object.keys(kernelErrors),
    ...contributions.errors.map(({ name }) => name),
  ];
  for (const contributor of contributions.contributors) {
    const scope: Scope = { installed, offered, policyKeys, errorCodes, contributor };
    yield* refusedDeclarations(contributor);
    for (const [id, route] of Object.entries(contributor.routes)) {
      yield undefined;
      if (refusalsOf(route) === undefined) yield* checkRoute(id, route, scope);
    }
  }
}

/** Returns the findings of makers of routes. All routes of one declaration have the same. */
function refusedDeclarations({ plugin, routes }: Collected["contributors"][number]): Finding[] {
  const refusals = new Set(Object.values(routes).flatMap((route) => refusalsOf(route) ?? []));
  return [...refusals].map((one) => ({
    code: "DECLARATION_INVALID",
    plugin: plugin.id,
    ...one,
  }));
}

function checkRoute(id: string, route: Route, scope: Scope): Finding[] {
  const { plugin } = scope.contributor;
  const findings: Finding[] = [];
  const report: Report = (code, message, hint) => {
    findings.push({ code, plugin: plugin.id, where: `route ${id}`, message, hint });
  };
  const problems = problemsOfRoute(id, route);
  for (const problem of problems) report("ROUTE_INVALID", placed(problem), problem.hint);
  if (typeof route !== "object" || route === null) return findings;
  checkKeysTogether(route, report);
  checkKeys(route, scope, report);
  // Findings that follow from a wrong shape would only confuse.
  if (problems.length === 0) {
    checkValuesTogether(route, report);
    checkProducers(id, route, plugin, report);
  }
  const sound = withoutKeys(route, new Set(problems.map(({ path: [key] }) => key)));
  for (const [key, schema] of Object.entries(schemasOf(sound))) {
    if (schema !== undefined) checkSchema(key, schema, report);
  }
  checkReferences(sound, scope, report);
  return findings;
}

/** Returns the route without some of its keys, for checks that read each key by itself. */
function withoutKeys(route: Route, keys: ReadonlySet<PropertyKey | undefined>): Route {
  if (keys.size === 0) return route;
  const kept = Object.entries(route).filter(([key]) => !keys.has(key));
  return Object.fromEntries(kept) as unknown as Route; // those checks read optional keys alone
}

const REQUIRED = ["method", "path", "summary"] as const satisfies (keyof Route)[];

/** Returns what does not fit the shape of a route. */
export function problemsOfRoute(id: string, route: Route): ReturnType<typeof problemsOf> {
  // By the keys that it has, which are few: a parse of the whole shape asks for each of the others, at every start.
  const shapes: Readonly<Record<string, z.ZodType | undefined>> = RouteShape.shape;
  const isSound =
    isRecord(route) &&
    REQUIRED.every((key) => Object.hasOwn(route, key)) &&
    Object.entries(route).every(
      ([key, value]) =>
        !Object.hasOwn(shapes, key) || (shapes[key]?.safeParse(value).success ?? true),
    );
  return isSound ? [] : problemsOf(RouteShape, route, id);
}

function checkKeys(route: Route, { policyKeys, installed, offered }: Scope, report: Report): void {
  const keys = [...new Set([...ROUTE_KEYS, ...policyKeys.keys()])];
  for (const [key, value] of Object.entries(route)) {
    const policy = policyKeys.get(key);
    if (policy?.schema !== undefined)
      for (const problem of problemsOf(policy.schema, value, key))
        report("ROUTE_KEY_INVALID", placed(problem, key), problem.hint);
    if (policy?.upload !== undefined) {
      checkUpload(key, route, policy.awaitsBody === true, report);
      const off = installed.find(
        ({ plugin, enabled }) => !enabled && plugin.policies?.includes(policy) === true,
      );
      if (off !== undefined)
        report(
          "ROUTE_KEY_UNENFORCED",
          `${key} describes the request body, which no enabled policy reads`,
          `switch the plugin ${off.plugin.id} on: ${switching(off, true)}\nor remove ${key} from the route`,
        );
    }
    if (keys.includes(key)) continue;
    const ofPluginsOff = offered.flatMap(({ implementation }) => implementation?.routeKeys ?? []);
    const near = nearest(key, [...keys, ...ofPluginsOff]);
    const owner = offered.find((one) => one.implementation?.routeKeys?.includes(key))?.id;
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
