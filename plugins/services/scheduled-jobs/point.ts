/** The point of jobs, the work that plugins do again and again. */
import { definePoint, type HandlerContext, type PluginTypes } from "waymark";
import { opaque, type PluginFinding, type StartedEntry } from "waymark/advanced";
import { z } from "zod";
import { timesFault } from "../../shared/schedule.ts";
import type { ScheduledJob } from "./job.ts";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Work that is due again and again, by name. */
    readonly jobs?: (
      use: C["use"],
      ctx: HandlerContext<C["options"], C["state"]>,
    ) => Readonly<Record<string, ScheduledJob>>;
  }
}

const Shape = z.strictObject({
  every: z.string().optional(),
  cron: z.string().optional(),
  zone: z.string().optional(),
  missed: z.enum(["once", "skip"]).optional(),
  run: opaque<ScheduledJob["run"]>("a function", (value) => typeof value === "function"),
});

/** The jobs of all plugins. A reader gets those of started plugins from the runtime. */
export const ScheduledJobs = definePoint({
  id: "jobs",
  noun: "job",
  reader: "jobs",
  form: "record of services",
  // The check below sees to it that there is an interval or an expression, and that it can be read.
  schema: Shape as unknown as z.ZodType<ScheduledJob>,
  checkStarted: jobFaults,
});

function jobFaults(entries: readonly StartedEntry<ScheduledJob>[]): readonly PluginFinding[] {
  return entries.flatMap(({ plugin, name, value }) => {
    const fault = timesFault(value);
    if (fault === undefined) return [];
    const [message, hint] = fault;
    return [{ code: "JOB_INVALID", plugin, where: `job ${name}`, message, hint }];
  });
}
