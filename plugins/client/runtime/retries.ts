import { ApiError, ConnectionError } from "./errors.ts";
import { type Layer, type Message, sleep } from "./message.ts";

/** Rules for repeating a request. */
export interface RetryAdvice {
  readonly retryOn: readonly number[];
  readonly maxRetries: number;
  readonly backoff: {
    readonly baseMs: number;
    readonly maxMs: number;
    readonly jitter: "none" | "full";
  };
  /** Codes of errors that need another treatment than their status. */
  readonly exceptions?: readonly { readonly code: string; readonly retry: boolean }[];
}

/** Returns the layer that repeats requests. `longestMs` is the longest wait that a service may ask for. */
export function retries(advice: RetryAdvice, longestMs: number): Layer {
  const { maxRetries, backoff } = advice;
  return (send, { environment }) =>
    async function repeat(message, count = 0): ReturnType<typeof send> {
      try {
        return await send(message);
      } catch (error) {
        if (count >= maxRetries || !isRepeated(error, message, advice)) throw error;
        const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
        const part = backoff.jitter === "full" ? environment.random() : 1;
        const ms =
          asked === undefined
            ? Math.min(backoff.maxMs, backoff.baseMs * 2 ** count) * part
            : asked + backoff.baseMs * environment.random(); // so that clients do not return all at once
        if (asked !== undefined && asked > longestMs) throw error;
        await sleep(environment, ms, message.options.signal);
        return repeat(message, count + 1);
      }
    };
}

function isRepeated(
  error: unknown,
  { operation }: Message,
  { retryOn, exceptions = [] }: RetryAdvice,
): boolean {
  // A write that has no key may have been made, unless the answer says that it was refused.
  if (error instanceof ConnectionError) return operation.once !== true;
  if (!(error instanceof ApiError)) return false;
  if (operation.once === true && error.status >= 500) return false;
  const exception = exceptions.find(({ code }) => code === error.code);
  return exception?.retry ?? retryOn.includes(error.status);
}
