import { Session } from "node:inspector/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Profiles this process. Rejects when the signal aborts; the profiler is off in any case. Returns the JSON of a .cpuprofile. */
export async function profileCpu(ms: number, signal: AbortSignal): Promise<Buffer> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
    await sleep(ms, undefined, { signal });
    const { profile } = await session.post("Profiler.stop");
    return Buffer.from(JSON.stringify(profile));
  } finally {
    session.disconnect(); // which also ends the profile
  }
}
