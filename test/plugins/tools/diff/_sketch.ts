/** Small registries to compare: one route, one policy, one flag at a time. */
import { definePlugin, definePolicy, type Plugin, type Route, type Schema } from "waymark";
import type { SecurityScheme } from "waymark/advanced";
import { Capabilities, RootLinks, Tables } from "waymark/services";
import { registryDocument } from "../../../../registry/derive/export/index.ts";
import type { RegistryDocument } from "../../../../registry/derive/export/form.ts";
import { KERNEL } from "../../../../kernel/host/boot/kernel-names.ts";
import { seal } from "../../../../registry/seal/seal.ts";
import { z } from "zod";

export type Plugins = readonly Plugin[];

/** The document as a file would hold it. */
export async function documentOf(plugins: Plugins, version = "1.0.0"): Promise<RegistryDocument> {
  const { registry, findings } = seal({
    kernel: { ...KERNEL, points: [...KERNEL.points, Capabilities, RootLinks, Tables] },
    app: { name: "atlas", version, description: "" },
    installed: plugins.map((one) => ({
      plugin: one,
      enabled: true,
      optional: false,
      options: {},
      source: "preset",
    })),
    baseUrl: () => "http://localhost",
  });
  if (registry === undefined) throw new Error(findings.map(({ message }) => message).join("; "));
  return JSON.parse(JSON.stringify(await registryDocument(registry))) as RegistryDocument;
}

const READ = { method: "GET", path: "/thing", summary: "Read.", cache: "no-store" } as const;
const WRITE = { method: "POST", path: "/thing", summary: "Write.", idempotency: "none" } as const;
const ANY = z.object({});

export function plugin(parts: Partial<Plugin>): Plugin {
  return definePlugin({ id: "atlas", summary: "Maps.", ...(parts as object) });
}

/** Routes of one plugin, by id. Handlers are never called. */
export function routes(
  given: Readonly<Record<string, object>>,
  parts: Partial<Plugin> = {},
): Plugin {
  return plugin({
    routes: given as Readonly<Record<string, Route>>,
    handlers: () => Object.fromEntries(Object.keys(given).map((id) => [id, () => ({})])),
    ...parts,
  });
}

/** A plugin with `GET /thing`. */
export function reading(keys: object = { returns: ANY }, parts: Partial<Plugin> = {}): Plugin {
  return routes({ getThing: { ...READ, ...keys } }, parts);
}

/** A plugin with `POST /thing`. */
export function writing(keys: object = {}): Plugin {
  return routes({ postThing: { ...WRITE, returns: ANY, ...keys } });
}

/** A plugin whose answer to `GET /thing` is the published type `Thing`. */
export function publishing(Thing: Schema): Plugin {
  return reading({ returns: Thing }, { schemas: { Thing } });
}

interface Pace {
  readonly value?: string | (() => string);
  readonly statement?: unknown;
  readonly reads?: Readonly<Record<string, { readonly description: string }>>;
  readonly requires?: readonly string[];
  readonly refuses?: boolean;
  readonly maxBodyBytes?: number;
}

/** A plugin with a policy that writes `X-Pace`, and owns the key `pace`. */
export function pacing({
  value = "steady",
  statement,
  reads,
  requires,
  refuses,
  maxBodyBytes,
}: Pace = {}): Plugin {
  return plugin({
    id: "pace",
    summary: "How fast things go.",
    policies: [
      definePolicy({
        id: "pace",
        key: "pace",
        guards: false,
        schema: z.unknown(),
        writes: { "X-Pace": "How fast things go." },
        ...(reads === undefined ? {} : { reads }),
        ...(statement === undefined ? {} : { statement: () => statement }),
        compile: () => ({
          fields: () => ({ "X-Pace": value }),
          ...(requires === undefined ? {} : { requires }),
          ...(refuses === true ? { admit: () => undefined } : {}),
          ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
        }),
      }),
    ],
  });
}

/** A plugin that asks for principals where routes have scopes, even none, under the key `gate`. */
export const gate: Plugin = plugin({
  id: "gate",
  summary: "Lets some in.",
  policies: [
    definePolicy({
      id: "gate",
      key: "gate",
      guards: true,
      schema: z.array(z.string()),
      // The schema above is the policy's own.
      compile: (_route, _context, scopes) =>
        scopes === undefined
          ? undefined
          : { security: { scopes: scopes as string[] }, admit: () => undefined },
    }),
  ],
});

/** A plugin by which callers say who they are, and one that asks it. */
export function identifying(scheme: SecurityScheme): Plugin {
  return plugin({
    id: "badges",
    summary: "Knows badges.",
    policies: [
      definePolicy({
        id: "badges",
        reads: { authorization: { description: "A badge." } },
        identifies: {
          description: "A badge.",
          scheme,
          challenge: "Bearer",
          identify: () => undefined,
        },
        compile: () => ({}),
      }),
      definePolicy({
        id: "doorman",
        guards: false,
        asksIdentifiers: true,
        compile: () => ({ admit: () => undefined }),
      }),
    ],
  });
}
