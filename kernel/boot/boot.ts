/** From a folder and an environment to a sealed registry. Starts nothing and writes no file. */
import type { Finding } from "../../registry/contract/finding.ts";
import type { InstalledPlugin, SealedRegistry } from "../../registry/contract/installed.ts";
import { seal, type Sealed } from "../../registry/seal/seal.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { UnknownVariable } from "../config/env.ts";
import { checkClosed } from "../config/closed-options.ts";
import { loadConfig, type ConfigInput, type ResolvedConfig } from "../config/config.ts";
import { KERNEL_COMMANDS, KERNEL_SERVICES } from "./kernel-names.ts";
import { withTestOptions } from "./test-options.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins, type Absent } from "./load.ts";
import { TimeSlices } from "../support/time-slices.ts";

/** The input of a boot: a folder, an environment, and overrides of both. */
export interface BootInput extends ConfigInput {
  /** The plugins to begin with. Default: the default export of the module that the config names. */
  readonly preset?: readonly Plugin[];
  /** Leave `validate` to the caller, so that a server may listen first. Default: false. */
  readonly validateLater?: boolean;
  /** Whether a plugin's `testOptions` options override the operator's. Default: for no plugin. */
  readonly testOptions?: (entry: InstalledPlugin) => boolean;
}

/** How long a phase took, in milliseconds. */
export type Timings = Readonly<Record<string, number>>;

/** The input of a start: the config, and the registry sealed from it. */
export interface Booted {
  readonly config: ResolvedConfig;
  /** Absolute path of the config file; undefined when there is none. */
  readonly file: string | undefined;
  /** Hash of the config file's text. */
  readonly content: string | undefined;
  readonly registry: SealedRegistry;
  readonly installed: readonly InstalledPlugin[];
  /** Plugins that the config names, that could not be loaded and that may be missing. */
  readonly absent: readonly Absent[];
  /** Variables that begin like ours and set nothing. */
  readonly unknownVariables: readonly UnknownVariable[];
  readonly timings: Timings;
  /** Hands the registry's policies the instances of their services, by service id, once the plugins have started. */
  readonly connectPolicies: Sealed["connectPolicies"];
  /**
   * Throws a {@link BootError} when a policy does not compile for a route, when a schema cannot become JSON Schema, or
   * when a plugin's options ignore unknown keys. Called by `boot` unless `validateLater`. Yields to the event loop. Runs
   * once, however often it is called.
   */
  validate(): Promise<void>;
  /** Sets the base of absolute URLs for a config without one: where the server listens. */
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
  const {
    installed: asConfigured,
    findings,
    absent,
    unknownVariables,
  } = await loadPlugins(loaded, input.preset);
  markPhase("plugins");
  await slices.pause();
  refuse([...loaded.findings, ...findings]);
  const installed = withTestOptions(asConfigured, input.testOptions ?? (() => false));

  let origin = DEFAULT_ORIGIN;
  const sealed = seal({
    app: config.app,
    installed,
    reserved: { commands: KERNEL_COMMANDS, services: KERNEL_SERVICES },
    baseUrl: () => config.baseUrl ?? origin,
  });
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
    registry,
    installed,
    absent,
    unknownVariables,
    timings,
    connectPolicies,
    validate,
    listeningAt: (listening) => {
      origin = listening;
    },
  };
}

async function collectFindings(
  slowFindings: Iterable<Finding | undefined>,
  installed: readonly InstalledPlugin[],
): Promise<readonly Finding[]> {
  const slices = new TimeSlices();
  const findings: Finding[] = [];
  for (const finding of slowFindings) {
    if (finding !== undefined) findings.push(finding);
    await slices.pause();
  }
  for (const entry of installed) {
    findings.push(...[checkClosed(entry) ?? []].flat());
    await slices.pause();
  }
  return findings;
}
