import { n as openDatabase, t as inspectDatabase } from "../../chunks/engine.js";
import { t as migrate } from "../../chunks/migrate.js";
import { a as planMigration, t as describeStep } from "../../chunks/plan.js";
import { n as tableModels } from "../../chunks/store2.js";
// plugins/store/migrate-command.ts
/** Exit code where something is to be done. */
const WAITING = 2;
const FAILED = 1;
const COMPLETE = "the database has all that the plugins declare";
async function runMigrate(ctx) {
	if (ctx.flags["plan"] === true) return printPlan(ctx);
	const { options, registry, signal, log } = ctx;
	const isJson = ctx.flags["json"] === true;
	const done = [];
	const onStep = (step) => {
		done.push(step);
		if (!isJson) ctx.print(describeStep(step));
	};
	const quiet = {
		...log,
		debug: () => void 0,
		info: () => void 0
	};
	await (await openDatabase(options, {
		signal,
		log: quiet,
		prepare: (opened) => migrate(opened, tableModels(registry), quiet, { onStep })
	}).catch((error) => {
		if (done.length > 0) ctx.note("None of these steps was kept.");
		throw error;
	})).close();
	if (isJson) return printJson({
		steps: done,
		refusals: []
	}, ctx);
	ctx.print(done.length === 0 ? `nothing to do: ${COMPLETE}` : `${countSteps(done)} made`);
}
async function printPlan(ctx) {
	const { options, registry, signal } = ctx;
	const models = tableModels(registry);
	const plan = await inspectDatabase(options, signal, (opened) => planMigration(opened, models));
	const { steps, refusals } = plan;
	if (refusals.length > 0) process.exitCode = FAILED;
	else if (steps.length > 0) process.exitCode = WAITING;
	if (ctx.flags["json"] === true) return printJson(plan, ctx);
	for (const { message } of refusals) ctx.print(`refused: ${message}`);
	for (const step of steps) ctx.print(describeStep(step));
	if (refusals.length > 0) ctx.print("No step is made while one is refused.");
	else if (steps.length === 0) ctx.print(`nothing to do: ${COMPLETE}`);
	else ctx.print(`${countSteps(steps)} to make: run waymark migrate`);
}
function countSteps({ length }) {
	return `${length} ${length === 1 ? "step" : "steps"}`;
}
function printJson({ steps, refusals }, ctx) {
	const messages = refusals.map(({ message }) => message);
	ctx.print(JSON.stringify({
		steps,
		refusals: messages
	}, void 0, 2));
}
export { runMigrate };

//# sourceMappingURL=migrate-command.js.map