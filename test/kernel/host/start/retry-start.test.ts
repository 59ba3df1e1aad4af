/** Plugins that may fail to start, and did: tried again in the background until they run. */
import { expect, it } from "vitest";
import { definePlugin, definePolicy, optional, ownState, service, type Plugin } from "waymark";
import type { TestServerOptions } from "waymark/testing";
import { recordingLog, startServer } from "../../../_setup.ts";

const Tide = service<{ readonly level: number }>("tide");
const text = { mediaType: "text/plain" } as const;
const get = { method: "GET", summary: "Read it.", cache: "no-store", text } as const;

/** A plugin that starts once `isUp` says so, and others that need it or can do without. */
function tides(isUp: () => boolean) {
  const setups: Record<string, number> = { tides: 0, boats: 0, piers: 0, shore: 0 };
  const closed: string[] = [];
  const source = definePlugin({
    id: "tides",
    summary: "Knows the tide.",
    optional: true,
    provides: { tide: Tide },
    setup(_use, { defer }) {
      defer(() => void closed.push("tides"));
      setups["tides"]!++;
      if (!isUp()) throw new Error("no water yet");
      return { tide: { level: 3 } };
    },
    routes: { show: { ...get, path: "/tide" } },
    handlers: ({ tide }) => ({ show: () => String(tide.level) }),
  });
  const boats = definePlugin({
    id: "boats",
    summary: "Needs the tide.",
    needs: { tide: Tide },
    setup: () => void setups["boats"]!++,
    routes: { show: { ...get, path: "/boats" } },
    handlers: ({ tide }) => ({ show: () => `afloat at ${tide.level}` }),
  });
  const piers = definePlugin({
    id: "piers",
    summary: "Uses the tide where there is one.",
    needs: { tide: optional(Tide) },
    setup: () => void setups["piers"]!++,
    routes: { show: { ...get, path: "/piers" } },
    handlers: ({ tide }) => ({ show: () => `water: ${tide?.level ?? "none"}` }),
  });
  const shore = definePlugin({
    id: "shore",
    summary: "Has nothing to do with it.",
    setup: () => void setups["shore"]!++,
    routes: { show: { ...get, path: "/shore" } },
    handlers: () => ({ show: () => "sand" }),
  });
  return { plugins: [source, boats, piers, shore], setups, closed };
}

async function start(plugins: readonly Plugin[], options: TestServerOptions = {}) {
  return startServer({ plugins, ...options });
}

const read = async (server: Awaited<ReturnType<typeof start>>, path: string) => {
  const answer = await server.request(path);
  return [
    answer.status,
    answer.status === 200 ? await answer.text() : (await answer.text()).length > 0,
  ];
};

it("starts again what failed and what needs it, and leaves the others running (A13)", async () => {
  let attempts = 0;
  const { plugins, setups, closed } = tides(() => ++attempts > 3);
  const { log, lines } = recordingLog();
  const server = await start(plugins, { startRetryMs: 5, log });
  expect((await server.request("/shore")).status).toBe(200);
  await expect.poll(() => read(server, "/boats")).toEqual([200, "afloat at 3"]);
  expect(await read(server, "/tide")).toEqual([200, "3"]);
  expect(await read(server, "/piers")).toEqual([200, "water: 3"]);
  expect(setups).toEqual({ tides: 4, boats: 1, piers: 2, shore: 1 });
  expect(closed).toHaveLength(3); // what the failed attempts had opened
  expect(lines.filter(({ level }) => level === "info")).toMatchObject([
    { message: "plugins started after all", fields: { plugins: ["tides", "boats", "piers"] } },
  ]);
});

it("keeps serving the revision that runs while an attempt fails (A13)", async () => {
  const { plugins, setups, closed } = tides(() => false);
  const server = await start(plugins, { startRetryMs: 1 });
  await expect.poll(() => setups["tides"]).toBeGreaterThan(3);
  expect(await read(server, "/shore")).toEqual([200, "sand"]);
  expect(await read(server, "/piers")).toEqual([200, "water: none"]);
  expect((await read(server, "/tide"))[0]).toBe(503);
  expect([setups["shore"], setups["boats"]]).toEqual([1, 0]);
  await server.close();
  const after = setups["tides"];
  expect(closed).toHaveLength(after ?? 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(setups["tides"]).toBe(after); // no attempt after the end
});

it("hands policies the services and the state of what started after all", async () => {
  let isUp = false;
  const { plugins } = tides(() => isUp);
  const gauge = definePolicy({
    id: "gauge",
    needs: { tide: optional(Tide) },
    state: ownState<string>(),
    writes: { "X-Gauge": "The tide, at the setup and now." },
    compile: (_route, { use, state }) => ({
      fields: () => ({ "X-Gauge": () => `${state()}, ${use().tide?.level ?? "none"}` }),
    }),
  });
  const gauges = definePlugin({
    id: "gauges",
    summary: "Reports the tide.",
    needs: { tide: optional(Tide) },
    setup: ({ tide }) => ({ state: String(tide?.level ?? "none") }),
    policies: [gauge],
  });
  const server = await start([...plugins, gauges], { startRetryMs: 20 });
  const gauged = async () => (await server.request("/shore")).headers.get("x-gauge");
  expect(await gauged()).toBe("none, none");
  isUp = true;
  await expect.poll(gauged).toBe("3, 3");
});

it("says in Retry-After when it tries again (A13)", async () => {
  const { plugins } = tides(() => false);
  const retryAfter = async (startRetryMs: number) => {
    const server = await start(plugins, { startRetryMs });
    return Number((await server.request("/tide")).headers.get("retry-after"));
  };
  const soon = await retryAfter(20_000);
  expect(soon).toBeGreaterThan(0);
  expect(soon).toBeLessThanOrEqual(20);
  expect(await retryAfter(Number.POSITIVE_INFINITY)).toBe(60);
});

it("leaves a reload the last word (A13)", async () => {
  let isUp = false;
  const { plugins, setups } = tides(() => isUp);
  const server = await start(plugins, { startRetryMs: 20 });
  await server.reload({ plugins: { boats: false } });
  isUp = true;
  await expect.poll(() => read(server, "/tide")).toEqual([200, "3"]);
  expect((await read(server, "/boats"))[0]).toBe(404);
  expect(setups["boats"]).toBe(0);
});
