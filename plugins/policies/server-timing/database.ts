/** Time that the statements of a request's handler took. Loaded if answers report it. */
import type { Call } from "waymark";
import { currentCall } from "waymark/advanced";
import { timeTracepoints } from "../../shared/time-tracepoints.ts";

/** Times that do not overlap, in the order of their ends. */
type Spans = { readonly from: number; readonly to: number }[];

export type DatabaseTimes = ReturnType<typeof timeDatabase>;

/** Times statements until `close`. */
export function timeDatabase() {
  const byCall = new WeakMap<Call, Spans>();
  const close = timeTracepoints(["statement"], (_span, ms) => {
    const call = currentCall();
    if (call === undefined) return;
    const spans = byCall.get(call) ?? [];
    const to = performance.now();
    let from = to - ms;
    // Statements at the same time count once.
    while ((spans.at(-1)?.to ?? -Infinity) >= from)
      from = Math.min(from, spans.pop()?.from ?? Infinity);
    spans.push({ from, to });
    byCall.set(call, spans);
  });
  const metric = (call: Call) => {
    const spans = byCall.get(call) ?? [];
    const ms = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    return `db;dur=${Math.round(ms * 1000) / 1000}`;
  };
  return { metric, close };
}
