import { definePlugin, optional, type Log } from "waymark";
import { Clock, Health, History, Nodes, Runtime, type CheckResult } from "waymark/services";
import { z } from "zod";
import { Ready } from "../../../../schemas/health.ts";
import { createPeers, subjectOf, type Peers } from "./peers.ts";

const Options = z.strictObject({
  outage: z
    .enum(["stay", "leave"])
    .default("stay")
    .describe(
      "What the server says while something is down that no other server does better with, such as a database that all share: `stay` answers what can be answered, `leave` is for balancers that have another place to send requests to.",
    ),
});
type Options = z.output<typeof Options>;

export default definePlugin({
  id: "ready",
  summary: "Reports to load balancers whether this server takes requests.",
  section: "monitoring",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM5.25 8.25l2 2 3.5-4.25",
  options: Options,
  needs: {
    runtime: Runtime,
    clock: Clock,
    health: optional(Health),
    nodes: optional(Nodes),
    history: optional(History),
  },
  schemas: { Ready },

  routes: {
    getReady: {
      method: "GET",
      path: "/api/ready",
      summary: "Read whether the server takes requests.",
      description:
        "503 while the server starts, while it drains, and while something fails at it that may work at others; health does not change when it starts or drains.",
      returns: Ready,
      statuses: [503],
      publish: { rootLink: "ready", capability: "readinessProbe" },
      cache: "no-store",
      rateLimit: "exempt",
      probe: "ready",
    },
  },

  handlers: ({ health, ...channels }, { registry, options, log }) => {
    const isFit = createJudge(createPeers(channels), options, log);
    return {
      getReady: async (call) => {
        const ready = isFit((await health?.report())?.checks ?? []) && channels.runtime.ready;
        if (!ready) call.status(503, { retryAfter: 1 });
        return { ready, service: registry.app.name };
      },
    };
  },
});

/** Returns a function that decides, from the checks, whether this server is fit for requests, and logs when that changes. */
function createJudge(
  peers: Peers,
  { outage }: Options,
  log: Log,
): (checks: readonly CheckResult[]) => boolean {
  /** True once a look at all checks found none down: until then the server starts. */
  let worked = false;
  let fit = true;

  return (checks) => {
    const before = fit;
    worked ||= checks.every(({ status }) => status !== "down");
    const comparison = peers.compare(checks);
    const reasons = checks.filter((check) => {
      const others = comparison.get(subjectOf(check));
      const isDown = check.status === "down";
      if (check.shared) return others === "better" || (isDown && (outage === "leave" || !worked));
      return isDown && others !== "same";
    });
    fit = reasons.length === 0;
    const fields = { failing: reasons.map(subjectOf) };
    if (before && !fit) log.warn("not ready any more", fields);
    if (!before && fit) log.info("ready again");
    return fit;
  };
}
