/** Questions for the tests of truth, and plugins whose routes answer them. */
import { definePlugin, type Duration, type WaymarkConfig } from "waymark";
import preset from "waymark/preset";
import { z } from "zod";
import type { Ask } from "../_setup.ts";
import { startServer } from "../_setup.ts";

/** Routes that declare what their options say, for declarations that no option of the preset changes. */
const probe = definePlugin({
  id: "probe",
  summary: "Routes to look at.",
  options: z.strictObject({
    maxAge: z.string().default("60s"),
    stored: z.boolean().default(true),
    timed: z.boolean().default(false),
    sunset: z.string().default("2030-01-01"),
  }),
  routes: ({ maxAge, stored, timed, sunset }) => ({
    showProbe: {
      method: "GET",
      path: "/api/probe",
      summary: "Read what is always the same.",
      returns: z.object({ probe: z.literal(true) }),
      cache: stored ? { scope: "public", maxAge: maxAge as Duration } : "no-store",
      serverTiming: timed,
      deprecated: { since: "2029-01-01", sunset, successor: "ping.getPing" },
    },
    takeProbe: {
      method: "POST",
      path: "/api/probe/echo",
      summary: "Take a body.",
      body: z.object({ text: z.string() }),
      returns: z.object({ probe: z.literal(true) }),
      idempotency: "none",
    },
  }),
  handlers: () => ({
    showProbe: () => ({ probe: true as const }),
    takeProbe: () => ({ probe: true as const }),
  }),
});

/** A list of its own, to be switched off. */
const probes = definePlugin({
  id: "probes",
  summary: "A list to look at.",
  routes: {
    listProbes: {
      method: "GET",
      path: "/api/probes",
      summary: "List probes.",
      list: { of: z.object({ id: z.string() }), as: "probes", name: "Probes" },
      cache: "no-store",
    },
  },
  handlers: () => ({ listProbes: () => [{ id: "a" }, { id: "b" }] }),
});

export type Settings = NonNullable<WaymarkConfig["plugins"]>;

/** The preset and the probes with these settings, over a socket; stopped when the test is. */
export async function start(plugins: Settings): Promise<Ask> {
  const server = await startServer({
    plugins: [...preset, probe, probes],
    config: { trustedProxies: ["127.0.0.1"], plugins },
  });
  return (path, init) => server.request(path, init);
}

/** A member of a document, by its path. */
export async function read(ask: Ask, path: string, ...keys: (string | number)[]): Promise<unknown> {
  const answer = await ask(path);
  let value: unknown = answer.status === 200 ? await answer.json() : undefined;
  for (const key of keys) value = (value as Record<string | number, unknown> | undefined)?.[key];
  return value;
}

export async function header(
  ask: Ask,
  name: string,
  path: string,
  init?: RequestInit,
): Promise<string> {
  const answer = await ask(path, init);
  await answer.arrayBuffer();
  return answer.headers.get(name) ?? "";
}

/** Seconds of `max-age` in the value of a header. */
export const maxAgeOf = (value: string) => Number(/max-age=(\d+)/.exec(value)?.[1]);

export const status = async (ask: Ask, path: string, init?: RequestInit) => {
  const answer = await ask(path, init);
  await answer.arrayBuffer();
  return answer.status;
};
/** Returns the candidates for which a condition holds, in their order. */
export async function pick<T>(candidates: readonly T[], holds: (candidate: T) => Promise<boolean>) {
  const kept: T[] = [];
  for (const candidate of candidates) if (await holds(candidate)) kept.push(candidate);
  return kept;
}
