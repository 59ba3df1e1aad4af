/** Findings about the options: what they require must exist, and be more than nothing. */
import { didYouMean } from "waymark";
import type { PluginFinding, Validation } from "waymark/advanced";
import { scopesOf } from "./levels.ts";
import type { Options } from "./options.ts";

export const requirements: Validation<Options> = {
  run({ routes }, { require, plans, defaultPlan }) {
    const known = [...new Set(routes.flatMap(({ plugin, name }) => [plugin, `${plugin}.${name}`]))];
    const findings: PluginFinding[] = [];
    for (const [ref, level] of Object.entries(require)) {
      const where = `plugins.access.require.${ref}`;
      if (!known.includes(ref))
        findings.push({
          code: "ACCESS_UNKNOWN",
          where,
          message: `no enabled plugin or route is named ${JSON.stringify(ref)}`,
          hint: didYouMean(ref, known),
        });
      else if (scopesOf(level) === undefined)
        findings.push({
          code: "ACCESS_LOWERED",
          where,
          message: "the config can ask for more than the author of a route did, never for less",
          hint: "write authenticated or { scopes: […] }, or remove the entry",
        });
    }
    if (defaultPlan !== undefined && !Object.hasOwn(plans, defaultPlan))
      findings.push({
        code: "ACCESS_PLAN_UNKNOWN",
        where: "plugins.access.defaultPlan",
        message: `${JSON.stringify(defaultPlan)} is none of the plans`,
        hint: didYouMean(defaultPlan, Object.keys(plans)),
      });
    return findings;
  },
};
