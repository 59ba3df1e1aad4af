/** Uses every door, and exports what it infers: a declaration can name all of it. */
import { definePlugin, definePolicy, optional, service, type RoutePolicies } from "waymark";
import preset from "waymark/preset";
import { defineConformance, statusIs } from "waymark/conformance";
import { Brain } from "waymark/schemas";
import { boot, createLog, BootError, startServer, type Booted } from "waymark/server";
import type { BusEvents } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import tea from "./plugins/tea.ts";

export const Kettle = service<{ boil(): void }>("kettle");
export const MaybeKettle = optional(Kettle);
export const Cup = Brain.extend({ leaf: z.string() });
export const policy = definePolicy({ id: "cups", compile: () => undefined });
export const conformance = defineConformance({
  statement: z.object({ limit: z.number() }),
  covers: { limit: ["cups: limit"] },
});
export const compare = statusIs;
export const plugins = [...preset, tea];
export const ownKey: RoutePolicies = { mood: "wild" };
/** Keys and events that plugins of the package add come with its doors. */
export const theirKeys: RoutePolicies = { rateLimit: "exempt", serverTiming: true };
export const events: readonly (keyof BusEvents)[] = ["tea.poured", "data.changed"];

export async function run() {
  try {
    const booted: Booted = await boot({ cwd: ".", env: process.env, preset: plugins });
    return await startServer(booted, { log: await createLog() });
  } catch (error) {
    return error instanceof BootError ? error.findings : undefined;
  }
}
export const test = () => createTestServer({ plugins });

// Each misuse is an error where it is made.
const get = { method: "GET", path: "/cups", summary: "Cups.", cache: "no-store" } as const;
const common = { id: "cups", summary: "Cups." };
const handlers = () => ({ getCup: () => "" });
export const misuses = [
  // @ts-expect-error -- no such mood
  definePlugin({ ...common, routes: { getCup: { ...get, returns: z.string(), mood: "sad" } } }),
  // @ts-expect-error -- no plugin added this key
  definePlugin({ ...common, routes: { getCup: { ...get, returns: z.string(), mod: "calm" } } }),
  // @ts-expect-error -- the rate limit knows one word
  definePlugin({ ...common, routes: { getCup: { ...get, returns: Cup, rateLimit: "no" } } }),
  // @ts-expect-error -- the handler gives no number
  definePlugin({ ...common, routes: { getCup: { ...get, returns: z.int() } }, handlers }),
];
// @ts-expect-error -- an event that no plugin added
export const event: keyof BusEvents = "tea.spilled";
// @ts-expect-error -- cups are counted
export const data: BusEvents["tea.poured"] = { cups: "two" };
