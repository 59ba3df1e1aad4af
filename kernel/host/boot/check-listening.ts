/** Refuses keys about listeners that no plugin would read: a service would be open that its operator means to be closed. */
import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import { configPath } from "../config/setting.ts";
import { KernelKeys, type ResolvedConfig } from "../define/kernel-keys.ts";
import { Listening } from "../../services.ts";

const KEYS = [
  "socket",
  "socketMode",
  "tls",
  "admin",
  "proxyProtocol",
  "maxConnectionsPerClient",
] as const;

/** Returns a finding for each key that differs from its default although no plugin opens listeners. */
export function checkListening(
  config: ResolvedConfig,
  installed: readonly InstalledPlugin[],
): readonly Finding[] {
  const opening = installed.filter(({ plugin }) =>
    Object.values(plugin.provides ?? {}).some(({ id }) => id === Listening.id),
  );
  if (opening.some(({ enabled }) => enabled)) return [];
  const [off] = opening.map(({ plugin }) => plugin.id);
  const defaults = KernelKeys.parse({});
  return KEYS.filter((key) => !isDeepStrictEqual(config[key], defaults[key])).map(
    (key): Finding => ({
      code: "CONFIG_INVALID",
      where: key,
      message:
        off === undefined
          ? "no installed plugin opens listeners, which this key is about"
          : `the plugin ${off}, which opens listeners as this key says, is off`,
      hint:
        off === undefined
          ? `remove ${key}, or install a plugin that provides the service ${Listening.id}`
          : `remove ${key}, or ${configPath(off)}: false`,
    }),
  );
}
