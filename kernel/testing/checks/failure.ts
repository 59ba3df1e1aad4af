/** A setup that fails: the service runs on without an optional plugin, and is refused without any other. */
import { messageOf } from "../../../registry/contract/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin.ts";
import type { SealedRoute } from "../../../registry/contract/sealed-route.ts";
import { asObject } from "../../check/body.ts";
import { KernelError } from "../../support/boot-errors.ts";
import { definePlugin } from "../../define/plugin.ts";
import { Runtime } from "../../services.ts";
import type { PluginCheck } from "../plugin-test.ts";
import { expectNone, found, type Found } from "../problems.ts";
import type { Scene } from "../environment.ts";
import type { TestServer } from "../server.ts";
import { provided } from "../fakes.ts";
import { Tally, unclosed, watched } from "../watch.ts";

const REASON = "made to fail by a check";

export function* failureChecks(scene: Scene): Generator<PluginCheck> {
  // A policy that lacks what it needs takes the service with it: its headers are promised on every answer.
  if (!hasStuckPolicy(scene.withoutIt)) {
    yield {
      name: "failing in setup, while optional: the service runs on without it",
      run: async () => expectNone(await degrades(scene)),
    };
  }
  yield {
    name: "failing in setup: the start is refused, and nothing is left running",
    run: async () => expectNone(await isRefused(scene)),
  };
}

/** Whether a policy needs a service that is missing when these plugins do not start. */
function hasStuckPolicy(plugins: readonly Plugin[]): boolean {
  const missing = new Set(plugins.flatMap(provided));
  return plugins
    .flatMap(({ policies = [] }) => policies)
    .some(({ needs = {} }) =>
      Object.values(needs).some((token) => !("optional" in token) && missing.has(token.id)),
    );
}

/** The plugin with a setup that throws when it is through. */
function failing(plugin: Plugin, tally: Tally, isOptional: boolean): Plugin {
  const { setup } = watched(plugin, tally);
  return {
    ...plugin,
    optional: isOptional,
    async setup(use, context) {
      await setup?.(use, context);
      throw new Error(REASON);
    },
  };
}

async function degrades(scene: Scene): Promise<readonly Found[]> {
  const { id } = scene.plugin;
  const tally = new Tally();
  let runtime: Runtime | undefined;
  const witness = definePlugin({
    id: "waymark-witness",
    summary: "Sees what has started.",
    needs: { runtime: Runtime },
    setup: (use) => void ({ runtime } = use),
  });
  let server: TestServer;
  try {
    server = await scene.start({
      as: (plugin) => (plugin === scene.plugin ? failing(plugin, tally, true) : plugin),
      further: [witness],
    });
  } catch (error) {
    return [
      {
        where: "start",
        expected: `a service that runs on without ${id}`,
        received: messageOf(error),
        hint: "wait in setup for what may fail, and not where handlers, routes or policies are made",
      },
    ];
  }
  try {
    const degraded = runtime?.degraded.some(({ plugin }) => plugin === id) === true;
    return [
      ...found(degraded, {
        where: "runtime.degraded",
        expected: `${id} among the plugins that did not start`,
        received: JSON.stringify(runtime?.degraded),
      }),
      ...(await unavailable(server, id)),
      ...unclosed(id, tally),
    ];
  } finally {
    await server.close();
  }
}

/** Each route of the plugin answers 503, says when to come back, and has the form of an error. */
async function unavailable(server: TestServer, id: string): Promise<readonly Found[]> {
  const problems: Found[] = [];
  for (const route of server.registry.routes.filter((one) => one.plugin === id && isPlain(one))) {
    const params = Object.fromEntries(route.pattern.params.map((name) => [name, "x"]));
    const path = server.registry.href(route.ref, params) ?? route.path;
    const answer = await server.fetch(path, { headers: { accept: "application/json" } });
    const { error } = asObject(await answer.json().catch(() => undefined));
    const code = asObject(error)["code"];
    const isRight =
      answer.status === 503 && answer.headers.has("retry-after") && code === "service-unavailable";
    problems.push(
      ...found(isRight, {
        where: `GET ${path}`,
        expected: "status 503 with Retry-After and the code service-unavailable",
        received: `status ${answer.status}, Retry-After: ${answer.headers.get("retry-after")}, code ${String(code)}`,
        hint: `waymark explain ${route.ref}`,
      }),
    );
  }
  return problems;
}

/** Nothing but the path is needed to get past the checks of its input. */
function isPlain({
  method,
  kind,
  mediaTypes,
  declaration: { params, query },
}: SealedRoute): boolean {
  const isJson = mediaTypes.some((type) => /[/+]json(?:;|$)/.test(type));
  const isAsked = method === "GET" && kind !== "fails" && kind !== "redirect" && isJson;
  return isAsked && params === undefined && query === undefined;
}

async function isRefused(scene: Scene): Promise<readonly Found[]> {
  const { id } = scene.plugin;
  const tallies = new Map<string, Tally>();
  const tallyOf = (plugin: Plugin) => {
    const tally = tallies.get(plugin.id) ?? new Tally();
    tallies.set(plugin.id, tally);
    return tally;
  };
  try {
    const server = await scene.start({
      as: (plugin) =>
        plugin === scene.plugin
          ? failing(plugin, tallyOf(plugin), false)
          : watched(plugin, tallyOf(plugin)),
    });
    await server.close();
    return [{ where: "start", expected: "SETUP_FAILED", received: "a service that runs" }];
  } catch (error) {
    const [finding] = error instanceof KernelError ? error.findings : [];
    return [
      ...found(finding?.code === "SETUP_FAILED" && finding.plugin === id, {
        where: "start",
        expected: `SETUP_FAILED naming ${id}`,
        received: messageOf(error),
        hint: "wait in setup for what may fail, and not where handlers, routes or policies are made",
      }),
      ...[...tallies].flatMap(([plugin, tally]) => unclosed(plugin, tally)),
    ];
  }
}
