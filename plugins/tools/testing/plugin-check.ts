/** The form of a plugin's checks, and how they fail. */
import type { Duration, Plugin, WaymarkConfig } from "waymark";
import type { Violation } from "../shared/policy-tests.ts";

/** Options of a plugin's checks. Every key is optional. */
export interface PluginTestOptions {
  /** The plugin's options. Default: none are written. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Plugins it needs that are not in the preset. Providers from the preset are switched on automatically. */
  readonly withPlugins?: readonly Plugin[];
  /** Config as in a file. The plugin's own setting in it is ignored. */
  readonly config?: WaymarkConfig;
  /** Time for one test of `testPlugin`; the first of a group starts a server and sends all requests. Default: 5 minutes. */
  readonly timeout?: Duration;
}

/** A requirement of a plugin. */
export interface PluginCheck {
  /** Unique among the checks of a plugin. */
  readonly name: string;
  /** Rejects with an Error whose message says what was expected, what was received, and what to do. */
  run(): Promise<void>;
}

/** A violation with its place: an operation with a case, a path, or a part of the plugin. */
export interface LocatedViolation extends Violation {
  readonly where: string;
}

/** Returns a check that fails if violations are found. */
export function check(name: string, find: () => Promise<readonly LocatedViolation[]>): PluginCheck {
  return { name, run: async () => expectNone(await find()) };
}

function expectNone(violations: readonly LocatedViolation[]): void {
  if (violations.length === 0) return;
  const texts = violations.map(({ where, expected, received, hint }) =>
    [
      where,
      `  expected: ${expected}`,
      `  received: ${received}`,
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ].join("\n"),
  );
  throw new Error(texts.join("\n\n"));
}

/** Returns the violation, unless the condition is true. */
export function violationUnless(
  condition: boolean,
  violation: LocatedViolation,
): readonly LocatedViolation[] {
  return condition ? [] : [violation];
}
