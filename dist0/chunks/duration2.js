import { T as templateLiteral, s as _enum, y as number } from "./zod2.js";
// schemas/duration.ts
/** A span of time with its unit, as plugin options have it: `"250ms"`, `"60s"`, `"5m"`. */
const Duration = templateLiteral([number(), _enum([
	"ms",
	"s",
	"m",
	"h",
	"d"
])]).refine((duration) => !duration.startsWith("-"), {
	error: "a duration is not negative",
	abort: true
});
export { Duration as t };

//# sourceMappingURL=duration2.js.map