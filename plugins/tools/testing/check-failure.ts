/** A setup that fails: the server runs on without an optional plugin, and refuses to start without any other. */
import { definePlugin, messageOf, type Plugin, type SealedRoute } from "waymark";
import { BootError } from "waymark/server";
import { Runtime } from "waymark/services";
import { asObject } from "../shared/read.ts";
import { counted, Counters, unclosed } from "./counters.ts";
import type { Environment } from "./environment.ts";
import { providedServices } from "./fakes.ts";
import { asker } from "./requests.ts";
import { check, violationUnless, type LocatedViolation, type PluginCheck } from "./plugin-check.ts";
import type { TestServer } from "./server.ts";

const REASON = "made to fail by a check";
const SETUP_HINT =
  "wait in setup for what may fail, and not where handlers, routes or policies are made";

export function* failureChecks(environment: Environment): Generator<PluginCheck> {
  // A policy without a service that it needs stops the server, because its headers are promised on every answer; a guard
  // may not be optional at all.
  const guards = environment.plugin.policies?.some((policy) => policy.guards === true) ?? false;
  if (!guards && !someNeedsMissing(environment.dependents))
    yield check("failing in setup, while optional: the server runs on without it", () =>
      degrades(environment),
    );
  yield check("failing in setup: the start is refused, and nothing is left running", () =>
    isRefused(environment),
  );
}

/** Checks that a policy of these plugins lacks a service or its state if they do not start. */
function someNeedsMissing(plugins: readonly Plugin[]): boolean {
  const missing = new Set(plugins.flatMap(providedServices));
  return plugins
    .flatMap(({ policies = [] }) => policies)
    .some(
      ({ state, needs = {} }) =>
        state !== undefined ||
        Object.values(needs).some((token) => !("optional" in token) && missing.has(token.id)),
    );
}

/** Returns the plugin with a setup that throws at its end. */
function failing(plugin: Plugin, counters: Counters, isOptional: boolean): Plugin {
  const { setup } = counted(plugin, counters);
  return {
    ...plugin,
    optional: isOptional,
    async setup(use, context) {
      await setup?.(use, context);
      throw new Error(REASON);
    },
  };
}

async function degrades(environment: Environment): Promise<readonly LocatedViolation[]> {
  const { plugin } = environment;
  const { id } = plugin;
  const counters = new Counters();
  let runtime: Runtime | undefined;
  const probe = definePlugin({
    id: "waymark-probe",
    summary: "Sees what has started.",
    needs: { runtime: Runtime },
    setup: (use) => void ({ runtime } = use),
  });
  let server: TestServer;
  try {
    server = await environment.start({
      as: (one) => (one === plugin ? failing(one, counters, true) : one),
      further: [probe],
    });
  } catch (error) {
    const expected = `a server that runs on without ${id}`;
    return [{ where: "start", expected, received: messageOf(error), hint: SETUP_HINT }];
  }
  try {
    return [
      ...violationUnless(runtime?.degraded.some((one) => one.plugin === id) === true, {
        where: "runtime.degraded",
        expected: `${id} among the plugins that did not start`,
        received: JSON.stringify(runtime?.degraded),
      }),
      ...(await unavailable(server, id)),
      ...unclosed(id, counters),
    ];
  } finally {
    await server.close();
  }
}

/** Checks that each route of the plugin answers 503 with Retry-After, in the form of an error. */
async function unavailable(server: TestServer, id: string): Promise<readonly LocatedViolation[]> {
  const { routes, href } = server.registry;
  const ask = await asker(server);
  const violations: LocatedViolation[] = [];
  for (const route of routes.filter((one) => one.plugin === id && takesAnyInput(one))) {
    const params = Object.fromEntries(route.pattern.params.map((name) => [name, "x"]));
    const path = href(route.ref, params) ?? route.path;
    const answer = await ask(path, { accept: "application/json" });
    const { error } = asObject(await answer.json().catch(() => undefined));
    const { code } = asObject(error);
    const retryAfter = answer.headers.get("retry-after");
    violations.push(
      ...violationUnless(
        answer.status === 503 && retryAfter !== null && code === "service-unavailable",
        {
          where: `GET ${path}`,
          expected: "status 503 with Retry-After and the code service-unavailable",
          received: `status ${answer.status}, Retry-After: ${retryAfter}, code ${String(code)}`,
          hint: `waymark explain ${route.ref}`,
        },
      ),
    );
  }
  return violations;
}

/** Checks that a GET of any path of the route gets past the validation of its input, and that the answer is JSON. */
function takesAnyInput({ method, kind, mediaTypes, declaration }: SealedRoute): boolean {
  const { params, query } = declaration;
  const isJson = mediaTypes.some((type) => /[/+]json(?:;|$)/.test(type));
  const isHandled = method === "GET" && kind !== "alwaysFails" && kind !== "redirect" && isJson;
  return isHandled && params === undefined && query === undefined;
}

async function isRefused(environment: Environment): Promise<readonly LocatedViolation[]> {
  const { plugin } = environment;
  const counters = new Map<string, Counters>();
  const countersOf = ({ id }: Plugin) => {
    const own = counters.get(id) ?? new Counters();
    counters.set(id, own);
    return own;
  };
  try {
    const server = await environment.start({
      as: (one) =>
        one === plugin ? failing(one, countersOf(one), false) : counted(one, countersOf(one)),
    });
    await server.close();
    return [{ where: "start", expected: "SETUP_FAILED", received: "a server that runs" }];
  } catch (error) {
    const [finding] = error instanceof BootError ? error.findings : [];
    return [
      ...violationUnless(finding?.code === "SETUP_FAILED" && finding.plugin === plugin.id, {
        where: "start",
        expected: `SETUP_FAILED naming ${plugin.id}`,
        received: messageOf(error),
        hint: SETUP_HINT,
      }),
      ...[...counters].flatMap(([id, own]) => unclosed(id, own)),
    ];
  }
}
