/** The list of a plugin's checks. */
import type { Plugin } from "../../../registry/contract/plugin.ts";
import { environmentsFor } from "../environment.ts";
import type { PluginCheck, PluginTestOptions } from "../plugin-check.ts";
import { closureChecks } from "./closure.ts";
import { conformanceChecks } from "./conformance.ts";
import { failureChecks } from "./failure.ts";
import { leakChecks } from "./leaks.ts";
import { reloadChecks } from "./reload.ts";

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
  yield* failureChecks(withPreset);
  yield* leakChecks(isolated);
  yield* reloadChecks(withPreset);
}
