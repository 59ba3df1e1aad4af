/** Calls for the implementations of the preset that a plugin under test needs, and adds a way to identify its callers. */
import { definePlugin, definePolicy, type Plugin, type Principal } from "waymark";
import { implemented, type Promises, putInPlace } from "waymark/tools";
import { randomUUID } from "node:crypto";

/**
 * Returns the preset's plugins, with the implementations whose keys the routes have, or that ask the tested policies who
 * calls.
 * If nothing else identifies callers, a plugin that issues credentials to the checks does.
 */
export async function withImplementations(
  plugins: readonly Plugin[],
  tested: readonly Plugin[],
  options: unknown,
): Promise<readonly Plugin[]> {
  const routes = tested.flatMap((plugin) => routesOf(plugin, options));
  const keys = new Set(routes.flatMap((route) => Object.keys(route)));
  const identifies = tested.some(identifiesCallers);
  const installed = [...plugins];
  for (const face of plugins) {
    const { before, routeKeys = [], enforces } = face.implementation ?? {};
    const isPromised = routes.some((route) => promisesOneOf(route, enforces));
    if ((routeKeys.length === 0 && !isPromised) || tested.some(({ id }) => id === face.id))
      continue;
    const plugin = await implemented(face);
    const asks = plugin.policies?.some((policy) => policy.asksIdentifiers === true) ?? false;
    const isNeeded = isPromised || routeKeys.some((key) => keys.has(key)) || (asks && identifies);
    if (!isNeeded) continue;
    putInPlace(installed, plugin, before);
    if (asks && ![...installed, ...tested].some(identifiesCallers)) installed.push(testIdentity());
  }
  return installed;
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
  const given = { ...(typeof testOptions === "object" ? testOptions : {}), ...Object(own) };
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
