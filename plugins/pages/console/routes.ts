/** The routes of the console. Writes are at the paths of pages, so that none of it counts as API. */
import { z } from "zod";
import { isHeaderValue } from "../../shared/operations/inner.ts";
import type { Options } from "./options.ts";
import { ConsoleSession, ConsoleToken } from "./session.ts";

const asset = { asset: true, method: "GET", document: true } as const;
const page = {
  method: "GET",
  cache: "no-store",
  text: { mediaType: "text/html" },
  languages: ["*"],
  values: { token: ConsoleToken },
} as const;
const act = {
  method: "POST",
  idempotency: "none",
  transaction: false,
  returns: z.object({
    text: z.string().describe("What happened, for the operator."),
    href: z.string().optional().describe("Page that shows it."),
    secret: z.string().optional().describe("Shown once."),
  }),
  languages: ["*"],
  values: { token: ConsoleToken },
} as const;

/** Time limit of routes that try the config: the thread for it, if it hangs, ends earlier. */
const TIMEOUT = "70s";

/** Change that has just been served. */
const Done = z.enum(["applied", "undone"]).optional();

/** Value of an option that a form can write. */
const Plain = z.union([z.string(), z.number(), z.boolean()]);

/** The wanted setting of a plugin. */
export const Setting = z.strictObject({
  on: z.boolean().optional(),
  options: z.record(z.string(), Plain).optional(),
});

/** Path of this service, with its query. */
const Target = z
  .string()
  .max(4096)
  .regex(/^\/(?![/\\])[^\s\\]*$/)
  .meta({ examples: ["/api/brains/atlas"] });

const PluginId = z.object({ id: z.string().meta({ examples: ["console"] }) });

/** Write of the API, as a form sends it. */
export const Write = z.strictObject({
  method: z.enum(["POST", "PUT", "PATCH", "DELETE"]),
  target: Target,
  body: z.json().optional(),
  ifMatch: z.string().max(200).refine(isHeaderValue).optional(),
});

/** Action of `waymark status`, with its flags. */
const Announcing = z.strictObject({
  kind: z.enum(["note", "maintenance", "update"]),
  action: z.enum(["add", "end", "remove"]),
  id: z.string().optional(),
  ...Object.fromEntries(
    ["title", "title-es", "text", "text-es", "from", "until", "affects", "state"].map(
      (flag) => [flag, z.string().optional()] as const,
    ),
  ),
});

const ASSETS = {
  showStyles: {
    ...asset,
    path: "/console/console.css",
    summary: "Read the styles of the console.",
    text: { mediaType: "text/css" },
    cache: { scope: "private", maxAge: "5m" },
  },
  showScript: {
    ...asset,
    path: "/console/console.js",
    summary: "Read the script of the console.",
    text: { mediaType: "text/javascript" },
    cache: { scope: "private", maxAge: "5m" },
  },
} as const;

const ROUTES = {
  showOverview: {
    ...page,
    path: "/console",
    summary: "See what runs and how it is.",
    publish: { rootLink: "console" },
  },
  showPlugins: {
    ...page,
    path: "/console/plugins",
    summary: "See all plugins, and which are on.",
    query: z.object({ done: Done }),
    timeout: TIMEOUT,
  },
  showPlugin: {
    ...page,
    path: "/console/plugins/{id}",
    params: PluginId,
    summary: "See a plugin with its options, and preview a change of them.",
    query: z.looseObject({ on: z.enum(["true", "false"]).optional(), done: Done }),
    timeout: TIMEOUT,
    errors: ["resource-not-found"],
  },
  showMap: {
    ...page,
    path: "/console/map",
    summary: "See the resources of the service, and how they are related.",
  },
  changePlugin: {
    ...act,
    path: "/console/plugins/{id}",
    params: PluginId,
    summary: "Write a change of a plugin's setting into the config file.",
    timeout: TIMEOUT,
    body: Setting.extend({ text: z.string().describe("Hash of the file that was previewed.") }),
    errors: ["unprocessable-content"],
  },
  undoChange: {
    ...act,
    path: "/console/plugins",
    summary: "Restore the config file as it was before the last change.",
    errors: ["unprocessable-content"],
  },
  showData: {
    ...page,
    path: "/console/data",
    summary: "See all data of the API.",
  },
  showAnswer: {
    ...page,
    path: "/console/data/at",
    summary: "See what an address of the API answers, and change it.",
    query: z.object({ target: Target.optional() }),
    errors: ["resource-not-found"],
  },
  act: {
    ...act,
    path: "/console/data",
    summary: "Perform a write of the API as the operator.",
    body: Write,
    errors: ["unprocessable-content"],
  },
  showRequests: {
    ...page,
    path: "/console/requests",
    summary: "See requests by route, slow ones, and one by its id.",
    query: z.object({
      id: z.string().max(200).optional(),
      route: z.string().max(200).optional(),
    }),
  },
  showAnnouncements: {
    ...page,
    path: "/console/status",
    summary: "See what the status page announces.",
    errors: ["resource-not-found"],
  },
  announce: {
    ...act,
    path: "/console/status",
    summary: "Add, end or remove an announcement.",
    body: Announcing,
    errors: ["resource-not-found", "unprocessable-content"],
  },
  verifyAudit: {
    ...act,
    path: "/console/data/at",
    summary: "Verify that the record of actions is as it was written.",
    body: z.strictObject({}),
    errors: ["resource-not-found", "unprocessable-content"],
  },
} as const;

/** Routes of sessions, where clients could reach the console. */
export const SESSION_ROUTES = {
  showSignIn: { ...page, path: "/console/sign-in", summary: "See where operators sign in." },
  signIn: {
    ...act,
    path: "/console/sign-in",
    summary: "Begin a session of the caller in the console.",
    body: z.strictObject({}),
    values: { token: ConsoleToken, session: ConsoleSession },
    errors: ["unprocessable-content"],
  },
  signOut: {
    ...act,
    path: "/console",
    summary: "End the session in the console.",
    body: z.strictObject({}),
    values: { token: ConsoleToken, session: ConsoleSession },
  },
} as const;

interface Place {
  readonly listener?: "admin";
  readonly access?: { readonly scopes: readonly string[] };
}

function at<Routes extends Readonly<Record<string, object>>>(place: Place, all: Routes) {
  const entries = Object.entries(all).map(([id, route]) => [id, { ...route, ...place }] as const);
  return Object.fromEntries(entries) as { readonly [Id in keyof Routes]: Routes[Id] & Place }; // as the entries
}

/**
 * Returns the routes at the admin listener. With a scope they are at the listener for clients, and callers need it for all
 * but the page on which they sign in, with its assets.
 */
export function routes({ scope }: z.infer<typeof Options>) {
  const place = scope === undefined ? ({ listener: "admin" } as const) : undefined;
  const guarded = place ?? { access: { scopes: [scope ?? ""] } };
  const { showSignIn, ...sessions } = SESSION_ROUTES;
  return {
    ...at(place ?? {}, ASSETS),
    ...at(guarded, ROUTES),
    // Typed as if they were always there, like their handlers.
    ...(place === undefined
      ? { ...at({}, { showSignIn }), ...at(guarded, sessions) }
      : ({} as typeof SESSION_ROUTES)),
  };
}
