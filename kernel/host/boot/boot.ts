/** Makes a sealed registry from a folder and an environment. Starts nothing and writes no file. */
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import { gather, sealInSteps, type Sealed } from "../../../registry/seal/seal.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { checkClosed, placeOptions } from "../config/idle-options.ts";
import { loadConfig, type ConfigInput, type LoadedConfig } from "../config/config.ts";
import { KERNEL } from "./kernel-names.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins, type LoadResult } from "./load.ts";
import { TimeSlices } from "../support/time-slices.ts";
import type { Duration } from "../../../registry/contract/route/route.ts";
import { toMilliseconds } from "../../../registry/contract/duration.ts";
import { handlerTimeMs } from "../../../registry/contract/route/sealed-route.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { Notice } from "../support/boot-errors.ts";

/** The input of a boot: a folder, an environment, and overrides of both. */
export interface BootInput extends ConfigInput {
  /** The plugins to begin with. Default: the default export of the module that the config names. */
  readonly preset?: readonly Plugin[];
  /** Leave `validate` to the caller, so that a server may listen first. Default: false. */
  readonly validateLater?: boolean;
  /** Selects plugins whose `testOptions` override the operator's options, to leave nothing behind. Default: no plugin. */
  readonly testOptions?: (entry: InstalledPlugin) => boolean;
}

/** Durations of phases, in milliseconds. */
export type Timings = Readonly<Record<string, number>>;

/** The input of a start: the config, and the registry sealed from it. */
export interface Booted
  extends
    Pick<LoadedConfig, "config" | "file" | "content" | "isEmpty" | "folder">,
    Pick<LoadResult, "installed" | "absent" | "offered" | "notices" | "secretFiles">,
    Pick<Sealed, "registry" | "connectPolicies"> {
  readonly timings: Timings;
  /**
   * Throws a {@link BootError} if a policy does not compile for a route, if a schema cannot become JSON Schema, or
   * if a plugin's options ignore unknown keys. Called by `boot` unless `validateLater`. Yields to the event loop. Runs
   * once, however often it is called.
   */
  validate(): Promise<void>;
  /** Sets the base of absolute URLs for a config without one: the origin at which the server listens. */
  listeningAt(origin: string): void;
}

/** The base of absolute URLs for a config without one, until the server listens. */
const DEFAULT_ORIGIN = "http://localhost";

/**
 * Throws a {@link BootError} with all findings of the first phase that has any. Yields to the event loop in between, so
 * that a server that reloads keeps answering.
 */
export async function boot(input: BootInput): Promise<Booted> {
  const slices = new TimeSlices();
  const timings: Record<string, number> = {};
  let since = performance.now();
  const markPhase = (phase: string) => {
    const now = performance.now();
    timings[phase] = now - since;
    since = now;
  };

  const loaded = await loadConfig(input);
  markPhase("config");
  // Without the file every plugin would look unconfigured, and the findings about that would mislead.
  refuse(
    loaded.findings.filter(
      ({ code }) => code === "CONFIG_UNREADABLE" || code === "CONFIG_AMBIGUOUS",
    ),
  );

  const { config } = loaded;
  const { findings, ...plugins } = await loadPlugins(loaded, input.preset);
  markPhase("plugins");
  await slices.pause();
  refuse([...placeOptions(loaded.findings, plugins), ...findings]);
  const installed = plugins.installed.map((entry) =>
    input.testOptions?.(entry) === true ? withTestOptions(entry) : entry,
  );

  let origin = DEFAULT_ORIGIN;
  const sealed = await slices.run(
    sealInSteps({
      app: config.app,
      installed,
      kernel: { ...KERNEL, offered: plugins.offered },
      baseUrl: () => config.baseUrl ?? origin,
    }),
  );
  refuse(sealed.findings);
  if (sealed.registry === undefined)
    throw new Error("sealing returned neither a registry nor findings");
  const { registry, connectPolicies, slowFindings } = sealed;
  markPhase("seal");
  let validated: Promise<void> | undefined;
  const validate = () => (validated ??= collectFindings(slowFindings(), installed).then(refuse));
  if (input.validateLater !== true) {
    await validate();
    markPhase("validate");
  }

  return {
    config,
    file: loaded.file,
    content: loaded.content,
    isEmpty: loaded.isEmpty,
    folder: loaded.folder,
    ...plugins,
    notices: [...plugins.notices, ...drainNotices(registry, config.stop.drain)],
    installed,
    registry,
    timings,
    connectPolicies,
    validate,
    listeningAt: (listening) => {
      origin = listening;
    },
  };
}

function withTestOptions(entry: InstalledPlugin): InstalledPlugin {
  const { plugin, enabled, options } = entry;
  const { testOptions } = plugin;
  if (testOptions === undefined || !enabled) return entry;
  if (testOptions === false) return { ...entry, enabled: false, options: undefined };
  const replaced =
    // The options were validated with the plugin's own schema.
    typeof testOptions === "function" ? testOptions(options as never) : testOptions;
  return { ...entry, options: { ...Object(options), ...replaced } };
}

function collectFindings(
  slowFindings: Iterable<Finding | undefined>,
  installed: readonly InstalledPlugin[],
): Promise<readonly Finding[]> {
  const all = function* () {
    yield* slowFindings;
    for (const entry of installed) yield checkClosed(entry);
  };
  return new TimeSlices().run(gather(all()));
}

/** Notices a drain that is shorter than handlers may take. Streams end when the server stops, so they do not count. */
function drainNotices({ routes }: Registry, drain: Duration): readonly Notice[] {
  const times = routes.flatMap((route) =>
    route.document || route.kind === "stream"
      ? []
      : [{ slowest: route.ref, timeoutMs: handlerTimeMs(route) }],
  );
  const timeoutMs = Math.max(...times.map((time) => time.timeoutMs));
  if (timeoutMs <= toMilliseconds(drain)) return [];
  return [
    {
      message: "stop.drain is shorter than handlers may take, so a stop may cut their requests",
      fields: { drain, ...times.find((time) => time.timeoutMs === timeoutMs) },
    },
  ];
}
