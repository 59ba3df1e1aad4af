/** The servers that a plugin is tested in. */
import type { Log, Plugin, WaymarkConfig } from "waymark";
import { implemented, neededBy } from "waymark/tools";
import { boot, type Booted } from "waymark/server";
import { dependentsOf } from "../shared/closure/index.ts";
import type { PluginTestOptions } from "./plugin-check.ts";
import { withImplementations } from "./implementations.ts";
import { createTestServer, type TestServer } from "./server.ts";
import { presetPlugins, providedServices } from "./fakes.ts";
import { validateOnce } from "./validate-once.ts";

interface StartOptions {
  /** Replaces plugins by counted ones. */
  readonly as?: (plugin: Plugin) => Plugin;
  readonly log?: Log;
  /** Default: with the plugin switched on. */
  readonly config?: WaymarkConfig;
}

/** The plugin under test with others around it. */
export class Environment {
  /** The names of checks begin with it. */
  readonly name: string;
  /** The plugin under test. */
  readonly plugin: Plugin;
  readonly #others: readonly Plugin[];
  readonly #config: WaymarkConfig;
  readonly #options: PluginTestOptions["options"];

  constructor(
    name: string,
    plugin: Plugin,
    others: readonly Plugin[],
    { config = {}, options }: PluginTestOptions,
    off: readonly string[] = [],
  ) {
    this.name = name;
    this.plugin = plugin;
    this.#others = others;
    this.#options = options;
    const { [plugin.id]: _, ...settings } = config.plugins ?? {};
    this.#config = {
      ...config,
      // The checks stand in for a proxy: each request names its client.
      trustedProxies: [...(config.trustedProxies ?? []), "127.0.0.1"],
      proxyHeaders: "x-forwarded",
      plugins: { ...switchedOff(off), ...settings },
    };
  }

  /** Returns the config with the plugin switched on, or off with all that cannot run without it. */
  config(isOn = true): WaymarkConfig {
    const { id, testOptions } = this.plugin;
    if (!isOn)
      return this.#with(switchedOff([...dependentsOf([...this.#others, this.plugin], [id])]));
    // Without options of its own the plugin gets its `testOptions` setting, which may switch it off.
    return this.#options === undefined && testOptions !== false
      ? this.#config
      : this.#with({ [id]: this.#settings });
  }

  /** Returns the config with the plugin itself in it, so that the next config may have another version of it. */
  configWith(version: Plugin): WaymarkConfig {
    return this.#with({ [version.id]: [version, this.#settings] });
  }

  get #settings(): Readonly<Record<string, unknown>> {
    const { testOptions } = this.plugin;
    return { ...(typeof testOptions === "object" ? testOptions : {}), ...this.#options };
  }

  #with(plugins: WaymarkConfig["plugins"]): WaymarkConfig {
    return { ...this.#config, plugins: { ...this.#config.plugins, ...plugins } };
  }

  /** Seals without starting anything. Throws a BootError. */
  async boot(isOn = true): Promise<Booted> {
    const booted = await boot({
      cwd: process.cwd(),
      env: {},
      file: false,
      overrides: this.config(isOn),
      preset: [...this.#others, this.plugin],
      validateLater: true,
    });
    return validateOnce(booted);
  }

  /** Starts a server. Throws a BootError. */
  start({
    as = (plugin) => plugin,
    log,
    config = this.config(),
  }: StartOptions = {}): Promise<TestServer> {
    const isInConfig = Array.isArray(config.plugins?.[this.plugin.id]);
    const plugins = isInConfig ? this.#others : [...this.#others, this.plugin];
    return createTestServer({
      plugins: plugins.map(as),
      config,
      ...(log === undefined ? {} : { log }),
    });
  }
}

/** The plugin with only the plugins that provide its services, and with all of the preset. */
export async function environmentsFor(
  plugin: Plugin,
  options: PluginTestOptions,
): Promise<{ readonly isolated: Environment; readonly withPreset: Environment }> {
  const { withPlugins = [], config } = options;
  const tested = [plugin, ...withPlugins];
  const services = new Set(tested.flatMap(providedServices));
  const ids = new Set(tested.map(({ id }) => id));
  const preset = (await presetPlugins(config)).filter(
    (one) => !ids.has(one.id) && !providedServices(one).some((id) => services.has(id)),
  );
  // Without the reader of its body, a route that declares an upload would stop the start.
  const isKept = ({ id, policies = [] }: Plugin) =>
    (config?.plugins?.[id] ?? false) !== false ||
    policies.some(({ upload }) => upload !== undefined);
  const installed = await withImplementations(preset, tested, options.options);
  const others = [...installed, ...withPlugins];
  const added = installed.filter((one) => !preset.includes(one));
  const whole = (one: Plugin) => (one.implementation === undefined ? one : implemented(one));
  const kept = [...added, ...(await Promise.all(preset.filter(isKept).map(whole)))];
  const on = new Set([...kept, ...providersFor([...tested, ...kept], preset)].map(({ id }) => id));
  const off = preset.flatMap(({ id }) => (on.has(id) ? [] : [id]));
  return {
    isolated: new Environment("isolated", plugin, others, options, off),
    withPreset: new Environment("with the preset", plugin, others, options),
  };
}

/** Returns the providers that the plugins need, directly or through other providers. */
function providersFor(
  plugins: readonly Plugin[],
  providers: readonly Plugin[],
): ReadonlySet<Plugin> {
  const needed = new Set<Plugin>();
  const visit = (plugin: Plugin): void => {
    for (const id of neededBy(plugin)) {
      const provider = providers.find((one) => providedServices(one).includes(id));
      if (provider === undefined || needed.has(provider)) continue;
      needed.add(provider);
      visit(provider);
    }
  };
  for (const plugin of plugins) visit(plugin);
  return needed;
}

function switchedOff(ids: readonly string[]): Readonly<Record<string, false>> {
  return Object.fromEntries(ids.map((id) => [id, false] as const));
}
