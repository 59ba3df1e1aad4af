/** The list of what a plugin must hold to. */
import type { Plugin } from "../../../registry/contract/plugin.ts";
import { closureChecks } from "./closure.ts";
import { conformanceChecks } from "./conformance.ts";
import { failureChecks } from "./failure.ts";
import { lifeChecks } from "./life.ts";
import type { PluginCheck, PluginTestOptions } from "../plugin-test.ts";
import { scenesOf } from "../environment.ts";

export async function* checksOf(
  plugin: Plugin,
  options: PluginTestOptions,
): AsyncGenerator<PluginCheck> {
  const { alone, beside } = await scenesOf(plugin, options);
  for (const scene of [alone, beside]) {
    try {
      await scene.boot();
    } catch (error) {
      // Refused before it starts: all other checks would say the same.
      yield { name: `${scene.name}: starts`, run: () => Promise.reject(error) };
      return;
    }
  }
  yield* conformanceChecks(alone);
  yield* conformanceChecks(beside, { warnings: true });
  yield* closureChecks(beside);
  yield* failureChecks(beside);
  yield* lifeChecks(alone, beside);
}
