/** `waymark check` of a service with API keys, and the plugin's own checks. */
import { it } from "vitest";
import type { Plugin } from "waymark";
import { testPlugin } from "waymark/testing";
import { checkInProcess } from "../../../plugins/tools/check/in-process.ts";
import access from "../../../plugins/identity/access/index.ts";
import apiKeys from "../../../plugins/identity/api-keys/index.ts";
import { requiredScopes } from "../../../registry/contract/route/sealed-route.ts";
import { NO_CONFIG } from "../../_setup.ts";
import { expectClean } from "../../_conforms.ts";

await testPlugin(apiKeys as Plugin, { withPlugins: [access as Plugin] });

it("conforms, with keys of its own for every level of access", async () => {
  const plugins = { "api-keys": true, access: { require: { brains: "authenticated" } } } as const;
  const report = await checkInProcess(
    { ...NO_CONFIG, overrides: { plugins } },
    { only: (route) => requiredScopes(route) !== undefined },
  );
  expectClean(report);
});
