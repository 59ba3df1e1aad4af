import { setTimeout } from "node:timers/promises";
import { Session } from "node:inspector/promises";
// plugins/monitoring/diagnostics/profile.ts
/** Profiles this process. Rejects when the signal aborts; the profiler is off in any case. Returns the JSON of a .cpuprofile. */
async function profileCpu(ms, signal) {
	const session = new Session();
	session.connect();
	try {
		await session.post("Profiler.enable");
		await session.post("Profiler.start");
		await setTimeout(ms, void 0, { signal });
		const { profile } = await session.post("Profiler.stop");
		return Buffer.from(JSON.stringify(profile));
	} finally {
		session.disconnect();
	}
}
export { profileCpu };

//# sourceMappingURL=profile.js.map