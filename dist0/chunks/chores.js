import "./kernel.js";
import { r as messageOf } from "./finding.js";
// plugins/shared/chores.ts
/** Work that a plugin does again and again: at one node at a time, where several of them share jobs. */
/**
* Starts a chore, which never runs twice at once in this process. The signal aborts when the chore is to stop, and once
* another node may have begun.
*
* @returns a function that stops it, and waits for a run that is under way.
*/
function startChore(work, { everyMs, firstMs, job, log, failure }) {
	const stop = new AbortController();
	let running;
	const run = () => {
		running ??= runAlone(work, job, stop.signal).catch((error) => log.warn(failure, { reason: messageOf(error) })).finally(() => running = void 0);
	};
	const first = firstMs === void 0 ? void 0 : setTimeout(run, firstMs).unref();
	const timer = setInterval(run, everyMs).unref();
	return async () => {
		clearTimeout(first);
		clearInterval(timer);
		stop.abort();
		await running;
	};
}
async function runAlone(work, job, stopped) {
	if (job?.jobs === void 0) return work(stopped);
	let hasBegun = false;
	try {
		await job.jobs.run(job.name, (lost) => {
			hasBegun = true;
			return work(AbortSignal.any([stopped, lost]));
		});
	} catch (error) {
		if (hasBegun) throw error;
		if (!stopped.aborted) await work(stopped);
	}
}
export { startChore as t };

//# sourceMappingURL=chores.js.map