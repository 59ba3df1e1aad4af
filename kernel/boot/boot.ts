/** From a folder and an environment to a sealed registry. Starts no service and touches no file. */
import type { Finding } from "../../registry/contract/finding.ts";
import type { InstalledPlugin, Registry } from "../../registry/contract/registry.ts";
import { seal, type Sealed } from "../../registry/seal/seal.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { UnknownVariable } from "../config/env.ts";
import { loadConfig, type ConfigInput, type ResolvedConfig } from "../config/config.ts";
import { ephemeral } from "./test-options.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins, type Absent } from "./load.ts";
import { TimeSlices } from "../support/time-slices.ts";

/** What a boot starts from: a folder, an environment, and what goes before both. */
export interface BootInput extends ConfigInput {
  /** The plugins to begin with. Default: what the module that the config names exports. */
  readonly preset?: readonly Plugin[];
  /** Leave `validate` to the caller, so that a server may listen first. Default: false. */
  readonly validateLater?: boolean;
  /** Whether a plugin's `ephemeral` settings are put over the operator's. Default: no plugin's. */
  readonly ephemeral?: (entry: InstalledPlugin) => boolean;
}

/** How long a phase took, in milliseconds. */
export type Timings = Readonly<Record<string, number>>;

/** A service that is ready to start: its config, and the registry sealed from it. */
export interface Booted {
  readonly config: ResolvedConfig;
  /** Absolute path of the config file; undefined when there is none. */
  readonly file: string | undefined;
  /** Hash of what the config file said. */
  readonly content: string | undefined;
  readonly registry: Registry;
  readonly installed: readonly InstalledPlugin[];
  /** Plugins that the config names, that could not be loaded, and that may be missing. */
  readonly absent: readonly Absent[];
  /** Variables that begin like ours and set nothing. */
  readonly unknownVariables: readonly UnknownVariable[];
  readonly timings: Timings;
  /** Hands the registry's policies the instances of their services, by service id, once the plugins have started. */
  readonly connectPolicies: Sealed["connectPolicies"];
  /**
   * Throws a {@link KernelError} when a policy does not compile for a route, or a schema cannot become JSON Schema. Called
   * by `boot` unless `validateLater`. Lets requests be answered meanwhile. Runs once, however often it is called.
   */
  validate(): Promise<void>;
  /** Says where the server listens: the base of absolute URLs unless the config has one. */
  listeningAt(origin: string): void;
}

/** The base of absolute URLs while nothing listens and the config says nothing. */
const NOWHERE = "http://localhost";

/**
 * Throws a {@link KernelError} with all findings of the first phase that has any. Takes its turns, so that a service that
 * reloads answers meanwhile.
 */
export async function boot(input: BootInput): Promise<Booted> {
  const slices = new TimeSlices();
  const timings: Record<string, number> = {};
  let since = performance.now();
  const lap = (phase: string) => {
    const now = performance.now();
    timings[phase] = now - since;
    since = now;
  };

  const loaded = await loadConfig(input);
  lap("config");
  // A file that cannot be read would make every plugin look unconfigured: what it says is not known.
  refuse(
    loaded.findings.filter(
      ({ code }) => code === "CONFIG_UNREADABLE" || code === "CONFIG_AMBIGUOUS",
    ),
  );

  const { config } = loaded;
  const { findings, absent, unknownVariables, ...asSet } = await loadPlugins(loaded, input.preset);
  lap("plugins");
  await slices.pause();
  refuse([...loaded.findings, ...findings]);
  const installed = ephemeral(asSet.installed, input.ephemeral ?? (() => false));

  let origin = NOWHERE;
  const sealed = seal({
    service: config.service,
    installed,
    baseUrl: () => config.baseUrl ?? origin,
  });
  refuse(sealed.findings);
  if (sealed.registry === undefined) throw new Error("sealing had neither registry nor findings");
  const { registry, connectPolicies, slowFindings } = sealed;
  lap("seal");
  let validated: Promise<void> | undefined;
  const validate = () => (validated ??= collectFindings(slowFindings()).then(refuse));
  if (input.validateLater !== true) {
    await validate();
    lap("validate");
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

async function collectFindings(steps: Iterable<Finding | undefined>): Promise<readonly Finding[]> {
  const slices = new TimeSlices();
  const findings: Finding[] = [];
  for (const finding of steps) {
    if (finding !== undefined) findings.push(finding);
    await slices.pause();
  }
  return findings;
}
