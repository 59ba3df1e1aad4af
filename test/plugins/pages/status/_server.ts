/** A service with a part that tests pull at. */
import { afterEach } from "vitest";
import { definePlugin, optional } from "waymark";
import preset from "waymark/preset";
import { History, type History as Past, type HealthReport } from "waymark/services";
import { createTestServer, fixedClock, type FixedClock, type TestServer } from "waymark/testing";

import { Announcements } from "../../../../plugins/pages/status/announcements.ts";

const START = "2026-01-02T03:00:00Z";

export interface Part {
  readonly server: TestServer;
  readonly clock: FixedClock;
  /** Announcements; undefined where the page is off. */
  readonly announcements: Announcements | undefined;
  readonly history: Past | undefined;
  /** Sets how the part is, and has that noticed. */
  become(report: HealthReport): Promise<void>;
}

export function useServers(): (
  settings?: Readonly<Record<string, object | false>>,
  at?: string,
) => Promise<Part> {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  return async (settings = {}, at = START) => {
    let past: Past | undefined;
    let announcements: Announcements | undefined;
    let pulse: HealthReport = { status: "ok" };
    const part = definePlugin({
      id: "part",
      summary: "A part that tests pull at.",
      needs: { history: optional(History), announcements: optional(Announcements) },
      setup(use) {
        ({ history: past, announcements } = use);
      },
      health: () => ({ pulse: () => pulse }),
    });
    const clock = fixedClock(at);
    const plugins = {
      health: { cache: "0s" },
      history: { interval: "5m", healthInterval: "1h" },
      ...settings,
    };
    const config = { instance: "one", baseUrl: "https://api.example.com", plugins };
    // Without its timers, as the history is recorded when a test says so.
    const still = { now: clock.now };
    const server = await createTestServer({ plugins: [...preset, part], clock: still, config });
    servers.push(server);
    const become = async (report: HealthReport) => {
      pulse = report;
      await past?.look();
      await past?.look(); // one look alone is not an incident
    };
    return { server, clock, become, announcements, history: past };
  };
}
