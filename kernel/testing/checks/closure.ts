/** Switched on, the plugin is listed wherever it should be; switched off, nothing of it is left. */
import type { InstalledPlugin } from "../../../registry/contract/installed.ts";
import { violations } from "../../check/closure/index.ts";
import type { Environment } from "../environment.ts";
import { expectNone, type PluginCheck } from "../plugin-check.ts";

export function* closureChecks(environment: Environment): Generator<PluginCheck> {
  yield {
    name: `${environment.name}: every document lists it once, and every link leads somewhere`,
    run: async () => {
      const { registry } = await environment.boot();
      const hint = "name routes by id, with registry.href() in documents, and not by path";
      expectClosed("the registry", violations(registry), hint);
    },
  };
  yield {
    name: "switched off: nothing of it is left",
    run: async () => {
      const { installed } = await environment.boot();
      const { registry } = await environment.boot(false);
      const isOn = ({ plugin }: InstalledPlugin) =>
        registry.installed.some(({ plugin: { id }, enabled }) => enabled && id === plugin.id);
      const off = installed.filter((entry) => entry.enabled && !isOn(entry));
      const hint =
        "let other plugins name its routes by id, in relations or with registry.href(), so that the links vanish with the route";
      expectClosed(
        `the registry without ${environment.plugin.id}`,
        violations(registry, off),
        hint,
      );
    },
  };
}

function expectClosed(where: string, violated: readonly string[], hint: string): void {
  const expected = "what is on listed once, and no trace of what is off";
  expectNone(violated.map((received) => ({ where, expected, received, hint })));
}
