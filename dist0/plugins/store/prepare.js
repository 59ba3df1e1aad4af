import { t as inspectDatabase } from "../../chunks/engine.js";
import { t as migrate } from "../../chunks/migrate.js";
import { a as planMigration, n as isNeeded, t as describeStep } from "../../chunks/plan.js";
// plugins/store/prepare.ts
/** How a start brings the database to the declared tables, or insists on that. */
async function preparation(options, models, { signal, log }) {
	if (options.migrate === "off") return async () => void 0;
	const onlyAdds = options.url !== void 0;
	if (options.migrate !== "verify") return (database) => migrate(database, models, log, { onlyAdds });
	const verify = (database) => verifyTables(database, models);
	await inspectDatabase(options, signal, verify);
	return verify;
}
async function verifyTables(database, models) {
	const { steps, refusals } = await planMigration(database, models);
	const [refusal] = refusals;
	if (refusal !== void 0) throw refusal;
	const needed = steps.filter(isNeeded).map(describeStep);
	if (needed.length === 0) return;
	throw new Error(`the database lacks what the plugins declare; it takes ${needed.length} ${needed.length === 1 ? "step" : "steps"} to ${needed.join(", ")}: run waymark migrate, or set "migrate" of the plugin "store" to "auto"`);
}
export { preparation };

//# sourceMappingURL=prepare.js.map