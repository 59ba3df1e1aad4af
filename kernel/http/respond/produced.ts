/** The input of stage produce, and its result. */
import type { BodyInfo, Call, CallTarget } from "../../../registry/contract/call/call.ts";
import type { Log, MaybePromise } from "../../../registry/contract/types.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { RouteCall } from "../request/route-call.ts";
import type { ServerCounts } from "../../services.ts";
import type { DataVersion } from "../../host/start/data-version.ts";
import type { PlannedReply, Variants } from "./body.ts";
import type { DocumentCache } from "./document.ts";
import type { ByteSource, OpenStreams } from "./stream.ts";

/** Input of a producer except its route. */
export interface ProduceContext {
  readonly registry: Registry;
  readonly plugin: Plugin;
  /** The services that the plugin needs and provides, by the plugin's own names. */
  readonly use: unknown;
  readonly documents: DocumentCache;
  /** Returns the producer of another route, without answers of policies in its place. */
  readonly producerOf: (route: SealedRoute) => Producer;
  /** The route's handler; undefined for documents, redirects and routes that always refuse. */
  readonly handler: ((call: RouteCall) => unknown) | undefined;
  /** Version of the data that the route answers from; undefined if there is none. */
  readonly version: DataVersion | undefined;
  readonly answers: Cache<KeptAnswer>;
  readonly counts: ServerCounts;
  readonly streams: OpenStreams;
  readonly log: Log;
  /** Counts an answer as under way until the promise settles, so that its plugin is not stopped before. */
  readonly track: (answer: Promise<unknown>) => void;
  /** The plugin as it runs; when it stops, its streams end. */
  readonly running: unknown;
}

/** The status of a reply, and the kernel's headers that only some replies have. */
export interface ReplyHead {
  readonly status: number;
  readonly location?: string | undefined;
  readonly allow?: string | undefined;
  /** Value of Content-Language. */
  readonly language?: string | undefined;
  /** True if the address names the language. */
  readonly namesLanguage?: boolean;
  /** Value of Retry-After, in seconds. */
  readonly retryAfter?: number | undefined;
  /** Name, value, …: headers that say which request bodies the path takes. */
  readonly accepts?: readonly string[] | undefined;
}

export interface Produced {
  readonly head: ReplyHead;
  readonly variants: Variants | undefined;
  readonly facts: BodyInfo;
  /** Stream in place of variants. */
  readonly stream?: ByteStream;
  /** Returns the part that a request asks for of bytes that are kept somewhere, in place of variants. */
  readonly stored?: (call: Call) => StoredPart;
  /** Plans in place of the route's own. */
  readonly plans?: SealedRoute["plans"];
}

/** Values by key, of which the cache forgets the least used. The declarations of the package name this, not a library. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): unknown;
  delete(key: string): unknown;
}

/** An answer for later requests. */
export interface KeptAnswer {
  readonly produced: Produced;
  /** Version of the data that it was made from; undefined if it only stands in for an answer that cannot be made. */
  readonly version: ReturnType<DataVersion>;
  /** Time at which the answer was last known to be current, as `performance.now()` returns it. */
  asOf: number;
}

/** A body that is sent while it is made. */
export interface ByteStream {
  readonly body: ByteSource;
  /** Name, value, …: the kernel's headers of this body. */
  readonly headers: readonly string[];
}

/** Bytes to send, or the refusal of a part that is not there. */
export type StoredPart = { readonly facts: BodyInfo } & (
  | { readonly status: number; readonly stream: ByteStream; readonly refusal?: undefined }
  | { readonly refusal: Refusal }
);

/** Finishes a value. `mediaType` is an index into the media types that the route offers. */
export type Render = (
  value: unknown,
  mediaType: number,
  call: CallTarget,
  head: ReplyHead,
  facts: BodyInfo,
) => MaybePromise<Produced>;

/** Makes the body of a route. `mediaType` is an index into the route's media types, `language` into its heads. */
export type Producer = (call: Call, mediaType: number, language: number) => MaybePromise<Produced>;

export const OK: ReplyHead = Object.freeze({ status: 200 });
export const NO_BODY_INFO: BodyInfo = Object.freeze({});

/** Reply to a client that has left, for policies that count and log. Its status is never sent; other servers log it too. */
export const ABANDONED: PlannedReply = {
  reply: {
    outcome: "error",
    status: 499,
    representation: undefined,
    failure: undefined,
    abandoned: true,
    facts: NO_BODY_INFO,
  },
  lines: "",
  slots: [],
};

export function withoutBody(head: ReplyHead): Produced {
  return { head, variants: undefined, facts: NO_BODY_INFO };
}

/** Returns the heads of the route's 200 replies by language; of a page, then the heads of addresses that name it. */
export function headsByLanguage({ declaration, kind }: SealedRoute): readonly ReplyHead[] {
  const heads = declaration.languages?.map((language): ReplyHead => ({ status: 200, language }));
  if (heads === undefined || kind !== "page") return heads ?? [OK];
  return [...heads, ...heads.map((head) => ({ ...head, namesLanguage: true }))];
}

/** Makes a function at its first use, so that a service starts without modules that it may never need. */
export function late<Input extends readonly unknown[], Result>(
  make: () => Promise<(...input: Input) => MaybePromise<Result>>,
): (...input: Input) => MaybePromise<Result> {
  let made: ((...input: Input) => MaybePromise<Result>) | undefined;
  return (...input) => made?.(...input) ?? make().then((one) => (made ??= one)(...input));
}
