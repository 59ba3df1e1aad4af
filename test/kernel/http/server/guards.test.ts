/** A guard that is off, missing or broken stops the start; no route is left open (A3). */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, service, type Plugin, type Route } from "waymark";
import { createTestServer, type TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../../_setup.ts";

const Locks = service<{ open: boolean }>("locks");

/** Asks for a key at the routes that say `lock`. */
const lock = (about: Partial<Plugin> = {}, needs = {}): Plugin => ({
  id: "lock",
  summary: "Locks routes.",
  policies: [
    definePolicy({
      id: "lock",
      key: "lock",
      schema: z.literal(true),
      guards: true,
      needs,
      compile: (_route, _context, value) =>
        value === true ? { admit: () => ({ code: "not-found" }) } : undefined,
    }),
  ],
  ...about,
});

const locks = (about: Partial<Plugin>): Plugin => ({
  id: "locks",
  summary: "Knows the locks.",
  provides: { locks: Locks },
  setup: () => ({ locks: { open: false } }),
  ...about,
});

const locked = {
  method: "GET",
  path: "/cellar",
  summary: "The cellar.",
  cache: "no-store",
} as const;
const cellar: Plugin = {
  ...definePlugin({
    id: "cellar",
    summary: "Has a locked route.",
    routes: { showCellar: { ...locked, text: { mediaType: "text/plain" } } },
    handlers: () => ({ showCellar: () => "wine" }),
  }),
  routes: {
    showCellar: { ...locked, text: { mediaType: "text/plain" }, lock: true } as Route,
  },
};

const fails = () => {
  throw new Error("the lock is jammed");
};

describe("a route with the key of a guard", () => {
  it.each<[string, TestServerOptions, string]>([
    ["is off", { plugins: [cellar, lock()], config: { plugins: { lock: false } } }, "GUARD_OFF"],
    ["is not installed", { plugins: [cellar] }, "ROUTE_KEY_UNKNOWN"],
    [
      "could not be loaded, though it is optional",
      { plugins: [cellar], config: { plugins: { "./lock.ts": { $optional: true } } } },
      "ROUTE_KEY_UNKNOWN",
    ],
    ["is optional", { plugins: [cellar, lock({ optional: true })] }, "GUARD_OPTIONAL"],
    ["fails to start", { plugins: [cellar, lock({ setup: fails })] }, "SETUP_FAILED"],
    [
      "lacks the service of an optional plugin",
      {
        plugins: [
          cellar,
          locks({ optional: true, setup: fails }),
          lock({ needs: { locks: Locks } }, { locks: Locks }),
        ],
      },
      "SETUP_FAILED",
    ],
    [
      "does not start for want of a service that only its plugin needs",
      {
        plugins: [
          cellar,
          locks({ optional: true, setup: fails }),
          lock({ needs: { locks: Locks } }),
        ],
      },
      "SETUP_FAILED",
    ],
  ])("is not served when the guard %s", async (_how, options, code) => {
    await expect(createTestServer(options)).rejects.toThrow(code);
  });

  it("is served without the guard once another guard has the key", async () => {
    const plugins = [cellar, lock(), { ...lock(), id: "second" }];
    const server = await startServer({ plugins, config: { plugins: { lock: false } } });
    expect((await server.request("/cellar")).status).toBe(404);
  });

  it("stays guarded when a reload would switch the guard off", async () => {
    const server = await startServer({ plugins: [cellar, lock()] });
    await expect(server.reload({ plugins: { lock: false } })).rejects.toThrow("GUARD_OFF");
    expect((await server.request("/cellar")).status).toBe(404);
  });
});
