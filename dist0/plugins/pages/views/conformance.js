import { b as object, c as array, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, D as statusIs, O as testCase, S as headerFits, v as OK } from "../../../chunks/context.js";
// plugins/pages/views/conformance.ts
const PAGES = "views: pages";
const LANGUAGES = "views: languages";
var conformance_default = defineConformance({
	statement: object({
		mediaType: string(),
		languages: array(string())
	}),
	covers: {
		mediaType: [PAGES],
		languages: [LANGUAGES]
	},
	operation: (operation, _context, { mediaType, languages }) => operation.route.view === void 0 ? [] : [testCase(PAGES, () => pages(operation, mediaType)), testCase(LANGUAGES, () => spoken(operation, mediaType, languages))]
});
/** A client that prefers the media type receives a page of the same status, which caches may keep as long. */
async function pages(operation, accept) {
	const page = await operation.ask({ headers: { accept } });
	const base = operation.route.kind === "stream" ? page : await operation.base();
	if (base.status >= 400) return statusIs(page, base.status);
	const tag = page.headers["etag"];
	const again = tag === void 0 ? void 0 : await operation.ask({ headers: {
		accept,
		"if-none-match": tag
	} });
	return [
		...statusIs(page, base.status),
		...headerFits(page, "Content-Type", new RegExp(`^${accept}(;|$)`)),
		...headerIs(page, "Cache-Control", base.headers["cache-control"]),
		...again === void 0 || again.headers["etag"] !== tag ? OK : statusIs(again, 304)
	];
}
async function spoken(operation, accept, languages) {
	return (await Promise.all(languages.map(async (language) => {
		const page = await operation.ask({ headers: {
			accept,
			"accept-language": language
		} });
		return page.status >= 400 ? OK : headerIs(page, "Content-Language", language);
	}))).flat();
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map