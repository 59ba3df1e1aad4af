import "../../../chunks/kernel.js";
import { c as textIn } from "../../../chunks/page-form.js";
import { t as fillPath } from "../../../chunks/path.js";
import { i as pagesOf, r as pageEntriesOf } from "../../../chunks/openapi.js";
import { t as MESSAGES } from "../../../chunks/messages2.js";
// plugins/pages/search/entries.ts
/** Everything that the search finds, from the registry: pages, operations, and the pages that plugins list. */
/** The page of one operation, where it has one. */
const OPERATION_PAGE = "reference.showOperation";
function searchEntries(registry, language) {
	const messages = MESSAGES[language];
	const pages = pagesOf(registry, language).map(({ title, description, href }) => ({
		kind: messages.page,
		title,
		...description === void 0 ? {} : { text: description },
		href
	}));
	const operationPage = registry.route(OPERATION_PAGE);
	const listed = pageEntriesOf(registry, language).filter(({ route }) => route !== operationPage).map(({ route, title, description, href }) => ({
		kind: textIn(route.declaration.page?.title ?? "", language),
		title,
		...description === void 0 ? {} : { text: description },
		href
	}));
	const operations = registry.routes.flatMap((route) => {
		if (route.site) return [];
		const href = addressOf(route, registry, operationPage);
		if (href === void 0) return [];
		const text = registry.translate(route.declaration.summary, language);
		return [{
			kind: messages.operation,
			title: route.path,
			text,
			method: route.method,
			href
		}];
	});
	return [
		...pages,
		...operations,
		...listed
	];
}
/** Its own page, else its place on the page of all. */
function addressOf({ ref }, { href }, operationPage) {
	if (operationPage !== void 0) return fillPath(operationPage.pattern, { ref });
	const all = href("developers.showDevelopers");
	return all === void 0 ? void 0 : `${all}#${ref}`;
}
export { searchEntries };

//# sourceMappingURL=entries.js.map