// kernel/define/plugin.ts
/**
* Defines a plugin: one feature with everything it contributes. Importing a plugin has no effect; the kernel checks and
* starts it when the config or the preset names it.
*/
function definePlugin(definition) {
	return {
		api: 1,
		...definition
	};
}
export { definePlugin as t };

//# sourceMappingURL=plugin.js.map