import "./context.js";
// kernel/define/conformance.ts
/** Defines the conformance test of a policy: the default export of the module that the policy names as `conformance`. */
function defineConformance(test) {
	return test;
}
export { defineConformance as t };

//# sourceMappingURL=conformance.js.map