/** On, the plugin is listed wherever it should be; off, nothing of it is left. */
import type { InstalledPlugin } from "../../../registry/contract/installed.ts";
import { violations } from "../../check/closure/index.ts";
import type { PluginCheck } from "../plugin-test.ts";
import { expectNone, type Found } from "../problems.ts";
import type { Scene } from "../environment.ts";

export function* closureChecks(scene: Scene): Generator<PluginCheck> {
  yield {
    name: `${scene.name}: every document lists it once, and every link leads somewhere`,
    run: async () => {
      const { registry } = await scene.boot();
      const hint = "name routes by id, with registry.href() in documents, and not by path";
      expectNone(violations(registry).map((text) => broken("the registry", text, hint)));
    },
  };
  yield {
    name: "switched off: nothing of it is left",
    run: async () => {
      const on = await scene.boot();
      const { registry } = await scene.boot(false);
      const isOn = ({ plugin }: InstalledPlugin) =>
        registry.installed.some(({ plugin: { id }, enabled }) => enabled && id === plugin.id);
      const off = on.installed.filter((entry) => entry.enabled && !isOn(entry));
      const where = `the registry without ${scene.plugin.id}`;
      const hint =
        "let others name its routes by id, in relations or with registry.href(): these vanish with the route";
      expectNone(violations(registry, off).map((text) => broken(where, text, hint)));
    },
  };
}

function broken(where: string, received: string, hint: string): Found {
  return { where, expected: "what is on listed once, and no trace of what is off", received, hint };
}
