import Turndown from "turndown";
// plugins/pages/site/to-markdown.ts
/** The content of an HTML page as Markdown. */
const service = new Turndown({
	headingStyle: "atx",
	codeBlockStyle: "fenced",
	bulletListMarker: "-"
});
service.remove([
	"script",
	"style",
	"link",
	"form",
	"button",
	"template",
	"dialog"
]);
function toMarkdown(content) {
	return service.turndown(content.toString());
}
export { toMarkdown };

//# sourceMappingURL=to-markdown.js.map