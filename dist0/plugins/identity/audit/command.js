import { a as readAnchor, l as RECORDS, n as is, r as lastRow, s as MARKS, t as eachRow, u as hashOf } from "../../../chunks/tables.js";
// plugins/identity/audit/verify.ts
/**
* Verifies while servers write and prune. A record that is missing counts only if no mark says that it was pruned.
*
* @param anchored places outside of the store that the chains have reached, and up to where they were pruned; undefined
*   without an anchor.
*/
async function verify(store, anchored) {
	const verification = new Verification(store);
	const heads = await verification.marks("head");
	const { chains, records } = await verification.readChains();
	const marks = await verification.marks();
	await verification.checkChains(chains, marks);
	await verification.checkCuts(marks);
	for (const head of heads) if (head.sequence > 0) await verification.expectRecord(head);
	if (anchored !== void 0) await verification.checkAnchor(anchored, marks);
	const { first } = verification;
	return {
		records,
		chains: chains.size,
		violation: first && `chain ${first.instance}, record ${first.sequence}: ${first.problem}`
	};
}
var Verification = class {
	first;
	#records;
	#marks;
	constructor(store) {
		this.#records = store.table(RECORDS);
		this.#marks = store.table(MARKS);
	}
	marks(kind) {
		const filters = kind === void 0 ? [] : [is("kind", kind)];
		return Array.fromAsync(eachRow(this.#marks, filters));
	}
	/** Follows every record from the one before it. */
	async readChains() {
		const chains = /* @__PURE__ */ new Map();
		let records = 0;
		for await (const record of eachRow(this.#records, [])) {
			records += 1;
			const chain = chains.get(record.instance) ?? {
				last: 0,
				hash: "",
				missing: []
			};
			chains.set(record.instance, chain);
			this.#follow(chain, record);
			chain.last = record.sequence;
			chain.hash = record.hash;
		}
		return {
			chains,
			records
		};
	}
	#follow(chain, record) {
		const { instance, sequence, previous, target } = record;
		if (hashOf(record) !== record.hash) this.#report(instance, sequence, "it was changed after it was written");
		else if (sequence <= chain.last) {
			const problem = `it comes after record ${chain.last}, so it was added or moved`;
			this.#report(instance, sequence, problem);
		} else if (sequence > chain.last + 1) chain.missing.push({
			from: chain.last,
			to: sequence - 1,
			hash: previous
		});
		else if (sequence === 1) {
			if (target !== void 0) chain.follows = {
				id: target,
				hash: previous
			};
			else if (previous !== "") this.#report(instance, 1, "it follows a record that it does not name");
		} else if (previous !== chain.hash) this.#report(instance, sequence, `it does not follow from record ${chain.last}`);
	}
	/** A record may be missing only where it was pruned, an end is marked, and a beginning follows from what it names. */
	async checkChains(chains, marks) {
		const cuts = lastCuts(marks);
		for (const [instance, { missing, follows }] of chains) {
			const cut = cuts.get(instance);
			for (const { from, to, hash } of missing) {
				const range = to === from + 1 ? `record ${to} is` : `records ${from + 1} to ${to} are`;
				if (cut === void 0 || to > cut.sequence) this.#report(instance, from + 1, `${range} missing`);
				else if (to === cut.sequence && hash !== cut.hash) this.#report(instance, to + 1, "it does not follow from the last record that was pruned");
			}
			if (!marks.some((mark) => mark.kind === "head" && mark.instance === instance)) this.#report(instance, 0, "the mark of its end was removed");
			if (follows === void 0) continue;
			const [, other = "", sequence = ""] = follows.id.split("-");
			const { id: record, hash } = follows;
			await this.expectRecord({
				record,
				instance: other,
				sequence: Number(sequence),
				hash
			});
		}
	}
	async checkCuts(marks) {
		for (const cut of lastCuts(marks).values()) {
			const left = await this.#records.find(cut.record);
			if (left !== void 0 && left.hash !== cut.hash) this.#report(cut.instance, cut.sequence, "it is not the record that was to be pruned");
		}
	}
	async checkAnchor(anchored, marks) {
		const known = anchored.filter(({ kind }) => kind === "cut");
		const prunedTo = new Map(known.map(({ instance, sequence }) => [instance, sequence]));
		for (const place of anchored) {
			const pruned = (prunedTo.get(place.instance) ?? 0) >= place.sequence;
			if (place.kind === "head" && !pruned) await this.expectRecord(place);
		}
		for (const { instance, sequence } of lastCuts(marks).values()) if (sequence > (prunedTo.get(instance) ?? 0)) this.#report(instance, sequence, "the anchor does not know that it was pruned");
	}
	/** A record that was written must be there, or was pruned. */
	async expectRecord({ record, instance, sequence, hash }) {
		const there = await this.#records.find(record);
		const cut = [is("instance", instance), is("kind", "cut")];
		if (there === void 0 && sequence > ((await lastRow(this.#marks, cut))?.sequence ?? 0)) this.#report(instance, sequence, "it is missing, and so may be those before and after it");
		if (there !== void 0 && there.hash !== hash) this.#report(instance, sequence, "it is another record than the one that was written");
	}
	#report(instance, sequence, problem) {
		const violation = {
			instance,
			sequence,
			problem
		};
		if (this.first === void 0 || comesBefore(violation, this.first)) this.first = violation;
	}
};
/** The cut that counts of each chain: its last one. */
function lastCuts(marks) {
	const cuts = marks.filter(({ kind }) => kind === "cut");
	return new Map(cuts.map((cut) => [cut.instance, cut]));
}
function comesBefore(one, other) {
	if (one.instance !== other.instance) return one.instance < other.instance;
	return one.sequence < other.sequence;
}
// plugins/identity/audit/command.ts
/** Records that `list` prints. */
const LISTED = 50;
async function runAudit({ store }, context) {
	const { action } = context.args;
	if (action === "verify") return runVerify(store, context);
	if (action === "list") return runList(store, context);
	throw new Error(`waymark audit does not know ${JSON.stringify(action)}: write verify or list`);
}
async function runVerify(store, { options: { anchor }, flags, print }) {
	const result = await verify(store, anchor === void 0 ? void 0 : await readAnchor(anchor));
	const { records, chains, violation } = result;
	if (flags["json"] === true) print(JSON.stringify(result));
	if (violation !== void 0) throw new Error(`the audit record is not as it was written: ${violation}`);
	if (flags["json"] !== true) print(`${records} ${records === 1 ? "record" : "records"} in ${chains} ${chains === 1 ? "chain" : "chains"}: all as they were written`);
}
async function runList(store, { flags, print }) {
	const query = {
		fields: void 0,
		filters: [],
		sort: [{
			field: "id",
			descending: true
		}],
		limit: LISTED,
		after: void 0
	};
	const { items } = await store.table(RECORDS).list(query);
	if (flags["json"] === true) return print(JSON.stringify(items));
	for (const { timestamp, outcome, action, principal, network, method, path, status, target } of items) print([
		timestamp,
		outcome.padEnd(7),
		action,
		principal ?? "-",
		network,
		method,
		path,
		status,
		target
	].filter((part) => part !== void 0).join("  "));
}
export { runAudit };

//# sourceMappingURL=command.js.map