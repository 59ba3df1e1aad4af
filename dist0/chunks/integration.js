import { C as strictObject, D as unknown, S as record, s as _enum, w as string } from "./zod2.js";
import { n as datetime } from "./zod3.js";
// schemas/integration.ts
/** Third-party tools that an office can connect to, unless the operator names others. */
const INTEGRATION_KINDS = ["slack", "notion"];
const made = /* @__PURE__ */ new Map();
/** The schema of an integration with one of these tools. Equal kinds share one schema object. */
function integration(kinds) {
	const id = JSON.stringify(kinds);
	const schema = made.get(id) ?? define(kinds);
	made.set(id, schema);
	return schema;
}
function define(kinds) {
	return strictObject({
		id: string().describe("Stable identifier."),
		officeId: string().describe("Identifier of the owning office."),
		type: _enum(kinds).describe("The third-party tool."),
		status: _enum([
			"pending",
			"connected",
			"error",
			"skipped"
		]).describe("`pending`: not set up yet; `connected`: in use; `error`: failed, see `errorMessage`; `skipped`: deliberately left out."),
		externalId: string().optional().describe("Identifier on the external side."),
		externalAccount: string().optional().describe("Account on the external side."),
		metadata: record(string(), unknown()).optional().describe("Additional data from the tool, in any form."),
		lastSyncAt: datetime().optional().describe("When data last arrived."),
		errorMessage: string().optional().describe("The reason of the failure, for people."),
		createdAt: datetime(),
		updatedAt: datetime()
	}).meta({
		id: "Integration",
		description: "The connection of an office to a third-party tool."
	});
}
/** The type of an integration with one of the {@link INTEGRATION_KINDS}. */
const Integration = integration(INTEGRATION_KINDS);
export { Integration as n, integration as r, INTEGRATION_KINDS as t };

//# sourceMappingURL=integration.js.map