import { type Layer, sleep } from "./message.ts";

/** Returns the layer that waits for the end of a window in which no request is left, as the header `RateLimit` counts. */
export function pacing(): Layer {
  return (send, { environment }) => {
    let resumeAt = 0;
    return async (message) => {
      const waitMs = resumeAt - environment.now();
      if (waitMs > 0 && message.operation.uncounted !== true)
        await sleep(environment, waitMs, message.options.signal);
      const answer = await send(message);
      for (const [, left, seconds] of (answer.headers.get("ratelimit") ?? "").matchAll(
        /;\s*r=(\d+)\s*;\s*t=(\d+)/g,
      ))
        if (left === "0") resumeAt = environment.now() + Number(seconds) * 1000;
      return answer;
    };
  };
}
