import { b as object, c as array, s as _enum, w as string } from "./zod2.js";
import { n as datetime, t as date } from "./zod3.js";
// schemas/office.ts
/** One hito: a milestone of an office. */
const Hito = object({
	id: string().describe("Stable identifier, unique among all hitos."),
	title: string().describe("The goal, in a few words."),
	status: _enum([
		"planned",
		"active",
		"done"
	]).describe("`planned`: not started; `active`: in progress; `done`: reached."),
	dueDate: date().describe("Day by which the milestone is due."),
	completedAt: datetime().optional().describe("When it was reached; only when `done`.")
}).meta({
	id: "Hito",
	description: "A milestone of an office."
});
const office = {
	id: string().describe("Stable identifier, readable in URLs."),
	name: string().describe("Name for people.")
};
/** One office without its hitos, as other types refer to it. */
const Office = object(office).meta({
	id: "Office",
	description: "A place where people work together."
});
/** One office with its hitos, as lists return it. */
const OfficeWithHito = object({
	...office,
	hitos: array(Hito).describe("Its hitos (milestones), the earliest due first.")
}).meta({
	id: "OfficeWithHito",
	description: "An office with its hitos (milestones)."
});
export { Office as n, OfficeWithHito as r, Hito as t };

//# sourceMappingURL=office.js.map