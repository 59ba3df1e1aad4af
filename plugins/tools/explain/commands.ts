/** Texts of `waymark explain` for the words of the command line itself: commands of plugins, and rules of `waymark diff`. */
import type { Command, Tool } from "waymark";
import { RULES, type RuleId } from "../shared/diff/rules.ts";
import type { InstalledPlugin } from "waymark/server";
import { layOut, type Explanation } from "./explanation.ts";
import { ownerText } from "./texts.ts";

/** Returns the commands of plugins that are on, by name. */
export function* commandsOf(
  installed: readonly InstalledPlugin[],
): Iterable<readonly [name: string, text: () => Explanation]> {
  for (const { plugin, enabled } of installed)
    for (const [name, command] of Object.entries((enabled && plugin.commands) || {}))
      yield [name, () => explainCommand(installed, plugin.id, name, command)];
}

function explainCommand(
  installed: readonly InstalledPlugin[],
  plugin: string,
  name: string,
  { summary, args = {}, flags = {} }: Command<never, never> | Tool,
): Explanation {
  return layOut(
    [`command waymark ${name}`, summary.replace(/\.?$/, ".")],
    [["owner", ownerText(installed, plugin)]],
    [
      ["arguments", Object.entries(args).map(([arg, entry]) => [arg, entry.summary])],
      ["flags", Object.entries(flags).map(([flag, entry]) => [`--${flag}`, entry.summary])],
    ],
  );
}

/** Explained without a boot, which a breaking change may prevent. */
export function explainRule(target: string): Explanation | undefined {
  if (!Object.hasOwn(RULES, target)) return undefined;
  const { severity, reason } = RULES[target as RuleId]; // it has this key
  return layOut([`rule ${target} of waymark diff: ${severity}`, reason], []);
}
