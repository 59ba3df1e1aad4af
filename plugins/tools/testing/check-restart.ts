/** Stopped, the plugin leaves nothing open; reloaded, it answers as before. The kernel's own tests reload a server under load. */
import { pathFitting } from "../shared/closure/paths.ts";
import type { WaymarkConfig } from "waymark";
import { counted, Counters, unclosed, waitFor } from "./counters.ts";
import type { Environment } from "./environment.ts";
import { asker, isRead, serverPathFinder } from "./requests.ts";
import { check, violationUnless, type LocatedViolation, type PluginCheck } from "./plugin-check.ts";
import type { TestServer } from "./server.ts";

/** Time for closers after the last request to what they close, in milliseconds. */
const CLOSE_MS = 6_000;

export function* leakChecks(environment: Environment): Generator<PluginCheck> {
  yield check("stopped: nothing is left open", () => leaks(environment));
}

/** Starts after which resources left open have added up. */
const STARTS = 3;

/** The resources that are open after some starts and stops, and were not before. */
async function leaks(environment: Environment): Promise<readonly LocatedViolation[]> {
  await startAndStop(environment); // resources that are loaded once for all starts may stay
  const before = openResources();
  for (let starts = 0; starts < STARTS; starts++) await startAndStop(environment);
  const grown = () =>
    [...openResources()]
      .map(([type, count]) => ({ type, more: count - (before.get(type) ?? 0) }))
      .filter(({ more }) => more >= STARTS);
  await waitFor(() => grown().length === 0, 1_000);
  return grown().map(({ type, more }) => ({
    where: `after ${STARTS} starts and stops`,
    expected: `as many open resources of the type ${type} as before`,
    received: `${more} more`,
    hint: "close in a closer what setup opens: defer(() => clearInterval(timer)), defer(() => process.off(…))",
  }));
}

async function startAndStop(environment: Environment): Promise<void> {
  const server = await environment.start();
  const ask = await asker(server);
  for (const route of server.registry.routes)
    if (
      route.plugin === environment.plugin.id &&
      isRead(route) &&
      route.pattern.params.length === 0
    )
      await (await ask(route.path)).arrayBuffer();
  await server.close();
}

/** Counts by type: `Timeout`, `TCPServerWrap`, … Listeners of the process count too, as `process.on("SIGHUP")`. */
function openResources(): ReadonlyMap<string, number> {
  const types = Map.groupBy(process.getActiveResourcesInfo(), (type) => type);
  return new Map([
    ...[...types].map(([type, all]) => [type, all.length] as const),
    ...process
      .eventNames()
      .map((name) => [`process.on("${String(name)}")`, process.listenerCount(name)] as const),
  ]);
}

export function* reloadChecks(environment: Environment): Generator<PluginCheck> {
  const { id } = environment.plugin;
  yield check("reloaded, nothing changed: it runs on", () =>
    reloading(environment, async ({ server }) => {
      const { carriedOver } = await server.reload(environment.config());
      return violationUnless(carriedOver.includes(id), {
        where: "reload with the same config",
        expected: "the plugin carried over",
        received: "it was started again",
        hint: "options must be equal once validated: no functions, and no values that are new each time",
      });
    }),
  );
  yield check("reloaded, off and on again: it answers as before", () =>
    reloading(environment, async ({ server, paths, changes }) => {
      await server.reload(environment.config(false));
      const off = await stillAnswering(server, paths);
      await server.reload(environment.config());
      return [...off, ...(await changes("switched off and on again"))];
    }),
  );
  yield check("reloaded, replaced while it runs: it answers as before", () => {
    const replaced = new Counters();
    const config = environment.configWith(counted(environment.plugin, replaced));
    return reloading(
      environment,
      async ({ server, counters, changes }) => {
        // A copy counts as another plugin: the new one starts before the old one stops.
        const copy = counted({ ...environment.plugin }, counters);
        await server.reload(environment.configWith(copy));
        await waitFor(() => replaced.ended === replaced.deferred, CLOSE_MS);
        return [
          ...unclosed(id, replaced),
          ...(await changes("replaced, and its predecessor stopped")),
        ];
      },
      config,
    );
  });
}

interface Reloading {
  readonly server: TestServer;
  readonly counters: Counters;
  /** Paths that read, of the plugin's own routes. */
  readonly paths: readonly string[];
  /** Returns a violation for each path whose status is not the status before the reloads. */
  changes(when: string): Promise<readonly LocatedViolation[]>;
}

/** Starts a server, acts, stops the server, and returns violations, and resources that were left open. */
async function reloading(
  environment: Environment,
  act: (reloading: Reloading) => Promise<readonly LocatedViolation[]>,
  config: WaymarkConfig = environment.config(),
): Promise<readonly LocatedViolation[]> {
  const { plugin } = environment;
  const counters = new Counters();
  const observed = counted(plugin, counters);
  const server = await environment.start({
    config,
    as: (one) => (one === plugin ? observed : one),
  });
  const violations: LocatedViolation[] = [];
  try {
    const paths = await readPaths(server, plugin.id);
    const before = await statuses(server, paths);
    const changes = async (when: string) => {
      const after = await statuses(server, paths);
      return paths.flatMap((path, at) =>
        violationUnless(after[at] === before[at], {
          where: `GET ${path}`,
          expected: `status ${before[at]}, as before`,
          received: `status ${after[at]} once the plugin was ${when}`,
          hint: "keep what setup makes in what it returns and its closers, not in variables of the module",
        }),
      );
    };
    violations.push(...(await act({ server, counters, paths, changes })));
  } finally {
    await server.close();
  }
  return [...violations, ...unclosed(plugin.id, counters)];
}

/** The plugin's own paths; with a policy, which works on all routes, also one of another plugin. */
async function readPaths(server: TestServer, id: string): Promise<readonly string[]> {
  const { routes, policies } = server.registry;
  const own = routes.filter((route) => route.plugin === id && isRead(route));
  const other = routes.find((route) => route.plugin !== id && isRead(route) && route.document);
  const hasPolicy = policies.some(({ plugin }) => plugin === id);
  const find = await serverPathFinder(server);
  const paths: string[] = [];
  for (const route of other !== undefined && hasPolicy ? [...own, other] : own) {
    const path = await find(route);
    if ("target" in path) paths.push(path.target);
  }
  return paths;
}

async function statuses(server: TestServer, paths: readonly string[]): Promise<number[]> {
  const ask = await asker(server);
  const all: number[] = [];
  for (const path of paths) {
    const answer = await ask(path);
    await answer.arrayBuffer();
    all.push(answer.status);
  }
  return all;
}

/** Paths that answer although no route serves them. */
async function stillAnswering(
  server: TestServer,
  paths: readonly string[],
): Promise<readonly LocatedViolation[]> {
  const isServed = pathFitting(server.registry.routes.map(({ pattern }) => pattern));
  const lost = paths.filter((path) => !isServed(path));
  const received = await statuses(server, lost);
  return lost.flatMap((path, at) =>
    violationUnless(received[at] === 404, {
      where: `GET ${path}`,
      expected: "status 404 while the plugin is off",
      received: `status ${received[at]}`,
    }),
  );
}
