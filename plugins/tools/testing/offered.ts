/** Installs for a plugin under test the offers of the preset that it needs, and a way to identify its callers. */
import { definePlugin, definePolicy, type Plugin, type Principal } from "waymark";
import type { OfferedPlugins } from "waymark/advanced";
import { type Promises, putInPlace } from "waymark/tools";
import { randomUUID } from "node:crypto";

interface Preset {
  readonly plugins: readonly Plugin[];
  readonly offered: OfferedPlugins;
}

/**
 * Returns the preset's plugins with the offered ones whose keys the routes have, or that ask the tested policies who calls.
 * If nothing else identifies callers, a plugin that issues credentials to the checks does.
 */
export async function withOffered(
  { plugins, offered }: Preset,
  tested: readonly Plugin[],
  options: unknown,
): Promise<readonly Plugin[]> {
  const routes = tested.flatMap((plugin) => routesOf(plugin, options));
  const keys = new Set(routes.flatMap((route) => Object.keys(route)));
  const identifies = tested.some(identifiesCallers);
  const installed = plugins.map((plugin) => ({ plugin }));
  const present = () => [...installed.map(({ plugin }) => plugin), ...tested];
  for (const { load, before, option, routeKeys = [], enforces } of Object.values(offered)) {
    const isPromised = routes.some((route) => promisesOneOf(route, enforces));
    if (routeKeys.length === 0 && !isPromised) continue;
    const { default: plugin } = await load();
    const asks = plugin.policies?.some((policy) => policy.asksIdentifiers === true) ?? false;
    const isNeeded = isPromised || routeKeys.some((key) => keys.has(key)) || (asks && identifies);
    const replaced = option === undefined ? present() : tested;
    if (!isNeeded || replaced.some(({ id }) => id === plugin.id)) continue;
    putInPlace(installed, { plugin }, before);
    if (asks && !present().some(identifiesCallers)) installed.push({ plugin: testIdentity() });
  }
  return installed.map(({ plugin }) => plugin);
}

function promisesOneOf(route: object, promises: Promises = {}): boolean {
  return Object.entries(promises).some(([key, values]) =>
    values.some((value) => value === Reflect.get(route, key)),
  );
}

function identifiesCallers({ policies = [] }: Plugin): boolean {
  return policies.some(({ identifies }) => identifies !== undefined);
}

/** Returns the routes of a plugin; none if they depend on options that are not valid: the start reports the options. */
function routesOf({ routes = {}, options, testOptions }: Plugin, own: unknown): readonly object[] {
  if (typeof routes !== "function") return objectsOf(routes);
  const given = { ...(testOptions === false ? {} : testOptions), ...Object(own) };
  const result = options?.["~standard"].validate(given);
  return result === undefined || result instanceof Promise || result.issues !== undefined
    ? []
    : objectsOf(routes(result.value as never)); // validated with the plugin's own schema
}

function objectsOf(routes: Readonly<Record<string, object>>): readonly object[] {
  return Object.values(routes).map((route) => Object(route) as object);
}

const ID = "waymark-test-identity";

/** Returns a plugin that identifies callers by the tokens that it has issued to checks. */
function testIdentity(): Plugin {
  const principals = new Map<string, Principal>();
  return definePlugin({
    id: ID,
    summary: "Identifies callers in tests.",
    policies: [
      definePolicy({
        id: ID,
        reads: { authorization: { description: "Bearer and a token issued to a test." } },
        identifies: {
          description: "A token that a test has issued.",
          scheme: { type: "http", scheme: "bearer" },
          challenge: "Bearer",
          identify: (call) => principals.get(call.header("authorization") ?? ""),
          issue({ name, scopes, state }) {
            const authorization = `Bearer ${randomUUID()}`;
            const principal = { id: `${ID}:${name}`, kind: ID, name, scopes };
            if (state === "good") principals.set(authorization, principal);
            return { authorization };
          },
        },
        compile: () => ({}),
      }),
    ],
  });
}
