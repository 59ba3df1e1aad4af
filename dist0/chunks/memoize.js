// registry/seal/memoize.ts
/** Runs `make` on the first call, and returns its result on every call. */
function memoize(make) {
	let result;
	return () => (result ??= { value: make() }).value;
}
export { memoize as t };

//# sourceMappingURL=memoize.js.map