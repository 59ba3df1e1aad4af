/** The list of a plugin's checks. */
import type { Plugin } from "waymark";
import { environmentsFor, type Environment } from "./environment.ts";
import { type PluginCheck, type PluginTestOptions, check } from "./plugin-check.ts";
import { conformanceChecks } from "./check-conformance.ts";
import { leakChecks, reloadChecks } from "./check-restart.ts";
import { violations } from "../shared/closure/index.ts";

export async function* checksOf(
  plugin: Plugin,
  options: PluginTestOptions,
): AsyncGenerator<PluginCheck> {
  const { isolated, withPreset } = await environmentsFor(plugin, options);
  for (const environment of [isolated, withPreset]) {
    try {
      await environment.boot();
    } catch (error) {
      // All other checks would fail for the same reason.
      yield { name: `${environment.name}: starts`, run: () => Promise.reject(error) };
      return;
    }
  }
  yield* conformanceChecks(isolated);
  yield* conformanceChecks(withPreset, { warnings: true });
  yield* closureChecks(withPreset);
  yield* leakChecks(isolated);
  yield* reloadChecks(withPreset);
}

function* closureChecks(environment: Environment): Generator<PluginCheck> {
  const expected = "what is on listed once, and no trace of what is off";
  yield check(
    `${environment.name}: every document lists it once, and every link leads somewhere`,
    async () => {
      const { registry } = await environment.boot();
      const hint = "name routes by id, with registry.href() in documents, and not by path";
      return (await violations(registry)).map((received) => ({
        where: "the registry",
        expected,
        received,
        hint,
      }));
    },
  );
  yield check("switched off: nothing of it is left", async () => {
    const { installed } = await environment.boot();
    const { registry } = await environment.boot(false);
    const on = new Set(
      registry.installed.filter(({ enabled }) => enabled).map(({ plugin }) => plugin.id),
    );
    const off = installed.filter(({ plugin, enabled }) => enabled && !on.has(plugin.id));
    const where = `the registry without ${environment.plugin.id}`;
    const hint =
      "let other plugins name its routes by id, in relations or with registry.href(), so that the links vanish with the route";
    const found = await violations(registry, off);
    return found.map((received) => ({ where, expected, received, hint }));
  });
}
