/** The objectives with their results, of all nodes that share the store. */
import { toMilliseconds, type Duration } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { History, RootLinks, type Stretch } from "waymark/services";
import type { z } from "zod";
import { type Measured, MeasuredSloDiscovery } from "../../../../schemas/documents/slo.ts";
import { alerts } from "./alerts.ts";
import { budgetOf, objectivesOf, Options, P99 } from "./options.ts";

const BURN_WINDOWS = ["5m", "1h", "6h", "3d"] as const;

export default defineImplementation({
  summary: "Publishes the service level objectives and what was reached of them.",
  points: [RootLinks],
  translations: {
    es: {
      "Read the service level objectives and what was reached of them.":
        "Consulta los objetivos de nivel de servicio y hasta qué punto se han cumplido.",
      "Counted from the samples of the history, of all nodes together; neither probes nor scrapes are traffic. Requests since the latest sample are not in it yet.":
        "Se calcula con las muestras del historial, de todos los nodos juntos; las sondas y las lecturas de métricas no cuentan como tráfico. Aún no incluye las peticiones posteriores a la última muestra.",
      "Publishes the service level objectives and what was reached of them.":
        "Publica los objetivos de nivel de servicio y hasta qué punto se han cumplido.",
      "Start of the data: the start of the window, or the first sample.":
        "Desde cuándo se conoce: el comienzo del periodo o la primera muestra.",
      "Answered requests, without probes and scrapes.":
        "Peticiones respondidas, sin sondas ni lecturas de métricas.",
      "Share of them that met the objective.": "Qué parte de ellas cumplió el objetivo.",
      "Share of the error budget that is left; negative when more than all is spent.":
        "Qué parte del margen de error queda; negativa si se ha gastado más que todo.",
      'How long it looks back, such as "1h".': 'Cuánto tiempo abarca, como "1h".',
      "How fast the budget is spent: at 1, it is gone at the end of its window.":
        "A qué ritmo se gasta el margen: con 1, se agota al final de su periodo.",
    },
  },
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
      const { statusPage } = registry.of(RootLinks).hrefs;
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

/** The window of the objectives, then the windows of the burn rates. */
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
  /** The share that was bad, as a multiple of the share that may be. Undefined if neither is known. */
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

/** Rounds to ten-thousandths, as the rest is noise. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
