import { ApiError, ConnectionError, errorOf, type Problems, TimeoutError } from "./errors.ts";
import type { Answer, Environment, Message, Send, Settings } from "./message.ts";

/** Milliseconds that requests may take. */
export interface Timeouts {
  /** Limit for opening a stream. */
  readonly connectMs: number;
  /** Limit for a complete answer. */
  readonly requestMs: number;
}

/** Returns the end of the way: sends by `fetch`, within the time that is allowed. */
export function transport(
  { fetch: send = (url, init) => fetch(url, init) }: Settings,
  environment: Environment,
  { problems, timeouts }: { readonly problems: Problems; readonly timeouts: Timeouts | undefined },
): Send {
  return async (message) => {
    const { operation, url, headers, body, options } = message;
    const isStream = operation.form === "stream";
    const late = new AbortController();
    const limitMs = isStream ? timeouts?.connectMs : timeouts?.requestMs;
    const cancel =
      limitMs === undefined
        ? undefined
        : environment.after(limitMs, () =>
            late.abort(new TimeoutError(`${url.pathname} was not answered in ${limitMs} ms`)),
          );
    const signal = AbortSignal.any([late.signal, options.signal ?? late.signal]);
    try {
      const { method } = operation;
      const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
      const response = await send(url, init);
      const { status } = response;
      if (response.ok || status === 304)
        return { status, headers: response.headers, body: await bodyOf(response, message) };
      const text = await response.text();
      throw errorOf(response, text, { problems, now: environment.now() });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      if (signal.aborted) throw signal.reason;
      throw new ConnectionError(`${url.pathname} was not answered`, { cause: error });
    } finally {
      cancel?.();
    }
  };
}

async function bodyOf(response: Response, { operation }: Message): Promise<Answer["body"]> {
  if (operation.form === "stream") return response.body;
  return operation.form === "bytes" ? response.blob() : response.text();
}
