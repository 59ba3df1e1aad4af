/** Seals plugins as a config would install them. */
import type { Plugin } from "waymark";
import type { AppInfo } from "../../../registry/contract/plugin/registry.ts";
import { seal, type SealResult } from "../../../registry/seal/seal.ts";

export function sealed(plugins: readonly Plugin[], app: Partial<AppInfo> = {}): SealResult {
  return seal({
    app: { name: "atlas", version: "1.0.0", description: "", ...app },
    installed: plugins.map((plugin) => ({
      plugin,
      enabled: true,
      optional: false,
      options: {},
      source: "preset",
    })),
    baseUrl: () => "http://localhost",
  });
}
