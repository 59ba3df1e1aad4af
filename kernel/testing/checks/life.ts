/** Stopped, the plugin leaves nothing open; reloaded, it answers as before. */
import { pathFitting } from "../../check/closure/paths.ts";
import type { PluginCheck } from "../plugin-test.ts";
import { expectNone, found, type Found } from "../problems.ts";
import { reloading, statusesOf } from "../reload-under-load.ts";
import type { Scene } from "../environment.ts";
import type { TestServer } from "../server.ts";
import { eventually, Tally, unclosed, watched } from "../watch.ts";

export function* lifeChecks(alone: Scene, beside: Scene): Generator<PluginCheck> {
  yield {
    name: "stopped: nothing is left open",
    run: async () => expectNone(await leaks(alone)),
  };
  yield {
    name: "reloaded, nothing changed: it runs on",
    run: async () =>
      expectNone(
        await reloading(beside, async ({ server }) => {
          const { carriedOver } = await server.reload(beside.config());
          return found(carriedOver.includes(beside.plugin.id), {
            where: "reload with the same config",
            expected: "the plugin carried over",
            received: "it was started anew",
            hint: "options must be equal once validated: no functions, and nothing that is made anew each time",
          });
        }),
      ),
  };
  yield {
    name: "reloaded, off and on again: it answers as before",
    run: async () =>
      expectNone(
        await reloading(beside, async ({ server, paths, answers }) => {
          await server.reload(beside.config(false));
          const off = await withoutIt(server, paths);
          await server.reload(beside.config());
          return [...off, ...(await answers("switched off and on again"))];
        }),
      ),
  };
  yield {
    name: "reloaded, replaced while it runs: it answers as before",
    run: async () => {
      const replaced = new Tally();
      const config = beside.configWith(watched(beside.plugin, replaced));
      expectNone(
        await reloading(
          beside,
          async ({ server, answers, tally }) => {
            // The same plugin as another value is one that changed: the new one starts before the old one stops.
            await server.reload(beside.configWith(watched({ ...beside.plugin }, tally)));
            await eventually(() => replaced.over === replaced.deferred, CLOSE_MS);
            return [
              ...unclosed(beside.plugin.id, replaced),
              ...(await answers("replaced, and its predecessor stopped")),
            ];
          },
          config,
        ),
      );
    },
  };
}

/** Time for closers after the last request to what they close, in milliseconds. */
const CLOSE_MS = 6_000;
/** Starts in which what is left open adds up. */
const STARTS = 3;

/** What is still open after some starts and stops that was not before. */
async function leaks(scene: Scene): Promise<readonly Found[]> {
  const once = async () => {
    const server = await scene.start();
    const own = server.registry.routes.filter((route) => route.plugin === scene.plugin.id);
    for (const { method, kind, pattern } of own)
      if (method === "GET" && kind !== "stream" && pattern.params.length === 0)
        await (await server.fetch(pattern.path)).arrayBuffer();
    await server.close();
  };
  await once(); // what is loaded once for all may stay
  const before = openResources();
  for (let starts = 0; starts < STARTS; starts++) await once();
  const grown = () =>
    [...openResources()].filter(([type, count]) => count - (before.get(type) ?? 0) >= STARTS);
  await eventually(() => grown().length === 0, 1_000);
  return grown().map(([type, count]) => ({
    where: `after ${STARTS} starts and stops`,
    expected: `as many open resources of the type ${type} as before`,
    received: `${count - (before.get(type) ?? 0)} more`,
    hint: "close in a closer what setup opens: defer(() => clearInterval(timer)), defer(() => process.off(…))",
  }));
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

/** Its paths that still answer although nobody serves them. */
async function withoutIt(server: TestServer, paths: readonly string[]): Promise<readonly Found[]> {
  const isServed = pathFitting(server.registry.routes.map(({ pattern }) => pattern));
  const lost = paths.filter((path) => !isServed(path));
  const statuses = await statusesOf(server, lost);
  return lost.flatMap((path, at) =>
    found(statuses[at] === 404, {
      where: `GET ${path}`,
      expected: "status 404 while the plugin is off",
      received: `status ${statuses[at]}`,
    }),
  );
}
