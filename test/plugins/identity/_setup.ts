/** Plugins for tests of identity: one that identifies by badges, and one whose routes ask for each level of access. */
import { randomUUID } from "node:crypto";
import {
  definePlugin,
  definePolicy,
  type Plugin,
  type PluginSetting,
  type Principal,
} from "waymark";
import preset from "waymark/preset";
import type { TestServer, TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../_setup.ts";

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  ann: { id: "badge:ann", kind: "badges", name: "Ann", scopes: ["notes:read", "notes:write"] },
  ada: { id: "badge:ada", kind: "badges", name: "Ada", scopes: ["audit:read"] },
  wes: {
    id: "badge:wes",
    kind: "badges",
    name: "Wes",
    scopes: ["webhooks:read", "webhooks:write"],
  },
  wim: {
    id: "badge:wim",
    kind: "badges",
    name: "Wim",
    scopes: ["webhooks:read", "webhooks:write"],
  },
  ben: { id: "badge:ben", kind: "badges", name: "Ben", scopes: [] },
  pat: { id: "badge:pat", kind: "badges", name: "Pat", scopes: [], plan: "pro" },
  pia: { id: "badge:pia", kind: "badges", name: "Pia", scopes: ["usage:read"], plan: "pro" },
  kim: {
    id: "badge:kim",
    kind: "badges",
    name: "Kim",
    scopes: ["keys:read", "keys:write", "notes:read"],
  },
};

/** Headers of a request by the principal of that name; any other name is a bad credential. */
export const as = (name: string) => ({ authorization: `Bearer badge-${name}` });

/** Badges made for checks, by the part of the credential after `badge-`. */
const issued = new Map<string, Principal>();

export const badges = definePlugin({
  id: "badges",
  summary: "Identifies callers by badges.",
  policies: [
    definePolicy({
      id: "badges",
      reads: { authorization: { description: "Bearer and a badge." } },
      identifies: {
        description: "A badge.",
        scheme: { type: "http", scheme: "bearer" },
        challenge: "Bearer",
        identify: async (call) => {
          const [, name = ""] =
            /^Bearer badge-(\w+)$/.exec(call.header("authorization") ?? "") ?? [];
          return Promise.resolve(PRINCIPALS[name] ?? issued.get(name));
        },
        issue({ name, scopes, state }) {
          const badge = randomUUID().replaceAll("-", "");
          if (state === "good")
            issued.set(badge, { id: `badge:${badge}`, kind: "badges", name, scopes });
          return as(badge);
        },
      },
      compile: () => ({}),
    }),
  ],
});

const Note = z.object({ id: z.string(), reader: z.string() });
const list = (name: string) => ({ of: Note, as: name, name: `${name}List` });
const route = { method: "GET", summary: "List notes." } as const;
const cache = { scope: "private", maxAge: "60s" } as const;

/** Routes of each level. Each answers with the name of its reader. */
export const notes = definePlugin({
  id: "notes",
  summary: "Notes of every level of access.",
  routes: {
    listOpen: {
      ...route,
      path: "/api/open",
      list: list("open"),
      cache: { scope: "public", maxAge: "60s" },
      publish: { rootLink: "open" },
    },
    listKnown: {
      ...route,
      path: "/api/known",
      list: list("known"),
      cache,
      access: "authenticated",
      publish: { rootLink: "known" },
    },
    listScoped: {
      ...route,
      path: "/api/scoped",
      list: list("scoped"),
      cache,
      access: { scopes: ["notes:read"] },
      publish: { rootLink: "scoped" },
    },
  },
  handlers: () => ({
    listOpen: () => [{ id: "1", reader: "anybody" }],
    listKnown: ({ principal }) => [{ id: "1", reader: principal.name }],
    listScoped: ({ principal }) => [{ id: "1", reader: principal.name }],
  }),
});

const PAGES = new Set(["site", "views", "status-page"]);
const NAMED = new Set(
  "access api-keys oidc clock jobs ids event-bus store health root auth-methods".split(" "),
);

/** The policies of the preset, and what callers need beside them: a server of these starts in a third of the time. */
export const FEW: readonly Plugin[] = preset.filter(
  ({ id, policies }) => (policies !== undefined && !PAGES.has(id)) || NAMED.has(id),
);

/** Starts the preset with access, badges and notes, and all that the options add. Closed when the test ends. */
export async function startNotes(
  { plugins = [], config = {}, ...options }: TestServerOptions = {},
  access: PluginSetting = {},
  begin: readonly Plugin[] = preset,
): Promise<TestServer> {
  return startServer({
    ...options,
    plugins: [...begin, badges as Plugin, notes as Plugin, ...plugins],
    config: { ...config, plugins: { access, ...config.plugins } },
  });
}
