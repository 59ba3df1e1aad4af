/** Counts for how long the service and its checks were not ok: from the look that found it to the next one. */
import type { HealthOverview } from "waymark/services";

interface Trouble {
  degradedMs?: number;
  downMs?: number;
}

const FIELD = { degraded: "degradedMs", down: "downMs" } as const;
const SERVICE = "";

export function createTroubles() {
  let before: HealthOverview | undefined;
  let coveredMs = 0;
  let troubles = new Map<string, Trouble>();

  return {
    /** Health was looked at. */
    note(overview: HealthOverview): void {
      const { at, status, checks } = before ?? overview;
      const ms = Math.max(0, overview.at - at);
      before = overview;
      coveredMs += ms;
      if (ms === 0) return;
      const states = checks.map(
        (check) => [`${check.plugin}:${check.name}`, check.status] as const,
      );
      for (const [subject, state] of [[SERVICE, status] as const, ...states]) {
        if (state === "ok") continue;
        const trouble = troubles.get(subject) ?? {};
        const field = FIELD[state];
        troubles.set(subject, { ...trouble, [field]: ms + (trouble[field] ?? 0) });
      }
    },

    /** Returns the times since the last call. */
    take() {
      const taken = { coveredMs, service: troubles.get(SERVICE) ?? {}, checks: troubles };
      coveredMs = 0;
      troubles = new Map();
      return taken;
    },
  };
}
