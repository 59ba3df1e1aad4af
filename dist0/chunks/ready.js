import { t as definePlugin } from "./plugin.js";
import "./kernel.js";
import { g as optional } from "./explain-issues.js";
import { C as strictObject } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
import { r as Health } from "./services2.js";
import { r as Runtime } from "./services.js";
import { t as Duration } from "./duration2.js";
import { a as Ready } from "./health.js";
// plugins/monitoring/probes/ready/index.ts
const Options = strictObject({ grace: Duration.default("10s").describe("How long the server stays ready while something is down that all servers share, such as a database server: if all turned away at once, no request would be answered.") });
/** @param exception the end of the description: where servers share something, some failures of it do not count. */
const readyPlugin = (exception) => definePlugin({
	id: "ready",
	summary: "Reports to load balancers whether this server takes requests.",
	section: "monitoring",
	options: Options,
	needs: {
		runtime: Runtime,
		health: optional(Health)
	},
	schemas: { Ready },
	routes: { getReady: {
		method: "GET",
		path: "/api/ready",
		summary: "Read whether the server takes requests.",
		description: `503 while the server starts, while it drains, and while its health is down${exception}; health does not change when it starts or drains.`,
		returns: Ready,
		statuses: [503],
		publish: {
			rootLink: "ready",
			capability: "readinessProbe"
		},
		cache: "no-store",
		rateLimit: "exempt",
		probe: "ready"
	} },
	handlers: ({ runtime, health }, { registry, options, log }) => {
		const isHealthy = createJudge(toMilliseconds(options.grace), log);
		return { getReady: async (call) => {
			const checks = (await health?.report())?.checks ?? [];
			const ready = isHealthy(checks.filter(({ status }) => status === "down")) && runtime.ready;
			if (!ready) call.status(503, { retryAfter: 1 });
			return {
				ready,
				service: registry.app.name
			};
		} };
	}
});
var ready_default = readyPlugin("");
/** Returns a function that decides, from the checks that are down, whether the server takes requests, and logs when that changes. */
function createJudge(graceMs, log) {
	/** Whether a look at all checks found none down: a server that never worked has no grace. */
	let worked = false;
	let downSince;
	let healthy = true;
	const judge = (down) => {
		if (down.length === 0) {
			worked = true;
			downSince = void 0;
			return true;
		}
		downSince ??= performance.now();
		return worked && down.every(({ shared }) => shared) && performance.now() - downSince < graceMs;
	};
	return (down) => {
		const before = healthy;
		healthy = judge(down);
		const checks = down.map(({ plugin, name }) => `${plugin}:${name}`);
		if (before && !healthy) log.warn("not ready any more", { down: checks });
		if (!before && healthy) log.info("ready again", { down: checks });
		return healthy;
	};
}
export { ready_default as n, readyPlugin as t };

//# sourceMappingURL=ready.js.map