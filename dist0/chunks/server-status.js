import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
// kernel/lifecycle/instance.ts
/** The identity of this process among those that serve together. */
/**
* @param named the name in the config.
* @param place port or path at which the process listens. The public address may be that of many instances.
*/
function identifyInstance(named, place) {
	return {
		id: randomBytes(8).toString("hex"),
		startedAt: Date.now(),
		get name() {
			return named() ?? `${hostname()} ${place() ?? ""}`.trim();
		}
	};
}
// kernel/lifecycle/server-status.ts
/** The state of a server that has not begun to listen. */
function createStatus(instance, onChange = () => () => {}) {
	return {
		ready: false,
		draining: false,
		reloads: {
			failed: 0,
			lastFailed: false,
			appliedAt: 0
		},
		counts: {
			listHits: 0,
			listMisses: 0,
			requestsCut: 0
		},
		origin: void 0,
		certificate: void 0,
		instance,
		onChange
	};
}
/** For plugins that start without a server. */
const NOT_SERVING = createStatus(identifyInstance(() => void 0, () => void 0));
export { createStatus as n, identifyInstance as r, NOT_SERVING as t };

//# sourceMappingURL=server-status.js.map