/** From a folder and an environment to a sealed registry. Starts no service and touches no file. */
import type { Finding } from "../../registry/contract/finding.ts";
import type { InstalledPlugin, SealedRegistry } from "../../registry/contract/installed.ts";
import type { SchemaCheck } from "../../registry/seal/check-schemas.ts";
import { sealing } from "../../registry/seal/seal.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { UnknownVariable } from "../config/env.ts";
import { loadConfig, type ConfigInput, type ResolvedConfig } from "../config/config.ts";
import { ephemeral } from "./test-options.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins, type Absent } from "./load.ts";
import { Turns } from "../support/time-slices.ts";

/** What a boot starts from: a folder, an environment, and what goes before both. */
export interface BootInput extends ConfigInput {
  /** The plugins to begin with. Default: what the module that the config names exports. */
  readonly preset?: readonly Plugin[];
  /** Leave `checkSchemas` to the caller, who wants to listen first. Default false. */
  readonly schemasLater?: boolean;
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
  readonly registry: SealedRegistry;
  readonly installed: readonly InstalledPlugin[];
  /** Plugins that the config names, that could not be loaded, and that may be missing. */
  readonly absent: readonly Absent[];
  /** Variables that begin like ours and set nothing. */
  readonly unknownVariables: readonly UnknownVariable[];
  readonly timings: Timings;
  /** Instances of services by id, for policies; filled by whoever starts the plugins. */
  readonly services: Map<string, unknown>;
  /**
   * Throws a {@link KernelError} when a schema cannot become JSON Schema. Called by `boot` unless `schemasLater`. Takes its
   * turns, too.
   */
  checkSchemas(): Promise<void>;
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
  const turns = new Turns();
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
  await turns.pause();
  refuse([...loaded.findings, ...findings]);
  const installed = ephemeral(asSet.installed, input.ephemeral ?? (() => false));

  const services = new Map<string, unknown>();
  let origin = NOWHERE;
  const sealed = await turns.run(
    sealing({
      service: config.service,
      installed,
      baseUrl: () => config.baseUrl ?? origin,
      instance: (id) => {
        if (!services.has(id)) throw new Error(`the service ${id} was used before it started`);
        return services.get(id);
      },
    }),
  );
  refuse(sealed.findings);
  if (sealed.registry === undefined)
    throw new Error("sealing gave neither a registry nor findings");
  lap("seal");
  const checkSchemas = async () => refuse(await findingsInTurns(sealed.schemaChecks));
  if (input.schemasLater !== true) {
    await checkSchemas();
    lap("schemas");
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
  const found: Finding[] = [];
  for (const check of checks) {
    const finding = check();
    if (finding !== undefined) found.push(finding);
    await turns.pause();
  }
  return found;
}
