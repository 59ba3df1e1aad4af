import { defineCommand } from "citty";
import type { InstalledPlugin } from "../../registry/contract/plugin/installed.ts";
import type { Booted } from "../host/boot/boot.ts";
import { availablePlugins } from "../host/boot/implementations.ts";
import type { Degraded } from "../host/start/start.ts";
import { silentLog } from "../host/support/log.ts";
import { bootHere, configFlag, jsonFlag, print, printJson, run, UsageError } from "./command.ts";
import { table } from "./table.ts";

export const plugins = defineCommand({
  meta: {
    name: "plugins",
    description:
      "List the installed plugins: on, off or degraded, and why; then those that the preset offers",
  },
  args: {
    ...configFlag,
    try: {
      type: "boolean",
      description:
        "Start the plugins without listening, to find those that fail; data is not touched, as plugins get their test options",
    },
    real: {
      type: "boolean",
      description: "With --try: use the options and the data of the service, and migrate that",
    },
    ...jsonFlag,
  },
  run: (context) =>
    run(context, async () => {
      const { try: isTrial = false, real: isReal = false } = context.args;
      if (isReal && !isTrial)
        throw new UsageError("--real says how to try plugins\n  hint: write --try --real");
      const isScratch = (entry: InstalledPlugin) => isTrial && !isReal && usesScratchData(entry);
      const booted = await bootHere(context.args.config, { testOptions: isScratch });
      const degraded = isTrial ? await tryOut(booted) : booted.absent;
      const listed = listPlugins(booted, degraded);
      if (context.args.json === true) return printJson(listed);
      const rows = listed.map(({ id, state, source, routes, summary, reason }) => [
        state,
        id,
        state === "off" || state === "available" ? "-" : String(routes),
        source,
        reason ?? summary,
      ]);
      print(table([["", "PLUGIN", "ROUTES", "SOURCE", "SUMMARY"], ...rows]));
      const scratch = booted.installed.filter(isScratch);
      if (scratch.length > 0)
        print(`\ntried with test options: ${scratch.map(({ plugin }) => plugin.id).join(", ")}`);
    }),
});

/** Checks that a plugin has options that leave nothing behind. */
function usesScratchData({ plugin, enabled }: InstalledPlugin): boolean {
  return enabled && plugin.testOptions !== undefined && plugin.testOptions !== false;
}

function listPlugins({ installed, offered, registry }: Booted, degraded: readonly Degraded[]) {
  const listed = installed.map(({ plugin: { id, summary }, enabled, source }) => {
    const all = [...registry.routes, ...registry.adminRoutes];
    const routes = all.filter((route) => route.plugin === id).length;
    const reason = degraded.find(({ plugin }) => plugin === id)?.reason;
    const state = reason !== undefined ? "degraded" : enabled ? "on" : "off";
    return { id, source, routes, summary, state, reason };
  });
  const missing = degraded.filter(({ plugin }) => !listed.some(({ id }) => id === plugin));
  return [
    ...listed,
    ...missing.map(({ plugin: id, reason }) => {
      return { id, source: id, routes: 0, summary: "", state: "degraded", reason };
    }),
    ...availablePlugins(offered, installed).map(({ id, how: reason }) => {
      return { id, source: "preset", routes: 0, summary: "", state: "available", reason };
    }),
  ];
}

/** Starts the enabled plugins and stops them again. Throws a BootError if a required plugin fails. */
async function tryOut(booted: Booted): Promise<readonly Degraded[]> {
  const [{ startPlugins }, { NOT_SERVING }] = await Promise.all([
    import("../http/server/start-plugins.ts"),
    import("../http/server/runtime.ts"),
  ]);
  const started = await startPlugins(booted, { log: silentLog, server: NOT_SERVING });
  await started.stop();
  return started.degraded;
}
