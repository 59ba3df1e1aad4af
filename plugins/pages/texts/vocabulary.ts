/** Which names in a text mean anything, whether what they name is on or off. */
import { didYouMean, type Plugin, type Registry } from "waymark";

/** Names of what installed plugins have, on or off, with what is not known of plugins that are off. */
export interface Vocabulary {
  readonly plugins: readonly string[];
  /** `plugin.routeId`. */
  readonly routes: readonly string[];
  /** Relations of the API root. */
  readonly relations: readonly string[];
  /** Plugins that tell what they have only when they are given options. */
  readonly closed: readonly string[];
}

type Contribution<T> =
  | Readonly<Record<string, T>>
  | ((options: never) => Readonly<Record<string, T>>)
  | undefined;

export function vocabularyOf({ installed }: Registry): Vocabulary {
  const told = installed.map(({ plugin, options }) => {
    const given = [options, defaultsOf(plugin)].filter((one) => one !== undefined);
    const resolve = <T>(contribution: Contribution<T>) =>
      typeof contribution === "function"
        ? // These are options that the plugin's own schema made.
          given.map((one) => contribution(one as never))
        : [contribution ?? {}];
    const routes = resolve(plugin.routes);
    return {
      id: plugin.id,
      routes: routes.flatMap((all) => Object.keys(all).map((name) => `${plugin.id}.${name}`)),
      relations: [
        ...resolve(plugin.rootLinks).flatMap((links) => Object.keys(links)),
        ...routes.flatMap((all) =>
          Object.values(all).flatMap(({ publish }) => publish?.rootLink ?? []),
        ),
      ],
      closed:
        given.length === 0 &&
        [plugin.routes, plugin.rootLinks].some((one) => typeof one === "function"),
    };
  });
  return {
    plugins: told.map(({ id }) => id),
    routes: [...new Set(told.flatMap(({ routes }) => routes))],
    relations: [...new Set(told.flatMap(({ relations }) => relations))],
    closed: told.flatMap(({ id, closed }) => (closed ? [id] : [])),
  };
}

/** Options as they are when nobody sets any; undefined where some have to be set. */
function defaultsOf({ options }: Plugin): unknown {
  if (options === undefined) return {};
  const result = options["~standard"].validate({});
  return result instanceof Promise || result.issues !== undefined ? undefined : result.value;
}

/** Whether a route, or `rel:` link, may belong to a plugin that is off and does not tell what it would have. */
export function mayBe(name: string, { closed }: Vocabulary): boolean {
  if (name.startsWith("rel:")) return closed.length > 0;
  return closed.includes(name.split(".", 1)[0] ?? "") && name.includes(".");
}

/** Names that a hint can list. */
const FEW = 12;

/** What to do about a name that is not known. */
export function suggest(name: string, known: readonly string[]): string {
  const hint = didYouMean(name, known);
  const listed = !hint.startsWith("did you mean") && known.length > FEW;
  return listed ? "correct the name; waymark routes and the API root list them" : hint;
}
