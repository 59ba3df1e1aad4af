/** The state that a plugin's `setup` returns: which parts receive it, and how long it lives. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, ownState, service, type Plugin } from "waymark";
import { HealthChecks, Metrics, Runtime } from "waymark/services";
import { z } from "zod";
import { json, startServer } from "../../../_setup.ts";

interface Tally {
  readonly start: number;
  requests: number;
}
const Keeper = service<string>("keeper");
const Item = z.object({ id: z.string() });
const get = { method: "GET", summary: "A route.", cache: "no-store" } as const;

const counting = definePolicy({
  id: "counting",
  state: ownState<Tally>(),
  compile: ({ plugin }, { state }) =>
    plugin === "tally" ? { observe: () => void state().requests++ } : undefined,
});

/** Counts its starts and its requests, beside a plugin that counts for itself. */
function tallies(rest: Partial<Plugin> = {}): readonly Plugin[] {
  let start = 0;
  const tally = definePlugin({
    id: "tally",
    summary: "Counts.",
    options: z.strictObject({ size: z.int().default(1), fails: z.boolean().default(false) }),
    provides: { keeper: Keeper },
    setup: (_use, { options: { fails } }) => {
      if (fails) throw new Error("no chalk");
      return { keeper: "kept", state: { start: ++start, requests: 0 } };
    },
    policies: [counting],
    routes: {
      show: { ...get, path: "/tally", returns: z.object({ start: z.int(), requests: z.int() }) },
      listAll: {
        ...get,
        path: "/all",
        list: { of: Item, as: "items", name: "All" },
        cache: { scope: "public", maxAge: "60s" },
      },
    },
    handlers: (_use, { state }) => ({
      show: () => ({ ...state }),
      listAll: () => [{ id: String(state.requests) }],
    }),
    loaders: (_use, { state }) => ({
      listAll: (of: readonly unknown[]) => of.map(() => [{ id: String(state.requests) }]),
    }),
    health: (_use, { state }) => ({
      chalk: () => ({ status: "ok", detail: `start ${state.start}` }),
    }),
    metrics: (_use, { state }) => ({
      starts: { help: "Starts.", type: "gauge", read: () => state.start },
    }),
  });
  const apart = definePlugin({
    id: "apart",
    summary: "Has no state, and reads what is measured.",
    points: [HealthChecks, Metrics],
    needs: { runtime: Runtime, keeper: { ...Keeper, optional: true } },
    routes: {
      look: { ...get, path: "/look", returns: z.object({ seen: z.array(z.unknown()) }) },
    },
    handlers: ({ runtime, keeper = "none" }, { state }) => ({
      async look({ signal }) {
        const metrics = runtime
          .of(Metrics)
          .map(({ value }) => (value.type === "histogram" ? [] : value.read()));
        const checks = await Promise.all(
          runtime.of(HealthChecks).map(({ value }) => typeof value === "function" && value(signal)),
        );
        const own: unknown = state ?? "no state";
        return {
          seen: [own, keeper, ...metrics, ...checks.map((report) => report && report.detail)],
        };
      },
    }),
  });
  return [{ ...tally, ...rest }, apart];
}

const start = async (plugins = tallies()) => {
  const server = await startServer({ plugins });
  return { server, read: async (path: string) => json(await server.fetch(path)) };
};

describe("a state that setup returns", () => {
  it("reaches handlers, policies, health checks and metrics of its plugin, and no other plugin", async () => {
    const { read } = await start();
    expect(await read("/tally")).toMatchObject({ start: 1, requests: 0 });
    expect(await read("/tally")).toMatchObject({ start: 1, requests: 1 });
    expect(await read("/look")).toMatchObject({ seen: ["no state", "kept", 1, "start 1"] });
  });

  it("has no version, so finished lists are not kept", async () => {
    const { read } = await start();
    const ids = async () => JSON.stringify(await read("/all")).match(/"id":"\d+"/)?.[0];
    expect([await ids(), await ids()]).toEqual(['"id":"0"', '"id":"1"']);
  });

  it("lives on where a reload carries its plugin over, and is made again where that restarts", async () => {
    const { server, read } = await start();
    await read("/tally");
    expect(await server.reload({ plugins: { apart: false } })).toMatchObject({
      carriedOver: ["tally"],
    });
    expect(await read("/tally")).toMatchObject({ start: 1, requests: 1 });
    expect(await server.reload({ plugins: { tally: { size: 2 } } })).toMatchObject({
      started: expect.arrayContaining(["tally"]),
    });
    expect(await read("/tally")).toMatchObject({ start: 2, requests: 0 });
    await expect(server.reload({ plugins: { tally: { fails: true } } })).rejects.toMatchObject({
      findings: [{ code: "SETUP_FAILED", message: "no chalk" }],
    });
    expect(await read("/tally")).toMatchObject({ start: 2, requests: 1 });
  });

  it.each<[what: string, setup: NonNullable<Plugin["setup"]>, finding: object]>([
    [
      "setup returns none",
      () => ({ keeper: "kept" }),
      { message: "setup did not return state, which the policy counting uses" },
    ],
    [
      "setup of an optional plugin fails",
      () => {
        throw new Error("no chalk");
      },
      { message: "no chalk", hint: expect.stringContaining("Its policy counting works") },
    ],
  ])("stops the start where a policy uses it and %s", async (_what, setup, finding) => {
    await expect(start(tallies({ setup, optional: true }))).rejects.toMatchObject({
      findings: [{ code: "SETUP_FAILED", plugin: "tally", ...finding }],
    });
  });

  it("is not missed while an optional plugin without such a policy does not start", async () => {
    let failing = true;
    const setup = () => {
      if (failing) throw new Error("no chalk");
      return { keeper: "kept", state: { start: 7, requests: 0 } };
    };
    const { server } = await start(tallies({ setup, optional: true, policies: [] }));
    expect((await server.fetch("/tally")).status).toBe(503);
    failing = false;
    await server.reload({ plugins: { tally: { size: 3 } } });
    expect(await json(await server.fetch("/tally"))).toMatchObject({ start: 7 });
  });
});
