/** From a folder and an environment to a sealed registry. Starts nothing and writes no file. */
import type { Finding } from "../../registry/contract/finding.ts";
import type { InstalledPlugin, Registry } from "../../registry/contract/registry.ts";
import type { SchemaCheck } from "../../registry/seal/check-schemas.ts";
import { sealing } from "../../registry/seal/seal.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { UnknownVariable } from "../config/env.ts";
import { checkClosed } from "../config/closed-options.ts";
import { loadConfig, type ConfigInput, type ResolvedConfig } from "../config/config.ts";
import { KERNEL_COMMANDS, KERNEL_SERVICES } from "./kernel-names.ts";
import { withTestOptions } from "./test-options.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins, type Absent } from "./load.ts";
import { Turns } from "../support/time-slices.ts";

/** The input of a boot: a folder, an environment, and overrides of both. */
export interface BootInput extends ConfigInput {
  /** The plugins to begin with. Default: the default export of the module that the config names. */
  readonly preset?: readonly Plugin[];
  /** Leave `checkSchemas` to the caller, who listens first. Default false. */
  readonly schemasLater?: boolean;
  /** Whether a plugin's `ephemeral` options override the operator's. Default: for no plugin. */
  readonly ephemeral?: (entry: InstalledPlugin) => boolean;
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
  readonly registry: Registry;
  readonly installed: readonly InstalledPlugin[];
  /** Plugins that the config names, that could not be loaded and that may be missing. */
  readonly absent: readonly Absent[];
  /** Variables that begin like ours and set nothing. */
  readonly unknownVariables: readonly UnknownVariable[];
  readonly timings: Timings;
  /** Instances of services by id, for policies; filled while the plugins start. */
  readonly services: Map<string, unknown>;
  /**
   * Throws a {@link KernelError} when a schema cannot become JSON Schema, or when a plugin's options ignore unknown keys.
   * Called by `boot` unless `schemasLater`. Yields to the event loop in between.
   */
  checkSchemas(): Promise<void>;
  /** Sets the base of absolute URLs for a config without one: where the server listens. */
  listeningAt(origin: string): void;
}

/** The base of absolute URLs for a config without one, until the server listens. */
const DEFAULT_ORIGIN = "http://localhost";

/**
 * Throws a {@link KernelError} with all findings of the first phase that has any. Yields to the event loop in between, so
 * that a server that reloads keeps answering.
 */
export async function boot(input: BootInput): Promise<Booted> {
  const turns = new Turns();
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
  await turns.pause();
  refuse([...loaded.findings, ...findings]);
  const installed = withTestOptions(asConfigured, input.ephemeral ?? (() => false));

  const services = new Map<string, unknown>();
  let origin = DEFAULT_ORIGIN;
  const sealed = await turns.run(
    sealing({
      service: config.service,
      installed,
      reserved: { commands: KERNEL_COMMANDS, services: KERNEL_SERVICES },
      baseUrl: () => config.baseUrl ?? origin,
      instance: (id) => {
        if (!services.has(id)) throw new Error(`the service ${id} was used before it started`);
        return services.get(id);
      },
    }),
  );
  refuse(sealed.findings);
  if (sealed.registry === undefined)
    throw new Error("sealing returned neither a registry nor findings");
  markPhase("seal");
  const checkSchemas = async () =>
    refuse(
      await findingsInTurns([
        ...sealed.schemaChecks,
        ...installed.map((entry) => () => checkClosed(entry)),
      ]),
    );
  if (input.schemasLater !== true) {
    await checkSchemas();
    markPhase("schemas");
  }

  return {
    config,
    file: loaded.file,
    content: loaded.content,
    registry: sealed.registry,
    installed,
    absent,
    unknownVariables,
    timings,
    services,
    checkSchemas,
    listeningAt: (listening) => {
      origin = listening;
    },
  };
}

async function findingsInTurns(checks: readonly SchemaCheck[]): Promise<readonly Finding[]> {
  const turns = new Turns();
  const findings: Finding[] = [];
  for (const check of checks) {
    findings.push(...[check() ?? []].flat());
    await turns.pause();
  }
  return findings;
}
