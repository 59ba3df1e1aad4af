import { b as object, c as array, p as int, w as string } from "./zod2.js";
// schemas/error.ts
/** One invalid input and its place. */
const FieldError = object({
	detail: string(),
	pointer: string().optional().describe("Place in the request body, as a JSON Pointer (RFC 6901)."),
	parameter: string().optional().describe("Name of the query or path parameter."),
	header: string().optional().describe("Name of the request header.")
}).meta({ id: "FieldError" });
/** The body of errors that are not Problem Details. */
const ErrorBody = object({ error: object({
	code: string().describe("The code of the error catalog."),
	message: string().describe("A sentence for people that is the same for every occurrence of the code."),
	status: int().min(400).max(599),
	requestId: string().optional().describe("The request's id, as in X-Request-ID."),
	detail: string().optional().describe("The particular cause of this occurrence."),
	errors: array(FieldError).optional().describe("Each invalid input.")
}) });
/** Problem Details (RFC 9457). Open: a problem type may have members of its own. */
const Problem = object({
	type: string().meta({ format: "uri-reference" }).describe("The entry of the error catalog, or about:blank."),
	title: string().describe("A sentence for people that is the same for every occurrence of the code."),
	status: int().min(400).max(599),
	detail: string().optional().describe("The particular cause of this occurrence."),
	instance: string().meta({ format: "uri-reference" }).optional(),
	code: string().describe("The code of the error catalog."),
	requestId: string().optional().describe("The request's id, as in X-Request-ID."),
	errors: array(FieldError).optional().describe("Each invalid input.")
});
/** One kind of error that an answer can have. */
const ErrorCatalogEntry = object({
	code: string(),
	message: string(),
	httpStatus: int().min(400).max(599)
}).meta({ id: "ErrorCatalogEntry" });
/** An error code with the status of its answers. */
const StandardCode = object({
	code: string(),
	httpStatus: int().min(400).max(599)
}).meta({ id: "StandardCode" });
/** The errors of the API and their format. */
const ErrorsPolicyDiscovery = object({
	standardCodes: array(StandardCode).describe("The catalog in short."),
	catalogLink: string().describe("The catalog, with messages."),
	defaultMediaType: string().describe("The format of errors for clients that state no preference."),
	problemDetailsAccept: string().optional().describe("The value of Accept that requests Problem Details; absent while they are off."),
	reference: string().optional().describe("The specification of Problem Details."),
	references: array(string()).optional().describe("The specifications that replaced it."),
	requestIdHeader: string().optional().describe("The header that holds the request's id on every answer.")
});
export { Problem as a, FieldError as i, ErrorCatalogEntry as n, StandardCode as o, ErrorsPolicyDiscovery as r, ErrorBody as t };

//# sourceMappingURL=error.js.map