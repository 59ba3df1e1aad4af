import { didYouMean, type ToolContext } from "waymark";
import { NOT_SERVING, UsageError, bootHere, silentLog, startPlugins } from "waymark/tools";
import type { Booted } from "waymark/server";
import { Measurements } from "waymark/services";
import { named, toJson, toText, type Explanation } from "./explanation.ts";
import { kindsOf } from "./kinds.ts";

/** Prints all that has the name. */
export async function run({ config, args, flags, print }: ToolContext): Promise<void> {
  const { target = "", path } = args;
  const name = path === undefined ? target : `${target} ${path}`;
  const metric = METRIC.test(name) ? await explainMetric(config, name) : [];
  const found = metric.length > 0 ? metric : explainTarget(await bootHere(config), name);
  print(
    flags["json"] === true
      ? JSON.stringify(found.map(toJson), undefined, 2)
      : found.map(toText).join("\n\n"),
  );
}

/** The name of a metric as scrapers see it. Names of other things have no underscore, or are in capitals. */
const METRIC = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/** Starts the plugins without a trace, because only a started plugin knows all of its metrics. */
async function explainMetric(
  config: string | undefined,
  metric: string,
): Promise<readonly Explanation[]> {
  const booted = await bootHere(config, { testOptions: () => true });
  const started = await startPlugins(booted, { log: silentLog, server: NOT_SERVING });
  const measurements = started.instances.get(Measurements.id) as Measurements | undefined; // of this token
  const things = ((await measurements?.families()) ?? []).map((family) => {
    const { name, plugin, type, help } = family;
    const facts = { "buckets up to": type === "histogram" ? family.bounds.join(", ") : undefined };
    return { name, plugin, title: `metric ${name}: ${type}`, about: [help], facts };
  });
  await started.stop();
  return named(booted, things).explain(metric);
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
