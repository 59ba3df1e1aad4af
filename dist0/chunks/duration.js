// registry/contract/duration.ts
const UNIT_MS = {
	ms: 1,
	s: 1e3,
	m: 6e4,
	h: 36e5,
	d: 864e5
};
const DURATION_PATTERN = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
/** Milliseconds of `"60s"`. Throws a TypeError that shows the form on anything else. */
function toMilliseconds(duration) {
	const match = DURATION_PATTERN.exec(duration);
	if (!match) throw new TypeError(`a duration is a number with a unit such as "250ms", "60s", "5m", "1h" or "7d"; received ${JSON.stringify(duration)}`);
	return Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? NaN);
}
/** Whole seconds of `"60s"`, rounded down as caches count them (RFC 9111, section 1.2.2). */
function toSeconds(duration) {
	return Math.floor(toMilliseconds(duration) / 1e3);
}
export { toMilliseconds as n, toSeconds as r, DURATION_PATTERN as t };

//# sourceMappingURL=duration.js.map