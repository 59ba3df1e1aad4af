/** The objectives with what was reached, of all nodes that share the store. */
import { definePlugin, toMilliseconds, type Duration } from "waymark";
import { History, type Stretch } from "waymark/services";
import type { z } from "zod";
import { type Measured, MeasuredSloDiscovery } from "../../../../schemas/documents/slo.ts";
import { alerts } from "./alerts.ts";
import { budgetOf, objectivesOf, Options, P99 } from "./options.ts";

const BURN_WINDOWS = ["5m", "1h", "6h", "3d"] as const;

export default definePlugin({
  id: "slo",
  summary: "Publishes the service level objectives and what was reached of them.",
  options: Options,
  needs: { history: History },
  schemas: { SloDiscovery: MeasuredSloDiscovery },
  alerts,

  routes: {
    showSlo: {
      method: "GET",
      path: "/api/slo",
      summary: "Read the service level objectives and what was reached of them.",
      description:
        "Counted from the samples of the history, of all nodes together; neither probes nor scrapes are traffic. Requests since the latest sample are not in it yet.",
      returns: MeasuredSloDiscovery,
      publish: { rootLink: "slo", capability: "sloDiscovery" },
      cache: "no-store",
      relations: { status: "status.getStatus" },
    },
  },

  handlers: ({ history }, { options, registry }) => ({
    showSlo: async () => {
      const [availability, latency] = objectivesOf(options);
      const latest = (window: Duration) => history.latest(toMilliseconds(window), latency.target);
      const stretches = await Promise.all([latest(options.window), ...BURN_WINDOWS.map(latest)]);
      const { statusPage } = registry.rootLinks;
      return {
        objectives: [
          { ...availability, measured: measure(availability.target, failed, stretches) },
          { ...latency, measured: measure(P99, slow, stretches) },
        ],
        ...(statusPage === undefined ? {} : { statusPage }),
      };
    },
  }),
});

/** The window of the objectives, then those of the burn rates. */
type Stretches = readonly [Stretch, ...Stretch[]];

const failed = ({ failures }: Stretch) => failures;
const slow = ({ slow: late }: Stretch) => late;

/**
 * @param percent of requests that are to be good.
 * @param bad counts those that were not.
 */
function measure(
  percent: number,
  bad: (stretch: Stretch) => number,
  [whole, ...recent]: Stretches,
): z.output<typeof Measured> {
  const budget = budgetOf(percent);
  /** The share that was bad, as a multiple of the share that may be. Undefined where neither is known. */
  const burnOf = (stretch: Stretch) =>
    stretch.requests === 0 || budget === 0 ? undefined : bad(stretch) / stretch.requests / budget;
  const { requests } = whole;
  const spent = burnOf(whole);
  return {
    since: timestamp(whole),
    requests,
    ...(requests === 0 ? {} : { reachedPercent: rounded(100 * (1 - bad(whole) / requests)) }),
    ...(spent === undefined ? {} : { budgetLeftPercent: rounded(100 * (1 - spent)) }),
    burnRates: recent.map((stretch, index) => {
      const rate = burnOf(stretch);
      return {
        window: BURN_WINDOWS[index] ?? "",
        since: timestamp(stretch),
        ...(rate === undefined ? {} : { rate: rounded(rate) }),
      };
    }),
  };
}

function timestamp({ from }: Stretch): string {
  return new Date(from).toISOString();
}

/** To ten-thousandths, as the rest is noise. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
