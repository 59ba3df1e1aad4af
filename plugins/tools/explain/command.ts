import { didYouMean, type Plugin, type ToolContext } from "waymark";
import {
  NOT_SERVING,
  UsageError,
  bootHere,
  configHere,
  loadConfig,
  loadPlugins,
  silentLog,
  startPlugins,
} from "waymark/tools";
import type { Booted } from "waymark/server";
import { Measurements, type Family } from "waymark/services";
import { named, toJson, toText, type Explanation, type Thing } from "./explanation.ts";
import { FINDINGS } from "./finding-texts.ts";
import { codesOf, kindsOf } from "./kinds.ts";

/** Prints all that has the name. */
export async function run({ config, args, flags, print }: ToolContext): Promise<void> {
  const { target = "", path } = args;
  const name = path === undefined ? target : `${target} ${path}`;
  const code = named({ installed: [] }, codesOf(await pluginsFor(name, config))).explain(name);
  const found = code.length > 0 ? code : await explainHere(config, name);
  print(
    flags["json"] === true
      ? JSON.stringify(found.map(toJson), undefined, 2)
      : found.map(toText).join("\n\n"),
  );
}

/** Returns the plugins that may declare a code of a finding: read only if the name looks like such a code. */
async function pluginsFor(name: string, config: string | undefined): Promise<readonly Plugin[]> {
  if (Object.hasOwn(FINDINGS, name) || !/^[A-Z]+(_[A-Z]+)+$/.test(name)) return [];
  const { installed } = await loadPlugins(await loadConfig(configHere(config)));
  return installed.map(({ plugin }) => plugin);
}

/** The name of a metric as scrapers see it. Names of other things have no underscore, or are in capitals. */
const METRIC = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

async function explainHere(
  config: string | undefined,
  name: string,
): Promise<readonly Explanation[]> {
  const booted = await bootHere(config);
  const families = METRIC.test(name) ? await measuredFamilies(config) : [];
  const family = families.find((one) => one.name === name);
  return family === undefined
    ? explainTarget(booted, name)
    : named(booted, [familyThing(family)]).explain(name);
}

/** Starts the plugins without a trace, because only a started plugin knows all about its metrics. */
async function measuredFamilies(config: string | undefined): Promise<readonly Family[]> {
  const booted = await bootHere(config, { testOptions: () => true });
  const started = await startPlugins(booted, { log: silentLog, server: NOT_SERVING });
  const measurements = started.instances.get(Measurements.id) as Measurements | undefined; // of this token
  const families = measurements?.families() ?? [];
  await started.stop();
  return families;
}

function familyThing(family: Family): Thing {
  const { name, plugin, type, help } = family;
  const facts = { "buckets up to": type === "histogram" ? family.bounds.join(", ") : undefined };
  return { name, plugin, title: `metric ${name}: ${type}`, about: [help], facts };
}

/**
 * Explains everything that has this name, since things of different kinds may share one. Throws a {@link UsageError} with
 * the nearest name.
 */
export function explainTarget(booted: Booted, name: string): readonly Explanation[] {
  const kinds = kindsOf(booted);
  const found = kinds.flatMap(({ explain }) => explain(name));
  if (found.length > 0) return found;
  const similar = didYouMean(
    name,
    // A status close to another one means something else.
    kinds.flatMap(({ names }) => names).filter((known) => !/^\d+$/.test(known)),
  );
  const hint = similar.startsWith("available")
    ? "list the names: waymark routes, waymark plugins"
    : similar;
  throw new UsageError(`nothing has the name ${JSON.stringify(name)}\n  hint: ${hint}`);
}
