/** An operation of the service, in data: what a client has to know of it. */
export interface Operation {
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  /** Media type to ask for, unless it is JSON. */
  readonly accept?: string;
  /** Form of the answer, unless it is one JSON value. */
  readonly form?: "list" | "stream" | "text" | "bytes" | "empty";
  /** Member of a list's pages that has the items. */
  readonly items?: string;
  /** Names of query parameters; of two names, the first is the one in the input. */
  readonly query?: readonly Name[];
  /** Query parameters whose lists are one value with commas. */
  readonly joined?: readonly string[];
  readonly headers?: readonly Name[];
  /** Media type of the request body. */
  readonly sends?: string;
  /** Seconds for which an answer is current, and for which it may then stand in for a newer one. */
  readonly cache?: { readonly maxAge: number; readonly revalidate: number };
  /** Changes the resource at its path, whose state a request can name. */
  readonly conditional?: true;
  /** Takes a key by which a repeated request is recognized. */
  readonly keyed?: true;
  /** Writes each time that it is sent. */
  readonly once?: true;
  /** Requests do not count. */
  readonly uncounted?: true;
  readonly scopes?: readonly string[];
}

type Name = string | readonly [input: string, wire: string];

/** Options of every call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal;
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<string, never>>;

/** A request on its way through the layers. */
export interface Message {
  /** Name of the operation: `offices.listOffices`; undefined for a link that leads to none. */
  readonly name: string | undefined;
  readonly operation: Operation;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData | undefined;
  readonly options: CallOptions & Readonly<Record<string, unknown>>;
}

/** An answer that is not an error. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Text; a stream or bytes if the operation's form is that. */
  readonly body: string | Blob | ReadableStream<Uint8Array> | null;
}

/** Sends a message and returns its answer; throws an error for every other end. */
export type Send = (message: Message) => Promise<Answer>;

/** Time and chance, so that tests can fix them. */
export interface Environment {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Runs `work` after so many milliseconds; returns a function that cancels it. */
  after(ms: number, work: () => void): () => void;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
}

/** Settings of a client. */
export interface Settings {
  /** Scheme and authority of the service: `https://api.example.com`. */
  readonly baseUrl: string;
  /** Sends the requests. Default: the `fetch` of the runtime. */
  readonly fetch?: (url: URL, init: RequestInit) => Promise<Response>;
  /** Headers of all requests to the service. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Time and chance, for tests. Default: the runtime's own. */
  readonly environment?: Environment;
}

/** A part of the way: sends by the next part, and adds what one of the service's policies asks for. */
export type Layer<S extends Settings = Settings> = (
  send: Send,
  context: { readonly settings: S; readonly environment: Environment },
) => Send;

/** Waits, unless the signal ends the call before. */
export function sleep(
  { after }: Environment,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal?.reason as unknown);
    };
    const cancel = after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
