/** `waymark plugins`. */
import type { ToolContext } from "waymark";
import {
  NOT_SERVING,
  UsageError,
  bootHere,
  silentLog,
  startPlugins,
  type Degraded,
} from "waymark/tools";
import type { Booted, InstalledPlugin } from "waymark/server";
import { availablePlugins } from "../../shared/setting/available.ts";

/** Prints the installed plugins, and the plugins that the preset offers. */
export async function run({ config, flags, print, printTable }: ToolContext): Promise<void> {
  const [isTrial, isReal] = [flags["try"] === true, flags["real"] === true];
  if (isReal && !isTrial)
    throw new UsageError("--real says how to try plugins\n  hint: write --try --real");
  const isScratch = (entry: InstalledPlugin) => isTrial && !isReal && hasTestOptions(entry);
  const booted = await bootHere(config, { testOptions: isScratch });
  const degraded = isTrial ? await tryOut(booted) : booted.absent;
  const listed = listPlugins(booted, degraded);
  if (flags["json"] === true) return print(JSON.stringify(listed, undefined, 2));
  const rows = listed.map(({ id, state, source, routes, summary, reason }) => [
    state,
    id,
    state === "off" || state === "available" ? "-" : String(routes),
    source,
    reason ?? summary,
  ]);
  printTable([["", "PLUGIN", "ROUTES", "SOURCE", "SUMMARY"], ...rows]);
  const scratch = booted.installed.filter(isScratch);
  if (scratch.length > 0)
    print(`\ntried with test options: ${scratch.map(({ plugin }) => plugin.id).join(", ")}`);
}

/** Checks that a plugin has options that leave nothing behind. */
function hasTestOptions({ plugin, enabled }: InstalledPlugin): boolean {
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
  const started = await startPlugins(booted, { log: silentLog, server: NOT_SERVING });
  await started.stop();
  return started.degraded;
}
