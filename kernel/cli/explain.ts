import { defineCommand } from "citty";
import { didYouMean } from "../../registry/finding.ts";
import type { SealedRoute } from "../../registry/registry.ts";
import type { Booted } from "../boot.ts";
import { bootErrors } from "../errors.ts";
import { bootHere, configFlag, print, run, UsageError } from "./command.ts";
import {
  explainCode,
  explainError,
  explainFlag,
  explainHeader,
  explainPlugin,
  explainRoute,
  flagsOf,
} from "./explanations.ts";
import { headerNames } from "./headers.ts";

export const explain = defineCommand({
  meta: {
    name: "explain",
    description: "Say who contributed something, and which config key sets it",
  },
  args: {
    target: {
      type: "positional",
      required: true,
      description: "A route, a path, a header, a capability flag, a plugin or an error code",
    },
    ...configFlag,
  },
  run: ({ args, cmd }) =>
    run({ args, cmd }, async () => {
      const code = explainCode(args.target);
      print(code ?? explainTarget(await bootHere(args.config), args.target));
    }),
});

/** Throws a {@link UsageError} with the nearest known name. */
export function explainTarget(booted: Booted, target: string): string {
  const { registry, installed } = booted;
  const routes = target.startsWith("/")
    ? routesAt(registry.routes, target)
    : [registry.route(target)];
  const found = routes.filter((route) => route !== undefined);
  if (found.length > 0) return found.map((route) => explainRoute(booted, route)).join("\n\n");

  const header = headerNames(registry).find((name) => name.toLowerCase() === target.toLowerCase());
  if (header !== undefined) return explainHeader(booted, header);
  if (flagsOf(installed).some(({ flag }) => flag === target)) return explainFlag(booted, target);
  const plugin = installed.find((entry) => entry.plugin.id === target);
  if (plugin !== undefined) return explainPlugin(booted, plugin);
  const error = registry.errors.find(({ code }) => code === target);
  if (error !== undefined) return explainError(error);

  const known = [
    ...registry.routes.flatMap(({ ref, id, path }) => [ref, id, path]),
    ...headerNames(registry),
    ...flagsOf(installed).map(({ flag }) => flag),
    ...installed.map((entry) => entry.plugin.id),
    ...registry.errors.map(({ code }) => code),
    ...Object.keys(bootErrors),
  ];
  const similar = didYouMean(target, known);
  const hint = similar.startsWith("known here")
    ? "list what there is: waymark routes, waymark plugins"
    : similar;
  throw new UsageError(`nothing is called ${JSON.stringify(target)}\n  hint: ${hint}`);
}

/** The routes of a path, written as declared (`/api/offices/{officeId}`) or as requested (`/api/offices/berlin`). */
function routesAt(routes: readonly SealedRoute[], path: string): readonly SealedRoute[] {
  const declared = routes.filter((route) => route.path === path);
  if (declared.length > 0) return declared;
  const parts = path
    .replace(/[?#].*$/, "")
    .slice(1)
    .split("/");
  return routes.filter(
    ({ pattern: { segments } }) =>
      segments.length === parts.length &&
      segments.every((segment, index) => typeof segment !== "string" || segment === parts[index]),
  );
}
