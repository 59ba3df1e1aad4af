/** The kinds of things that `waymark explain` knows by name. */
import { STATUS_CODES } from "node:http";
import type { SealedRoute } from "waymark";
import { requiredScopes, successStatus } from "waymark/advanced";
import { collect } from "waymark/tools";
import type { Booted } from "waymark/server";
import { availablePlugins } from "../../shared/setting/available.ts";
import { named, unique, type Kind, type Thing } from "./explanation.ts";
import { headers } from "./headers.ts";
import { flags, plugins } from "./plugins.ts";
import { routes } from "./routes.ts";

/** Returns the kinds in the order of the answers when things of several kinds share a name. */
export function kindsOf(booted: Booted): readonly Kind[] {
  const { registry } = booted;
  return [
    routes(booted),
    headers(booted),
    named(booted, flags(booted)),
    plugins(booted),
    named(booted, [
      ...errors(booted),
      ...statuses(booted),
      ...events(booted),
      // Each point describes its entries: alerts, commands, jobs and others.
      ...registry.points.flatMap((point) => [...point.explained()]),
      ...scopes(booted),
      // Plugins that the preset offers and the config does not have.
      ...availablePlugins(booted.offered, booted.installed).map(({ id, how }) => {
        return { name: id, title: `plugin ${id}`, about: [`Available: ${how}.`] };
      }),
    ]),
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
      facts: {
        cause,
        "what to do": remedy,
        "declared by": declaring.map(({ ref }) => ref).join(", "),
      },
    };
  });
}

function errorsOf({ declaration }: SealedRoute): readonly string[] {
  return [...(declaration.errors ?? []), declaration.alwaysFails?.code ?? []].flat();
}

/** Statuses with the errors and the routes that have them. */
function statuses({ registry }: Booted): readonly Thing[] {
  const rows = registry.routes.map((route) => {
    const { statuses: others = [], redirect } = route.declaration;
    const codes = errorsOf(route);
    const refused = registry.errors.filter(({ code }) => codes.includes(code));
    const own = redirect?.status ?? successStatus(route.declaration);
    return { route, all: new Set([own, ...others, ...refused.map(({ status }) => status)]) };
  });
  const known = [
    ...registry.errors.map(({ status }) => status),
    ...rows.flatMap(({ all }) => [...all]),
  ];
  return unique(known).map((status) => ({
    name: String(status),
    title: `status ${status} ${STATUS_CODES[status] ?? ""}`.trim(),
    facts: {
      errors: registry.errors.flatMap((one) => (one.status === status ? one.code : [])).join(", "),
    },
    sections: {
      "declared by": rows.flatMap(({ route: { method, path, ref }, all }) =>
        all.has(status) ? [[method, path, ref]] : [],
      ),
    },
  }));
}

/** Events that clients can follow; a plugin that declares an event goes before a route that streams it. */
function events({ registry, installed }: Booted): readonly Thing[] {
  const { contributors, events: declared } = collect(installed);
  const streamed = contributors.flatMap(({ plugin, routes: own }) =>
    Object.values(own).flatMap(({ stream }) =>
      Object.keys(stream?.events ?? {}).map((name) => [name, plugin.id] as const),
    ),
  );
  const owners = new Map([
    ...streamed,
    ...declared.map(({ name, plugin }) => [name, plugin] as const),
  ]);
  return [...owners].map(([name, plugin]) => {
    const streams = registry.routes.filter(
      ({ declaration: { stream } }) => stream?.contributed === true || stream?.events[name],
    );
    const sentBy = streams.map(({ ref }) => ref).join(", ");
    return { name, plugin, title: `event ${name}`, facts: { "sent by": sentBy } };
  });
}

/** Scopes that any route requires. */
function scopes(booted: Booted): readonly Thing[] {
  const { routes: all } = booted.registry;
  return unique(all.flatMap((route) => requiredScopes(route) ?? [])).map((name) => ({
    name,
    title: `scope ${name}`,
    about: ["Callers of these routes need it."],
    sections: {
      "required by": all
        .filter((route) => requiredScopes(route)?.includes(name))
        .map(({ method, path, ref }) => [method, path, ref]),
    },
  }));
}
