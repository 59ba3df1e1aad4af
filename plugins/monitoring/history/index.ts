/** The history of the server's health, in the store, so that it survives restarts. */
import { definePlugin, definePolicy, optional, ownState, toMilliseconds } from "waymark";
import { Clock, EventBus, Health, History, Runtime, Scheduler, Store } from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { StatusChanged, StatusSampled } from "../../../schemas/events.ts";
import { isTraffic } from "../../shared/traffic.ts";
import { Meter } from "../../shared/histogram.ts";
import type { Recorder } from "./recorder.ts";
import { HourRow, HOURS, IncidentRow, INCIDENTS, Sample, SAMPLES } from "./rows.ts";

declare module "waymark/services" {
  interface BusEvents {
    readonly "status.changed": z.output<typeof StatusChanged>;
    readonly "status.sampled": z.output<typeof StatusSampled>;
  }
}

const isPositive = (duration: z.output<typeof Duration>) => toMilliseconds(duration) > 0;
const isAtMost = (most: z.output<typeof Duration>) => (duration: z.output<typeof Duration>) =>
  toMilliseconds(duration) <= toMilliseconds(most);

const Options = z.strictObject({
  interval: Duration.refine(isPositive, "an interval is longer than nothing")
    .refine(isAtMost("5m"), "an interval is at most 5m")
    .default("60s")
    .describe("How often to take a sample."),
  healthInterval: Duration.refine(isPositive, "an interval is longer than nothing")
    .default("5s")
    .describe("How often to check health for changes of state."),
  keep: Duration.refine(isAtMost("31d"), "samples are kept for at most 31d")
    .default("7d")
    .describe("How long to keep samples."),
  keepHours: Duration.refine(isAtMost("400d"), "sums are kept for at most 400d")
    .default("91d")
    .describe("How long to keep the sums of each hour, which remain when its samples are removed."),
});

export default definePlugin({
  id: "history",
  summary:
    "Records the server's health in the store: a week of samples, three months by the hour, and the latest incidents.",
  section: "monitoring",
  options: Options,
  needs: {
    store: Store,
    health: Health,
    clock: Clock,
    scheduler: Scheduler,
    runtime: Runtime,
    bus: optional(EventBus),
  },
  provides: { history: History },
  tables: {
    [SAMPLES]: { of: Sample, key: "id", internal: true },
    [HOURS]: { of: HourRow, key: "id", internal: true },
    [INCIDENTS]: { of: IncidentRow, key: "id", internal: true },
  },
  events: {
    "status.changed": { of: StatusChanged, scope: "instance", webhooks: true },
    "status.sampled": { of: StatusSampled, scope: "instance" },
  },

  setup({ runtime, scheduler, ...use }, { options, log, defer }) {
    const [intervalMs, keepMs] = [toMilliseconds(options.interval), toMilliseconds(options.keep)];
    const meter = new Meter();
    const instance = () => runtime.instance.name;
    const keepHoursMs = toMilliseconds(options.keepHours);
    const times = { intervalMs, keepMs, keepHoursMs };
    let loading: Promise<Recorder> | undefined;
    /** Returns the recorder, which nothing needs before the first look at health. */
    const recorder = () =>
      (loading ??= import("./recorder.ts").then(({ createRecorder }) =>
        createRecorder({ ...use, ...times, meter, log, instance }),
      ));
    const looking = scheduler.start({
      name: "history-health",
      everyMs: toMilliseconds(options.healthInterval),
      log,
      task: ["incidents", "recorded"],
      run: async () => (await recorder()).observe(),
    });
    const sampling = scheduler.start({
      name: "history-samples",
      everyMs: intervalMs,
      log,
      task: ["the history", "recorded"],
      async run() {
        await looking.run();
        await (await recorder()).sample();
      },
    });
    defer(async () => {
      // Without waiting for a health check, as one that hangs must not delay the stop.
      void looking.stop();
      void sampling.stop();
      await (await loading)?.close();
    });
    const history: History = {
      over: async (...span) => (await recorder()).over(...span),
      latest: async (...span) => (await recorder()).latest(...span),
      incidents: async (atMost) => (await recorder()).incidents(atMost),
      elsewhere: async () => (await recorder()).elsewhere(),
      look: looking.run,
      sample: sampling.run,
    };
    return { history, state: meter };
  },

  policies: [
    definePolicy({
      id: "history",
      state: ownState<Meter>(),
      compile: (route, { state: meter }) =>
        isTraffic(route)
          ? {
              observe({ durationMs }, { status, abandoned }) {
                if (!abandoned) meter().record(status, durationMs);
              },
            }
          : undefined,
    }),
  ],
});
