/** Stopped, the plugin leaves nothing open. */
import type { Environment } from "./environment.ts";
import { asker, isRead } from "./requests.ts";
import { check, type LocatedViolation, type PluginCheck } from "./plugin-check.ts";
import { waitFor } from "./counters.ts";

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
