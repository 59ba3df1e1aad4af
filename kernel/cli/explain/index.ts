import { matches } from "../../../registry/contract/path.ts";
import { defineCommand } from "citty";
import { didYouMean } from "../../../registry/contract/finding.ts";
import type { SealedRoute } from "../../../registry/contract/sealed-route.ts";
import { configKey } from "../../../registry/contract/config-key.ts";
import { KNOWN_METHODS } from "../../../registry/seal/route-facts.ts";
import type { Plugin } from "../../../registry/contract/plugin.ts";
import type { Booted } from "../../boot/boot.ts";
import { loadPlugins } from "../../boot/load.ts";
import { loadConfig } from "../../config/config.ts";
import { FINDINGS } from "../../../registry/contract/finding-codes.ts";
import { bootHere, configFlag, environment, print, run, UsageError } from "../command.ts";
import { explainKey, keyPaths } from "./key.ts";
import {
  explainCode,
  explainError,
  explainFlag,
  explainHeader,
  explainPlugin,
  explainRoute,
  explainSchema,
  explainService,
  flagsOf,
  pathOf,
  serviceIds,
} from "./explanations.ts";
import { headerNames } from "../headers.ts";

export const explain = defineCommand({
  meta: {
    name: "explain",
    description: "Show which plugin contributes something, and which config key sets it",
  },
  args: {
    target: {
      type: "positional",
      required: true,
      description:
        "A route, a path, a header, a capability flag, a plugin, an error code, a schema, a service or a config key",
    },
    path: {
      type: "positional",
      required: false,
      description: "The path, when the first argument is a method: GET /api/ping",
    },
    ...configFlag,
  },
  run: ({ args, cmd }) =>
    run({ args, cmd }, async () => {
      const code = explainCode(args.target, await pluginsFor(args.target, args.config));
      const target = args.path === undefined ? args.target : `${args.target} ${args.path}`;
      print(code ?? explainTarget(await bootHere(args.config), target));
    }),
});

/** Plugins that may declare a code of a finding: read only when the target looks like one. */
async function pluginsFor(target: string, config: string | undefined): Promise<Plugin[]> {
  if (Object.hasOwn(FINDINGS, target) || !/^[A-Z]+(_[A-Z]+)+$/.test(target)) return [];
  const loaded = await loadConfig({ cwd: process.cwd(), env: environment(config) });
  return (await loadPlugins(loaded)).installed.map(({ plugin }) => plugin);
}

/** One kind of thing that has names. */
interface Kind {
  names(booted: Booted): readonly string[];
  /** A text for each thing with this name. */
  find(booted: Booted, target: string): readonly string[];
}

/** Things of different kinds may share a name; then all of them are shown. */
const KINDS: readonly Kind[] = [
  {
    names: ({ registry }) =>
      registry.routes.flatMap(({ ref, id, method, path }) => [ref, id, path, `${method} ${path}`]),
    find: (booted, target) =>
      routesNamed(booted, target).map((route) => explainRoute(booted, route)),
  },
  {
    names: ({ registry }) => headerNames(registry),
    find: (booted, target) =>
      headerNames(booted.registry)
        .filter((name) => name.toLowerCase() === target.toLowerCase())
        .map((name) => explainHeader(booted, name)),
  },
  {
    names: ({ installed }) => flagsOf(installed).map(({ flag }) => flag),
    find: (booted, target) =>
      flagsOf(booted.installed).some(({ flag }) => flag === target)
        ? [explainFlag(booted, target)]
        : [],
  },
  {
    names: ({ installed }) => installed.map(({ plugin }) => plugin.id),
    find: (booted, target) =>
      booted.installed
        .filter((entry) => [entry.plugin.id, configKey(entry), pathOf(entry)].includes(target))
        .map((entry) => explainPlugin(booted, entry)),
  },
  {
    names: ({ registry, installed }) => [
      ...registry.errors.map(({ code }) => code),
      ...Object.keys(FINDINGS),
      ...installed.flatMap(({ plugin }) => Object.keys(plugin.validate?.findings ?? {})),
    ],
    find: (booted, target) =>
      booted.registry.errors
        .filter(({ code }) => code === target)
        .map((entry) => explainError(booted, entry)),
  },
  {
    names: ({ registry }) => [...registry.schemas.keys()],
    find: (booted, target) => {
      const schema = booted.registry.schemas.get(target);
      return schema === undefined ? [] : [explainSchema(booted, schema)];
    },
  },
  {
    names: ({ installed }) => serviceIds(installed),
    find: (booted, target) =>
      serviceIds(booted.installed).includes(target) ? [explainService(booted, target)] : [],
  },
  {
    names: keyPaths,
    find: (booted, target) => [explainKey(booted, target) ?? []].flat(),
  },
];

/** Throws a {@link UsageError} with the nearest name. */
export function explainTarget(booted: Booted, target: string): string {
  const texts = KINDS.flatMap(({ find }) => find(booted, target));
  if (texts.length > 0) return texts.join("\n\n");
  const similar = didYouMean(
    target,
    KINDS.flatMap(({ names }) => names(booted)),
  );
  const hint = similar.startsWith("known here")
    ? "list the names: waymark routes, waymark plugins"
    : similar;
  throw new UsageError(`nothing has the name ${JSON.stringify(target)}\n  hint: ${hint}`);
}

/** By id, by path, or by method and path. The GET route answers HEAD, and all routes of a path answer OPTIONS. */
function routesNamed({ registry }: Booted, target: string): readonly SealedRoute[] {
  const [word = "", path] = target.split(/ +/, 2);
  if (path === undefined)
    return target.startsWith("/")
      ? routesAt(registry.routes, target)
      : [registry.route(target) ?? []].flat();
  const requested = word.toUpperCase();
  if (!KNOWN_METHODS.includes(requested)) return [];
  const routes = routesAt(registry.routes, path);
  const method = requested === "HEAD" ? "GET" : requested;
  const answering = routes.filter((route) => requested === "OPTIONS" || route.method === method);
  const [first] = routes;
  if (answering.length > 0 || first === undefined) return answering;
  throw new UsageError(
    `${first.path} has no route for ${requested}\n  hint: it answers ${first.allow}`,
  );
}

/** The routes of a path, written as declared (`/api/offices/{officeId}`) or as requested (`/api/offices/berlin`). */
function routesAt(routes: readonly SealedRoute[], path: string): readonly SealedRoute[] {
  const declared = routes.filter((route) => route.path === path);
  if (declared.length > 0) return declared;
  const requested = path.replace(/[?#].*$/, "");
  return routes.filter(({ pattern }) => matches(pattern, requested));
}
