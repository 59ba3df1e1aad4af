/** Times of operations, from their tracepoints. */
import { tracingChannel } from "node:diagnostics_channel";
import type { Span } from "waymark/advanced";

/** Key of the time at which an operation began, on its span: a map of spans costs more than all else here. */
const BEGAN = Symbol("began");
type Timed = Span & { [BEGAN]?: number };

/**
 * Calls a listener with each operation at the named tracepoints when it has ended, and how many milliseconds it took, until
 * the returned function is called. The operations run in no store, so that this costs less than to watch them.
 */
export function timeTracepoints(
  names: readonly string[],
  listener: (span: Span, ms: number) => void,
): () => void {
  const begin = (message: unknown) => ((message as Timed)[BEGAN] ??= performance.now()); // as `run` publishes it
  const finish = (message: unknown) => {
    const span = message as Timed; // as above
    const since = span[BEGAN];
    // An operation that had begun before has no time.
    if (since !== undefined && span.isPending !== true) listener(span, performance.now() - since);
  };
  const channels = names.map((name) => tracingChannel<unknown, Span>(`waymark.${name}`));
  for (const { start, end, asyncEnd } of channels) {
    start.subscribe(begin);
    end.subscribe(finish);
    asyncEnd.subscribe(finish);
  }
  return () => {
    for (const { start, end, asyncEnd } of channels) {
      start.unsubscribe(begin);
      end.unsubscribe(finish);
      asyncEnd.unsubscribe(finish);
    }
  };
}
