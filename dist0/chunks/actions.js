import "./kernel.js";
import { a as show, n as didYouMean } from "./finding.js";
// plugins/shared/actions.ts
/** Commands that do one of several things, such as `waymark keys rotate`. */
/**
* Returns what the command line names under `action`. Throws for an unknown one, for flags of other actions, and for an id
* too many or too few.
*
* @param noun what has the id: `key`.
*/
function chosenAction(actions, { args: { action: name = "", id = "" }, flags: received }, command, noun) {
	const action = Object.hasOwn(actions, name) ? actions[name] : void 0;
	if (action === void 0) {
		const hint = didYouMean(name, Object.keys(actions));
		throw new Error(`the action ${show(name)} is unknown\n  hint: ${hint}`);
	}
	const { run, flags = [], needsId = false } = action;
	const taken = [...flags, "json"];
	const stray = Object.keys(received).find((flag) => !taken.includes(flag));
	if (stray !== void 0) throw new Error(`${command} ${name} has no flag --${stray}\n  hint: it takes --${taken.join(", --")}`);
	if (needsId && id === "") throw new Error(`${command} ${name} needs the id of a ${noun}\n  hint: waymark ${command} list shows ids`);
	if (!needsId && id !== "") throw new Error(`${command} ${name} takes no further argument`);
	return run;
}
export { chosenAction as t };

//# sourceMappingURL=actions.js.map