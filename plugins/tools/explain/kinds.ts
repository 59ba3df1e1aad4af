/** The kinds of things that `waymark explain` knows by name. */
import { STATUS_CODES } from "node:http";
import type { Plugin, SealedRoute } from "waymark";
import { requiredScopes, successStatus, type Audience } from "waymark/advanced";
import { availablePlugins, collect } from "waymark/tools";
import type { Booted } from "waymark/server";
import { RULES } from "../shared/diff/rules.ts";
import {
  listRefs,
  named,
  pluginText,
  routeRows,
  unique,
  type Kind,
  type Thing,
} from "./explanation.ts";
import { FINDINGS } from "./finding-texts.ts";
import { requestHeaders, responseHeaders } from "./headers.ts";
import { keysAndVariables } from "./keys.ts";
import { flags, plugins } from "./plugins.ts";
import { routes } from "./routes.ts";

/** Returns the kinds in the order of the answers when things of several kinds share a name. */
export function kindsOf(booted: Booted): readonly Kind[] {
  const { installed, registry } = booted;
  return [
    routes(booted),
    responseHeaders(booted),
    requestHeaders(booted),
    named(booted, [...codesOf(installed.map(({ plugin }) => plugin)), ...flags(booted)]),
    plugins(booted),
    named(booted, [
      ...errors(booted),
      ...schemas(booted),
      ...events(booted),
      ...points(booted),
      // Each point describes its entries.
      ...registry.points.flatMap((point) => [...point.explained()]),
      ...services(booted),
      ...scopes(booted),
      ...available(booted),
      ...statuses(booted),
    ]),
    keysAndVariables(booted),
  ];
}

/** The rules of `waymark diff` and the codes of findings: known without a boot, which a mistake may prevent. */
export function codesOf(installed: readonly Plugin[]): readonly Thing[] {
  const findings = new Map(
    [
      ...installed.flatMap(({ points: own = [] }) => own.map((point) => point.findings ?? {})),
      ...installed.map(({ validate }) => validate?.findings ?? {}),
      FINDINGS,
    ].flatMap((codes) => Object.entries(codes)),
  );
  return [
    ...Object.entries(RULES).map(([name, { severity, reason }]) => {
      return { name, title: `rule ${name} of waymark diff: ${severity}`, about: [reason] };
    }),
    ...[...findings].map(([name, { meaning, hint }]) => {
      return { name, title: `finding ${name}`, about: [meaning], facts: { hint } };
    }),
  ];
}

/** The catalog of errors that answers carry. */
function errors(booted: Booted): readonly Thing[] {
  const { registry } = booted;
  return registry.errors.map(({ code, status, message, cause, remedy, plugin }) => {
    const declaring = registry.routes.filter((route) => errorsOf(route).includes(code));
    return {
      name: code,
      plugin,
      title: `error ${code}: ${status}`,
      about: [message],
      facts: { cause, "what to do": remedy, "declared by": listRefs(declaring, "") },
    };
  });
}

function errorsOf({ declaration }: SealedRoute): readonly string[] {
  return [...(declaration.errors ?? []), declaration.alwaysFails?.code ?? []].flat();
}

/** Statuses with the refusals and the routes that have them. */
function statuses(booted: Booted): readonly Thing[] {
  const { registry } = booted;
  const having = Map.groupBy(registry.errors, ({ status }) => status);
  const routesOf = new Map<number, SealedRoute[]>();
  for (const route of registry.routes) {
    const { statuses: others = [], redirect } = route.declaration;
    const codes = errorsOf(route);
    const refused = registry.errors.filter(({ code }) => codes.includes(code));
    const own = redirect?.status ?? successStatus(route.declaration);
    for (const status of new Set([own, ...others, ...refused.map((entry) => entry.status)]))
      routesOf.set(status, [...(routesOf.get(status) ?? []), route]);
  }
  return [...new Set([...having.keys(), ...routesOf.keys()])].map((status) => ({
    name: String(status),
    title: `status ${status} ${STATUS_CODES[status] ?? ""}`.trim(),
    facts: {
      errors: having
        .get(status)
        ?.map(({ code }) => code)
        .join(", "),
    },
    sections: { "declared by": routeRows(routesOf.get(status) ?? []) },
  }));
}

/** Published types: a plugin's schema, or the envelope of a list. */
function schemas(booted: Booted): readonly Thing[] {
  const { registry } = booted;
  // Any plugin may have the route that publishes schemas.
  const publisher = registry.routes.find(
    ({ path, mediaTypes }) =>
      mediaTypes.includes("application/schema+json") && /^[^{]*\{\w+\}$/.test(path),
  );
  return [...registry.schemas.values()].map(({ name, plugin, list }) => ({
    name,
    plugin,
    title: `schema ${name}`,
    facts: {
      "published at": publisher?.path.replace(/\{\w+\}/, name),
      items: list && `in ${list.as}`,
      "body of": listRefs(registry.routes.filter((route) => route.schema === name)),
    },
  }));
}

/** Events that clients can follow; a plugin that declares an event goes before a route that streams it. */
function events(booted: Booted): readonly Thing[] {
  const { registry } = booted;
  const { contributors, events: declared } = collect(booted.installed);
  const streamed = contributors.flatMap(({ plugin, routes: own }) =>
    Object.values(own)
      .flatMap(({ stream }) => Object.keys(stream?.events ?? {}))
      .map((name) => [name, plugin.id] as const),
  );
  const owners = new Map([
    ...streamed,
    ...declared.map(({ name, plugin }) => [name, plugin] as const),
  ]);
  return [...owners].map(([name, plugin]) => {
    const streams = registry.routes.filter(
      ({ declaration: { stream } }) => stream?.contributed === true || stream?.events[name],
    );
    const received = audienceText(registry.audiences[name]);
    const facts = { "sent by": listRefs(streams), "received by": received };
    return { name, plugin, title: `event ${name}`, facts };
  });
}

function audienceText(audience: Audience | undefined): string | undefined {
  if (typeof audience !== "object") return audience && "callers with a valid credential";
  return `callers with ${audience.scopes.length > 1 ? "the scopes" : "the scope"} ${audience.scopes.join(", ")}`;
}

/** Keys of plugins that the kernel or a plugin reads. */
function points(booted: Booted): readonly Thing[] {
  return booted.registry.points.map((point) => {
    const readers = booted.installed.filter(
      ({ enabled, plugin }) => enabled && plugin.points?.some(({ id }) => id === point.id),
    );
    return {
      name: point.id,
      title: `key ${point.id} of plugins`,
      facts: {
        "read by":
          readers.map(({ plugin }) => pluginText(booted, plugin.id)).join(", ") || "kernel",
      },
      sections: { entries: point.entries().map(({ name, plugin }) => [name, `plugin ${plugin}`]) },
    };
  });
}

/** Services that installed plugins provide or need. */
function services(booted: Booted): readonly Thing[] {
  const users = new Map<string, { provides: string[]; needs: string[] }>();
  for (const { plugin, enabled } of booted.installed)
    for (const key of ["provides", "needs"] as const)
      for (const { id } of Object.values(plugin[key] ?? {})) {
        const known = users.get(id) ?? { provides: [], needs: [] };
        const provider = pluginText(booted, plugin.id) + (enabled ? "" : ", off");
        known[key].push(key === "needs" ? plugin.id : provider);
        users.set(id, known);
      }
  return [...users].map(([name, { provides, needs }]) => ({
    name,
    title: `service ${name}`,
    facts: {
      "provided by": provides.join(", ") || "kernel",
      "needed by": needs.join(", ") || "no plugin",
    },
  }));
}

/** Scopes that any route requires. */
function scopes(booted: Booted): readonly Thing[] {
  const { routes: all } = booted.registry;
  return unique(all.flatMap((route) => requiredScopes(route) ?? [])).map((name) => ({
    name,
    title: `scope ${name}`,
    about: ["Callers of these routes need it."],
    sections: {
      "required by": routeRows(all.filter((route) => requiredScopes(route)?.includes(name))),
    },
  }));
}

/** Plugins that the preset offers and the config does not have. */
function available(booted: Booted): readonly Thing[] {
  return availablePlugins(booted.offered, booted.installed).map(({ id, how }) => {
    return { name: id, title: `plugin ${id}`, about: [`Available: ${how}.`] };
  });
}
