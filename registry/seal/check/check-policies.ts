/** Findings about policies that do not compile for a route, or that add members which its bodies have already. */
import { PolicyError } from "./policy-error.ts";
import type { LazyRoute } from "../compile/lazy-route.ts";
import { switching } from "../../contract/plugin/installed.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import { fieldNames } from "../../schema/fields.ts";
import { SchemaError } from "../../schema/json-schema.ts";

/**
 * A registry of at most so many routes keeps what compiled, some 8 KB a route, so that no request compiles. In a larger
 * one a route compiles again when it is first requested, in some 50 µs.
 */
const KEEP_UP_TO = 1_000;

/** Finds values that a route reads and no policy provides for it. */
function* missingValues(
  route: LazyRoute,
  installed: readonly InstalledPlugin[],
): Generator<Finding, void> {
  const { ref, plugin, declaration } = route;
  for (const { id } of Object.values(declaration.values ?? {})) {
    if (route.values.has(id)) continue;
    const owner = installed.find((entry) => providedBy(entry).includes(id));
    const hint = "or remove the value from the route";
    yield {
      code: "VALUE_MISSING",
      plugin,
      where: `route ${ref}`,
      message:
        owner === undefined
          ? `the route reads the value ${id}, which no installed policy provides`
          : `the route reads the value ${id}, which the plugin ${owner.plugin.id} ${owner.enabled ? "does not provide for it" : "would provide, but it is switched off"}`,
      hint:
        owner === undefined || owner.enabled
          ? `install a plugin whose policy provides ${id} for this route, ${hint}`
          : `switch the provider on with ${switching(owner, true)}, ${hint}`,
    };
  }
}

function providedBy({ plugin }: InstalledPlugin): readonly string[] {
  return (plugin.policies ?? []).flatMap(({ provides = {} }) =>
    Object.values(provides).map(({ id }) => id),
  );
}

/** Compiles one route at each step. The findings come last: one for all routes on which a policy fails alike. */
export function* checkPolicies(
  routes: readonly LazyRoute[],
  installed: readonly InstalledPlugin[],
): Generator<Finding | undefined, void> {
  const failed = new Map<string, { readonly error: PolicyError; readonly refs: string[] }>();
  const added = new Map<string, string>();
  for (const route of routes) {
    yield undefined;
    try {
      const members = route.check(routes.length <= KEEP_UP_TO);
      if (route.kind === "returns") for (const [name, policy] of members) added.set(name, policy);
      yield* missingValues(route, installed);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      const alike = failed.get(error.message);
      if (alike === undefined) failed.set(error.message, { error, refs: [route.ref] });
      else alike.refs.push(route.ref);
    }
  }
  for (const route of routes) yield memberConflict(route, added);
  for (const { error, refs } of failed.values()) {
    const owner = installed.find(({ plugin }) =>
      plugin.policies?.some((policy) => policy === error.policy),
    );
    if (owner === undefined) throw error; // a policy of no plugin
    yield {
      code: error.code,
      plugin: owner.plugin.id,
      where: `route ${refs[0]}${refs.length > 1 ? ` and ${refs.length - 1} more` : ""}`,
      message: error.message,
      hint: error.hint ?? `fix the policy, or switch its plugin off: ${switching(owner, false)}`,
    };
  }
}

/**
 * Returns a finding if a body has its own field under the name of a member: one of the two would be lost. A body
 * without a published type has no members, and the field would be taken for one.
 *
 * @param members members of all routes of this kind, with the policies that add them.
 */
function memberConflict(
  { plugin, id, declaration: { returns, bareBody } }: LazyRoute,
  members: ReadonlyMap<string, string>,
): Finding | undefined {
  if (returns === undefined || bareBody === true || members.size === 0) return undefined;
  try {
    const field = fieldNames(returns).find((name) => members.has(name));
    if (field === undefined) return undefined;
    return {
      code: "ROUTE_INVALID",
      plugin,
      where: `route ${id}`,
      message: `returns has the field ${field}, which the policy ${members.get(field)} adds to JSON bodies`,
      hint: "remove or rename the field; links are declared under relations",
    };
  } catch (error) {
    if (error instanceof SchemaError) return undefined; // a finding of its own
    throw error;
  }
}
