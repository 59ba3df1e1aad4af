/** Runs operations one after the other: each for itself, or all within one transaction. */
import { toMilliseconds, type HandlerCall } from "waymark";
import { TimeSlices } from "waymark/advanced";
import type { Runtime, Store } from "waymark/services";
import { errorOf, failedResult } from "./errors.ts";
import type { BulkResponse, Operation, Result } from "./format.ts";
import { isJson } from "./media-type.ts";
import type { Options } from "./options.ts";
import { contentTypeOf } from "./refuse.ts";
import { resultOf } from "./result.ts";

export interface Batch {
  readonly operations: readonly Operation[];
  /** The call that the handler received. */
  readonly caller: Pick<HandlerCall, "signal" | "requestId" | "client">;
  readonly runtime: Runtime;
  readonly options: Options;
}

/** Milliseconds that an atomic request may take, while other writes wait for it. */
export function atomicMs({ maxDuration, maxAtomicDuration }: Options): number {
  return Math.min(toMilliseconds(maxDuration), toMilliseconds(maxAtomicDuration));
}

/** Thrown to undo a transaction. */
class Undo extends Error {
  /** Result that ended the request; undefined if the client left. */
  readonly refused: Result | undefined;

  constructor(refused?: Result) {
    super("an atomic request is undone");
    this.refused = refused;
  }
}

/** Operations after the client has left are not run: it would learn nothing of them. */
export async function runEach(batch: Batch): Promise<BulkResponse> {
  const results: Result[] = [];
  const durationMs = toMilliseconds(batch.options.maxDuration);
  for await (const result of resultsOf(batch, durationMs)) results.push(result);
  return { results };
}

/** Makes the changes of all operations together. One that is refused, or a client that leaves, undoes them all. */
export async function runAtomic(batch: Batch, store: Store): Promise<BulkResponse> {
  const { operations, caller, options } = batch;
  const timeoutMs = atomicMs(options);
  const work = async (): Promise<BulkResponse> => {
    const results: Result[] = [];
    for await (const result of resultsOf(batch, timeoutMs)) {
      if (result.status >= 400) throw new Undo(result);
      results.push(result);
    }
    if (caller.signal.aborted) throw new Undo();
    return { results };
  };
  try {
    return await store.transaction(work, { timeoutMs });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
    const { refused } = error;
    const results = operations.map((operation) =>
      refused?.id === operation.id ? refused : failedResult(operation, "bulk-undone"),
    );
    if (refused === undefined) return { results };
    return { results, refused: refused.id, error: errorOf("bulk-undone", caller.requestId) };
  }
}

async function* resultsOf(
  { operations, caller, runtime, options }: Batch,
  durationMs: number,
): AsyncGenerator<Result, void, void> {
  const end = performance.now() + durationMs;
  const room = { bytes: options.maxBytes };
  const slices = new TimeSlices();
  for (const [index, operation] of operations.entries()) {
    if (caller.signal.aborted) return;
    if (performance.now() >= end) {
      yield failedResult(operation, "operation-not-run");
      continue;
    }
    const request = requestOf(operation, caller.requestId && `${caller.requestId}.${index + 1}`);
    const answer = await runtime.dispatch(request, caller);
    await slices.pause(); // reading a large body takes as long as making it
    yield resultOf(operation.id, answer, room);
    await slices.pause();
  }
}

/** @param requestId names the operation in logs, unless the client named it. */
function requestOf(operation: Operation, requestId: string | undefined) {
  const { method, path: target, body } = operation;
  const contentType = contentTypeOf(operation);
  const headers: Record<string, string> = {};
  if (requestId !== undefined) headers["x-request-id"] = requestId;
  if (body !== undefined) headers["content-type"] = contentType;
  for (const [name, value] of Object.entries(operation.headers ?? {}))
    headers[name.toLowerCase()] = value;
  if (body === undefined) return { method, target, headers };
  const isText = typeof body === "string" && !isJson(contentType);
  return { method, target, headers, body: isText ? body : JSON.stringify(body) };
}
