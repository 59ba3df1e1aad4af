/** A guard as a third party writes it: it admits who shows the badge of the staff. */
import { definePlugin, definePolicy, type Plugin, type Route } from "waymark";

export const STAFF = { "x-badge": "staff" };
/** Requests that the guard refuses, with its code. */
export const REFUSED: readonly (readonly [
  code: string,
  headers: Readonly<Record<string, string>>,
])[] = [
  ["badge-required", {}],
  ["badge-refused", { "x-badge": "visitor" }],
];

/** Guards the routes that `guarded` names, an office that is closed from everybody. Its `admit` takes a while, as those of others do. */
export function badge(guarded: (ref: string) => boolean): Plugin {
  const policy = definePolicy({
    id: "badge",
    guards: true,
    reads: { "x-badge": { description: "Who asks." } },
    compile: ({ ref }) => {
      if (!guarded(ref)) return undefined;
      return {
        begin: (call): string | undefined => call.header("x-badge"),
        async admit({ params }, shown) {
          await Promise.resolve();
          if (shown === "staff" && params["officeId"] !== "closed") return undefined;
          return { code: (shown === undefined ? "badge-required" : "badge-refused") as never };
        },
      };
    },
  });
  return definePlugin({
    id: "badge",
    summary: "Asks for a badge.",
    errors: {
      "badge-required": { status: 401, message: "Show a badge." },
      "badge-refused": { status: 403, message: "This badge opens other doors." },
    },
    policies: [policy],
  });
}

/** The plugin with `private` answers, as those of guarded routes must be. */
export function privately(plugin: Plugin): Plugin {
  const { routes } = plugin;
  if (routes === undefined) return plugin;
  const narrow = (all: Readonly<Record<string, Route>>) =>
    Object.fromEntries(
      Object.entries(all).map(([id, route]) => [
        id,
        typeof route.cache === "object"
          ? ({ ...route, cache: { ...route.cache, scope: "private" } } as Route)
          : route,
      ]),
    );
  return {
    ...plugin,
    routes:
      typeof routes === "function" ? (options: never) => narrow(routes(options)) : narrow(routes),
  };
}
