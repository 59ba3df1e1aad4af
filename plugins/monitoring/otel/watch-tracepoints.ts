/** Operations at tracepoints, each in a store of its own. */
import type { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import { tracepointNames, type Span } from "waymark/advanced";

/** Learns of spans. Must not throw. */
export interface SpanWatcher<Store extends object> {
  /** Returns the store that the operation runs in. */
  readonly enter: (span: Span) => Store;
  /** @param store as `enter` returned it. */
  readonly leave: (span: Span, store: Store) => void;
}

/** Watches all tracepoints, also in modules that are loaded later, until the returned function is called. */
export function watchTracepoints<Store extends object>(
  storage: AsyncLocalStorage<Store>,
  watcher: SpanWatcher<Store>,
): () => void {
  const stops = Array.from(tracepointNames, (name) => watch(name, storage, watcher));
  const add = (name: unknown) => void stops.push(watch(String(name), storage, watcher));
  subscribe("waymark.tracepoint", add);
  return () => {
    unsubscribe("waymark.tracepoint", add);
    for (const stop of stops) stop();
  };
}

function watch<Store extends object>(
  name: string,
  storage: AsyncLocalStorage<Store>,
  { enter, leave }: SpanWatcher<Store>,
): () => void {
  const { start, end, asyncEnd } = tracingChannel<unknown, Span>(`waymark.${name}`);
  const finish = (message: unknown) => {
    const span = message as Span; // as `run` publishes it
    if (span.isPending === true) return;
    // The end is published where the operation ran; an operation that had begun before has no store.
    const store = storage.getStore();
    if (store !== undefined) leave(span, store);
  };
  start.bindStore(storage, enter as (span: unknown) => Store); // as above
  end.subscribe(finish);
  asyncEnd.subscribe(finish);
  return () => {
    start.unbindStore(storage);
    end.unsubscribe(finish);
    asyncEnd.unsubscribe(finish);
  };
}
