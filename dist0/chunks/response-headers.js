import { w as string } from "./zod2.js";
// registry/contract/response-headers.ts
/** Response headers that the handler of a route fills, in place of a policy. */
const NONE = Object.freeze({});
/** Of every route of bytes. */
const OF_BYTES = Object.freeze({ "Content-Disposition": string().describe("Whether to show or to save the content, and under which name (RFC 6266).") });
/** Returns the shapes of the headers by their names; empty for most routes. */
function responseHeadersOf({ responseHeaders = NONE, bytes }) {
	return bytes === void 0 ? responseHeaders : {
		...responseHeaders,
		...OF_BYTES
	};
}
/** Whether answers with this outcome can have them: those that a handler has finished. */
function hasResponseHeaders({ redirects, statuses = [] }, outcome) {
	if (outcome === "redirect") return redirects !== void 0;
	if (outcome === "error") return statuses.some((status) => status >= 400);
	return outcome !== "options";
}
/** Visible ASCII, with spaces between (RFC 9110, section 5.5). */
const FIELD_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;
/** Returns the text of a value as a header can have it; undefined for what no header can have. */
function fieldValue(value) {
	const text = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
	return FIELD_VALUE.test(text) ? text : void 0;
}
export { hasResponseHeaders as n, responseHeadersOf as r, fieldValue as t };

//# sourceMappingURL=response-headers.js.map