/** The services that a plugin is tested in. */
import { neededBy } from "../../registry/seal/check-services.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Log } from "../../registry/contract/types.ts";
import { boot, type Booted } from "../boot/boot.ts";
import { dependentsOf } from "../check/closure/index.ts";
import type { WaymarkConfig } from "../define/config.ts";
import type { PluginTestOptions } from "./plugin-test.ts";
import { presetPlugins } from "./preset.ts";
import { createTestServer, type TestServer } from "./server.ts";
import { provided } from "./fakes.ts";

/** What is on around the plugin under test. */
export class Scene {
  /** As the names of checks begin. */
  readonly name: string;
  /** The plugin under test. */
  readonly plugin: Plugin;
  readonly #around: readonly Plugin[];
  readonly #config: WaymarkConfig;
  readonly #options: PluginTestOptions["options"];

  constructor(
    name: string,
    plugin: Plugin,
    around: readonly Plugin[],
    { config = {}, options }: PluginTestOptions,
    off: readonly string[] = [],
  ) {
    this.name = name;
    this.plugin = plugin;
    this.#around = around;
    this.#options = options;
    const { [plugin.id]: _, ...others } = config.plugins ?? {};
    this.#config = {
      ...config,
      // The checks stand before the service: each request names the client it is meant to come from.
      trustedProxies: [...(config.trustedProxies ?? []), "127.0.0.1"],
      plugins: { ...switchedOff(off), ...others },
    };
  }

  /** What does not run without the plugin, itself among it. */
  get withoutIt(): readonly Plugin[] {
    const all = [...this.#around, this.plugin];
    const ids = dependentsOf(all, [this.plugin.id]);
    return all.filter(({ id }) => ids.has(id));
  }

  /** With the plugin switched on or off; off, whatever cannot do without it is off too. */
  config(on = true): WaymarkConfig {
    const { id, ephemeral } = this.plugin;
    if (!on) return this.#with(switchedOff(this.withoutIt.map((plugin) => plugin.id)));
    // Said nothing about, it is as the service that leaves no trace has it, which may be: not at all.
    return this.#options === undefined && ephemeral !== false
      ? this.#config
      : this.#with({ [id]: this.#written });
  }

  /** With the plugin handed over by the config, as a version of it that may be another in the next config. */
  configWith(version: Plugin): WaymarkConfig {
    return this.#with({ [version.id]: [version, this.#written] });
  }

  get #written(): Readonly<Record<string, unknown>> {
    const { ephemeral } = this.plugin;
    return { ...(ephemeral === false ? {} : ephemeral), ...this.#options };
  }

  #with(plugins: WaymarkConfig["plugins"]): WaymarkConfig {
    return { ...this.#config, plugins: { ...this.#config.plugins, ...plugins } };
  }

  /** Seals without starting anything. Throws a KernelError. */
  boot(on = true): Promise<Booted> {
    return boot({
      cwd: process.cwd(),
      env: {},
      file: false,
      overrides: this.config(on),
      preset: [...this.#around, this.plugin],
    });
  }

  /** Starts a service, each plugin as `as` has it. Throws a KernelError. */
  start({
    as = (plugin) => plugin,
    further = [],
    log,
    config = this.config(),
  }: {
    readonly as?: (plugin: Plugin) => Plugin;
    readonly further?: readonly Plugin[];
    readonly log?: Log;
    /** Default: with the plugin switched on. One that hands it over replaces it. */
    readonly config?: WaymarkConfig;
  } = {}): Promise<TestServer> {
    const { id } = this.plugin;
    const handedOver = Array.isArray(config.plugins?.[id]);
    return createTestServer({
      plugins: [...this.#around, ...(handedOver ? [] : [this.plugin])].map(as).concat(further),
      config,
      ...(log === undefined ? {} : { log }),
    });
  }
}

/** The plugin with nothing but what provides its services, and beside all of the preset. */
export async function scenesOf(
  plugin: Plugin,
  options: PluginTestOptions,
): Promise<{ readonly alone: Scene; readonly beside: Scene }> {
  const { beside = [], config } = options;
  const given = [plugin, ...beside];
  const services = new Set(given.flatMap(provided));
  const ids = new Set(given.map(({ id }) => id));
  const preset = (await presetPlugins(config)).filter(
    (one) => !ids.has(one.id) && !provided(one).some((id) => services.has(id)),
  );
  const around = [...preset, ...beside];
  const needed = providersFor(given, preset);
  const others = preset.filter((one) => !needed.has(one)).map(({ id }) => id);
  return {
    alone: new Scene("alone", plugin, around, options, others),
    beside: new Scene("beside the preset", plugin, around, options),
  };
}

/** Those of `providers` that plugins cannot do without, and those that these cannot do without. */
function providersFor(
  plugins: readonly Plugin[],
  providers: readonly Plugin[],
): ReadonlySet<Plugin> {
  const found = new Set<Plugin>();
  const visit = (plugin: Plugin): void => {
    for (const id of neededBy(plugin)) {
      const provider = providers.find((one) => provided(one).includes(id));
      if (provider === undefined || found.has(provider)) continue;
      found.add(provider);
      visit(provider);
    }
  };
  for (const plugin of plugins) visit(plugin);
  return found;
}

function switchedOff(ids: readonly string[]): Readonly<Record<string, false>> {
  return Object.fromEntries(ids.map((id) => [id, false] as const));
}
