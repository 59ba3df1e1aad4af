/** Durations of answers, for developers' tools (W3C Server Timing). */
import { definePlugin, definePolicy, type Call, type SealedRoute, service } from "waymark";
import type { HeaderView, Slot } from "waymark/advanced";
import { z } from "zod";
import { TimingPolicyDiscovery } from "../../../schemas/monitoring.ts";
import type { DatabaseTimes } from "./database.ts";

declare module "waymark" {
  interface RoutePolicies {
    /** Answers report how long they took. */
    readonly serverTiming?: boolean;
  }
}

const HEADER = "Server-Timing";

/** Texts of durations below a millisecond, by microsecond. Nearly all durations are, so the texts are kept. */
const shortMetrics: string[] = Array.from({ length: 1000 }, () => "");

function appMetric(call: Call): string {
  const microseconds = Math.round(call.durationMs * 1000);
  const cached = shortMetrics[microseconds];
  if (cached !== undefined && cached !== "") return cached;
  const metric = `app;dur=${microseconds / 1000}`;
  if (cached !== undefined) shortMetrics[microseconds] = metric;
  return metric;
}

function timing(
  added: ReturnType<HeaderView["contributed"]>,
  databaseMetric: ((call: Call) => string) | undefined,
): Slot {
  return (call, reply) => {
    let metrics = appMetric(call);
    if (databaseMetric !== undefined) metrics += `, ${databaseMetric(call)}`;
    for (const addition of added) {
      const metric = typeof addition === "string" ? addition : addition(call, reply);
      if (metric !== undefined) metrics += `, ${metric}`;
    }
    return metrics;
  };
}

/** Returns the forms of what other policies add. */
function addedForms({ policies }: Pick<SealedRoute, "policies">): readonly string[] {
  return policies
    .flatMap(({ compiled }) => compiled.contributes ?? [])
    .filter(({ header }) => header === HEADER)
    .flatMap(({ value, form }) => (typeof value === "string" ? value : (form ?? [])));
}

const Options = z.strictObject({
  database: z
    .boolean()
    .default(false)
    .describe("Whether answers also say how much of their time the store took, as `db`."),
});

const Times = service<() => DatabaseTimes | undefined>("databaseTimes");

export default definePlugin({
  id: "server-timing",
  summary: "Reports how long answers took.",
  section: "policies",
  icon: "M8 3.75a5.25 5.25 0 1 0 0 10.5 5.25 5.25 0 0 0 0-10.5zM6.5 1.5h3M8 6.5V9M12.75 3.25l.5.5",
  options: Options,
  provides: { times: Times },
  async setup(_use, { options, defer }) {
    if (!options.database) return { times: () => undefined };
    const times = (await import("./database.ts")).timeDatabase();
    defer(times.close);
    return { times: () => times };
  },
  schemas: { TimingPolicyDiscovery },
  policies: [
    definePolicy({
      id: "server-timing",
      key: "serverTiming",
      schema: z.boolean(),
      writes: {
        [HEADER]: "Time spent on the answer in milliseconds, and the trace it belongs to.",
        "Timing-Allow-Origin": "Which origins may read these timings.",
      },
      sharedHeaders: [HEADER],
      options: Options,
      needs: { times: Times },
      compile(_route, { options, use }, isOn) {
        if (isOn !== true) return undefined;
        const databaseMetric = options.database
          ? (call: Call) => use().times()?.metric(call) ?? "db;dur=0"
          : undefined;
        return {
          fields: (_outcome, view) => ({
            [HEADER]: timing(view.contributed(HEADER), databaseMetric),
            "Timing-Allow-Origin": "*",
          }),
        };
      },
      statement({ routes, options: { database } }) {
        const timed = routes.filter(({ declaration }) => declaration.serverTiming === true);
        return {
          enabled: true,
          headerName: HEADER,
          format: [
            ...new Set([
              "app;dur=<milliseconds>",
              ...(database ? ["db;dur=<milliseconds>"] : []),
              ...timed.flatMap(addedForms),
            ]),
          ].join(", "),
          endpoints: timed.map(({ path }) => path),
        };
      },
      conformance: () => import("./conformance.ts"),
    }),
  ],

  routes: {
    showTimingPolicy: {
      method: "GET",
      path: "/api/timing-policy",
      summary: "Read which answers report how long they took.",
      returns: TimingPolicyDiscovery,
      document: true,
      publish: { rootLink: "timingPolicy", capability: "timingPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showTimingPolicy: ({ statements }) => TimingPolicyDiscovery.parse(statements["server-timing"]),
  },
});
