// kernel/support/boot-errors.ts
/** The boot or the start was refused, and nothing is left running. The message lists the findings. */
var BootError = class extends Error {
	name = "BootError";
	/** Code of the first finding. */
	code;
	/** At least one. */
	findings;
	constructor(findings, options) {
		super(findings.map(renderFinding).join("\n\n"), options);
		this.code = findings[0].code;
		this.findings = findings;
	}
};
/** Throws a {@link BootError} unless the list is empty. */
function refuse(findings) {
	const [first, ...others] = findings;
	if (first !== void 0) throw new BootError([first, ...others]);
}
function renderFinding({ code, message, where, plugin, hint }) {
	const part = (label, text) => `  ${label}: ${indent(text, label.length + 4)}`;
	return [
		`${code}: ${indent(message, 2)}`,
		part("where", where),
		...plugin === void 0 ? [] : [part("plugin", plugin)],
		part("hint", hint)
	].join("\n");
}
/** Further lines of a text begin below its first. */
function indent(text, width) {
	return text.replaceAll("\n", `\n${" ".repeat(width)}`);
}
export { refuse as n, BootError as t };

//# sourceMappingURL=boot-errors.js.map