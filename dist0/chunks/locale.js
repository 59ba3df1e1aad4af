import { b as object, l as boolean, w as string } from "./zod2.js";
// schemas/locale.ts
/** One language: a row of the table `locales`, and an item of its list. */
const Locale = object({
	code: string().describe("Language tag (BCP 47), such as `en` or `pt-BR`."),
	name: string().describe("Name of the language in that language."),
	default: boolean().describe("Whether it is used when no other language fits; true for exactly one.")
}).meta({
	id: "Locale",
	description: "A language that texts are available in."
});
export { Locale as t };

//# sourceMappingURL=locale.js.map