import { b as object, w as string } from "./zod2.js";
// schemas/brain.ts
/** One brain: a row of the table `brains`, and an item of its list. */
const Brain = object({
	id: string().describe("Stable identifier, readable in URLs."),
	name: string().describe("Name for people."),
	description: string().describe("Its subject, and the questions it can answer.")
}).meta({
	id: "Brain",
	description: "A body of knowledge that answers questions."
});
export { Brain as t };

//# sourceMappingURL=brain.js.map