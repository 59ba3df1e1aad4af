/** `waymark migrate`: brings the database to the declared tables, or says how that would be done. */
import { FairQueue, type CommandContext } from "waymark";
import { Tables } from "waymark/services";
import { describeUnindexed, unindexedLists } from "../shared/unindexed.ts";
import { inspectDatabase, openDatabase } from "./engine.ts";
import { migrate } from "./migrate.ts";
import type { Options } from "./options.ts";
import { describeStep, planMigration, type Plan, type Step } from "./plan.ts";
import { tableModels } from "./store.ts";

/** Exit code if something is to be done. */
const WAITING = 2;
const FAILED = 1;
const COMPLETE = "the database has all that the plugins declare";

type Context = CommandContext<Options>;

export async function runMigrate(ctx: Context): Promise<void> {
  if (ctx.flags["plan"] === true) return printPlan(ctx);
  const { options, registry, signal, log } = ctx;
  const isJson = ctx.flags["json"] === true;
  const done: Step[] = [];
  const onStep = (step: Step) => {
    done.push(step);
    if (!isJson) ctx.print(describeStep(step));
  };
  // The steps are printed, so that the log has the rest.
  const quiet = { ...log, debug: () => undefined, info: () => undefined };
  const database = await openDatabase(options, {
    signal,
    log: quiet,
    queue: (name, settings) => new FairQueue({ name, ...settings }),
    prepare: (opened) => migrate(opened, tableModels(registry.of(Tables)), quiet, { onStep }),
  }).catch((error: unknown) => {
    if (done.length > 0) ctx.note("None of these steps was kept.");
    throw error;
  });
  await database.close();
  if (isJson) return printJson({ steps: done, refusals: [] }, ctx);
  ctx.print(done.length === 0 ? `nothing to do: ${COMPLETE}` : `${countSteps(done)} made`);
}

async function printPlan(ctx: Context): Promise<void> {
  const { options, registry, signal } = ctx;
  const models = tableModels(registry.of(Tables));
  const plan = await inspectDatabase(options, signal, (opened) => planMigration(opened, models));
  const { steps, refusals } = plan;
  if (refusals.length > 0) process.exitCode = FAILED;
  else if (steps.length > 0) process.exitCode = WAITING;
  if (ctx.flags["json"] === true) return printJson(plan, ctx);
  for (const list of unindexedLists(registry)) ctx.note(describeUnindexed(list));
  for (const { message } of refusals) ctx.print(`refused: ${message}`);
  for (const step of steps) ctx.print(describeStep(step));
  if (refusals.length > 0) ctx.print("No step is made while one is refused.");
  else if (steps.length === 0) ctx.print(`nothing to do: ${COMPLETE}`);
  else ctx.print(`${countSteps(steps)} to make: run waymark migrate`);
}

function countSteps({ length }: readonly Step[]): string {
  return `${length} ${length === 1 ? "step" : "steps"}`;
}

function printJson({ steps, refusals }: Plan, ctx: Context): void {
  const messages = refusals.map(({ message }) => message);
  ctx.print(JSON.stringify({ steps, refusals: messages }, undefined, 2));
}
