/** Whether the time for requests at the stop is enough for the slowest handler. */
import type { Duration } from "../../registry/contract/route.ts";
import { toMilliseconds } from "../../registry/contract/duration.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { Notice } from "../config/env.ts";
import { handlerTimeMs } from "../support/handler-time.ts";

/** Streams are ended when the server stops, so their length does not count. */
export function drainNotices({ routes }: Registry, drain: Duration): readonly Notice[] {
  const times = routes.flatMap((route) =>
    route.document || route.kind === "stream"
      ? []
      : [{ slowest: route.ref, timeoutMs: handlerTimeMs(route) }],
  );
  const timeoutMs = Math.max(...times.map((time) => time.timeoutMs));
  if (timeoutMs <= toMilliseconds(drain)) return [];
  return [
    {
      message: "stop.drain is shorter than handlers may take, so a stop may cut their requests",
      fields: { drain, ...times.find((time) => time.timeoutMs === timeoutMs) },
    },
  ];
}
