/** Why a plugin does not start, and what helps. */
import { messageOf } from "../../registry/contract/finding.ts";
import { neededBy } from "../../registry/seal/check-services.ts";
import { switching } from "../../registry/contract/config-key.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Policy } from "../../registry/contract/policy.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { KernelError } from "../support/boot-errors.ts";

/** Thrown for a plugin that needs what another one did not bring up. */
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

/** A policy that lacks a service. It cannot be left out: its headers and refusals are promised on every answer. */
export function stuckPolicy(
  plugin: Plugin,
  instances: ReadonlyMap<string, unknown>,
): Policy | undefined {
  return plugin.policies?.find(({ needs = {} }) =>
    Object.values(needs).some((token) => !("optional" in token) && !instances.has(token.id)),
  );
}

export function timedOut(plugin: Plugin, ms: number): KernelError {
  return new KernelError([
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
  named: Pick<InstalledPlugin, "plugin" | "source">,
  stuck: Policy | undefined,
): KernelError {
  if (error instanceof KernelError) return error;
  const message = messageOf(error);
  const off = `mend what the message names, or switch the plugin off: ${switching(named, false)}`;
  const hint =
    stuck === undefined
      ? off
      : `${off}\nIts policy ${stuck.id} works on every answer, so the service cannot run without it while it is on.`;
  return new KernelError(
    [{ code: "SETUP_FAILED", plugin: named.plugin.id, where: "setup", message, hint }],
    { cause: error },
  );
}
