/** Options of plugins at the top level of the config, where only the kernel's keys are. */
import { configKey } from "../../../registry/contract/plugin/installed.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import { keysOf, toNodeIfPossible } from "../../../registry/schema/describe.ts";
import type { NamedPlugin } from "./plugin-settings.ts";
import { configPath } from "./setting.ts";

/** Adds, to findings about unknown keys of the config, the plugins that have an option of that name. */
export function placeOptions(
  findings: readonly Finding[],
  installed: readonly NamedPlugin[],
): readonly Finding[] {
  return findings.map((finding) => {
    const key = finding.where?.split(" ", 1)[0] ?? "";
    if (finding.code !== "CONFIG_KEY_UNKNOWN") return finding;
    const owners = installed.filter(({ plugin: { options } }) =>
      keysOf(options && toNodeIfPossible(options)).includes(key),
    );
    const [first] = owners.map(configKey);
    if (first === undefined) return finding;
    const paths = owners.map((owner) => `${configPath(configKey(owner))}.${key}`);
    const hint = `it is an option of a plugin, ${paths.join(" or ")}; write plugins: { ${first}: { ${key}: … } }`;
    return { ...finding, hint };
  });
}
