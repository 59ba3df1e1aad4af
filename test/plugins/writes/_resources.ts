/** Resources that tests write: one whose keys the service chooses, and one whose keys clients do. */
import { onTestFinished } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { resource } from "waymark/resources";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";

const Boat = z.object({
  id: z.string(),
  name: z.string().min(1),
  berth: z.int().min(1).default(1),
  crew: z.array(z.string()).optional(),
  hull: z.object({ colour: z.string(), length: z.number().optional() }).optional(),
  notes: z.record(z.string(), z.unknown()).optional(),
  nickname: z.string().nullable().optional(),
  revision: z.int(),
});

const boats = resource({
  name: { one: "boat", many: "boats" },
  path: "/api/boats",
  of: Boat,
  key: "id",
  computed: ["revision"],
  errors: { "boat-sunk": { status: 409, message: "The boat has sunk." } },
  rule({ kind, before, after, fail }) {
    if ((after ?? before)?.name === "sunk") return fail("boat-sunk");
    if (kind === "remove" || after === undefined) return undefined;
    return { ...after, name: after.name.trim() || "?", revision: (before?.revision ?? 0) + 1 };
  },
});

const Flag = z
  .object({ code: z.string(), meaning: z.string().min(1), colours: z.int().min(1).max(9) })
  .meta({ id: "Flag" });

const flags = resource({
  name: { one: "flag", many: "flags" },
  path: "/api/flags",
  of: Flag,
  key: "code",
  keys: "client",
  unique: ["meaning"],
});

export const harbour: Plugin = definePlugin({
  id: "harbour",
  summary: "Boats and flags.",
  ...boats,
  tables: { ...boats.tables, ...flags.tables },
  schemas: { ...boats.schemas, ...flags.schemas },
  routes: { ...boats.routes, ...flags.routes },
  handlers: (use) => ({ ...boats.handlers(use), ...flags.handlers(use) }),
});

/** A server with both, until the test has finished. */
export async function startHarbour(): Promise<TestServer> {
  const server = await openHarbour();
  onTestFinished(() => server.close());
  return server;
}

export function openHarbour(): Promise<TestServer> {
  return createTestServer({
    plugins: [...preset, harbour],
    config: { plugins: { "rate-limit": false } },
  });
}

export const MERGE = "application/merge-patch+json";
export const PATCH = "application/json-patch+json";

/** Sends a body as JSON of a type. */
export function sends(method: string, body?: unknown, type = "application/json"): RequestInit {
  return body === undefined
    ? { method }
    : { method, headers: { "content-type": type }, body: JSON.stringify(body) };
}
