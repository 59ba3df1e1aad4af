/** Reasons for which a plugin does not start, and what to do about them. */
import { ContributionError, type Finding } from "../../../registry/contract/finding/finding.ts";
import { messageOf } from "../../../registry/schema/words.ts";
import { neededBy } from "../../../registry/seal/check/check-services.ts";
import { switching } from "../../../registry/contract/plugin/installed.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { Policy } from "../../../registry/contract/policy/policy.ts";
import { stateId } from "../../../registry/contract/plugin/service.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import { BootError } from "../support/boot-errors.ts";

/** Error of a plugin that needs a service whose provider did not start. */
export class ServiceAbsent extends Error {}

export function requireServices(
  plugin: Plugin,
  all: readonly Plugin[],
  instances: ReadonlyMap<string, unknown>,
): void {
  const absent = neededBy(plugin).find((id) => !instances.has(id));
  if (absent === undefined) return;
  const provider = all.find(({ provides = {} }) =>
    Object.values(provides).some(({ id }) => id === absent),
  );
  throw new ServiceAbsent(
    `${plugin.id} needs the service ${absent} of the plugin ${provider?.id ?? "kernel"}, which did not start`,
  );
}

/**
 * Returns the plugin's policy that the server cannot leave out if the plugin fails: a guard, or a policy that lacks a
 * service or the state for the headers and refusals that are promised on every answer.
 */
export function indispensablePolicy(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): Policy | undefined {
  return plugin.policies?.find(
    ({ guards, state, needs = {} }) =>
      guards === true ||
      (state !== undefined && !instances.has(stateId(plugin.id))) ||
      Object.values(needs).some((token) => !("optional" in token) && !instances.has(token.id)),
  );
}

export function setupTimeout(plugin: Plugin, ms: number): BootError {
  return new BootError([
    {
      code: "SETUP_TIMEOUT",
      plugin: plugin.id,
      where: "setup",
      message: `setup had not finished after ${ms} ms`,
      hint: "look for a promise that never settles, such as a connection to something that does not answer",
    },
  ]);
}

export function startFailure(
  error: unknown,
  entry: InstalledPlugin,
  stuck: Policy | undefined,
  installed: readonly InstalledPlugin[],
): BootError {
  if (error instanceof BootError) return error;
  const contributor =
    error instanceof ContributionError
      ? installed.find(({ plugin }) => plugin.id === error.plugin)
      : undefined;
  const culprit = contributor ?? entry;
  const off = `fix what the message names, or switch the plugin off: ${switching(culprit, false)}`;
  const why = `Its policy ${stuck?.id} works on every answer, so the server cannot run without it while it is on.`;
  const finding: Finding = {
    code: "SETUP_FAILED",
    plugin: culprit.plugin.id,
    where: contributor === undefined ? "setup" : `setup of the plugin ${entry.plugin.id}`,
    message: messageOf(error),
    hint: stuck === undefined || contributor !== undefined ? off : `${off}\n${why}`,
  };
  return new BootError([finding], { cause: error });
}
