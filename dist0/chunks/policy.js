// kernel/define/policy.ts
/**
* Defines a policy. `fields` must answer for every header in `writes`; `undefined` means: absent on purpose.
*
* Compiled once per route, before the server is ready. The state that `begin` returns is handed to `admit`, slots and
* `observe`.
*/
function definePolicy(definition) {
	return definition;
}
export { definePolicy as t };

//# sourceMappingURL=policy.js.map