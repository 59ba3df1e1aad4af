/** The choice of routes that `--plugin` and `--path` make. */
import { didYouMean, type Registry } from "waymark";
import { matches, UsageError } from "waymark/tools";
import type { RunOptions } from "../shared/run-options.ts";

/** Plugins by id, and paths as declared or with values in them. Empty: everything is checked. */
export interface Choice {
  readonly plugins: readonly string[];
  readonly paths: readonly string[];
}

export const EVERYTHING: Choice = { plugins: [], paths: [] };

/** Checks that something is chosen, and the rest left out. */
export function chooses({ plugins, paths }: Choice): boolean {
  return plugins.length > 0 || paths.length > 0;
}

/** Returns the options of a run that checks the chosen routes alone. Throws a {@link UsageError} for a name that chooses none. */
export function optionsOf(
  choice: Choice,
  { routes, installed }: Registry,
): Pick<RunOptions, "only" | "alone"> {
  const { plugins, paths } = choice;
  if (!chooses(choice)) return {};
  const chosen = new Set([
    ...plugins.flatMap((id) => {
      const own = routes.filter(({ plugin }) => plugin === id);
      if (own.length > 0) return own;
      const entry = installed.find(({ plugin }) => plugin.id === id);
      if (entry === undefined)
        throw unknown(`no plugin has the id ${JSON.stringify(id)}`, id, idsOf(routes), "plugins");
      const [state, hint] = entry.enabled
        ? ["has no routes", "waymark check, without --plugin, checks what its policies do"]
        : ["is off", `waymark explain ${id}`];
      throw new UsageError(`--plugin: ${id} ${state}, so nothing is checked\n  hint: ${hint}`);
    }),
    ...paths.flatMap((path) => {
      const own = routes.filter((route) => route.path === path || matches(route.pattern, path));
      if (own.length > 0) return own;
      const known = [...new Set(routes.map((route) => route.path))];
      throw unknown(`no route is at ${JSON.stringify(path)}`, path, known, "routes");
    }),
  ]);
  return { alone: true, only: (route) => chosen.has(route) };
}

function idsOf(routes: Registry["routes"]): readonly string[] {
  return [...new Set(routes.map(({ plugin }) => plugin))];
}

function unknown(what: string, name: string, known: readonly string[], list: string): UsageError {
  const similar = didYouMean(name, known);
  const hint = similar.startsWith("did") ? similar : `list the names: waymark ${list}`;
  return new UsageError(`${what}\n  hint: ${hint}`);
}
