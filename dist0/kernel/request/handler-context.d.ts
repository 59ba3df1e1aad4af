/** The call as handlers see it. */
import type { Call } from "../../registry/contract/call.js";
import type { FailOptions, HandlerCall } from "../../registry/contract/infer.js";
import type { Principal } from "../../registry/contract/principal.js";
/** Validated input of a request. */
export interface Input {
    readonly params: Readonly<Record<string, unknown>>;
    readonly query: unknown;
    /** Those that the route declares. */
    readonly headers: unknown;
    readonly body: unknown;
    /** Default `application/json`. */
    readonly bodyType?: string;
    /** A body that the handler reads. */
    readonly upload?: AsyncIterable<unknown>;
}
/** The result of negotiation. */
export interface Selected {
    /** Default `application/json`. */
    readonly mediaType?: string | undefined;
    readonly language?: string | undefined;
    /** Aborts the handler's signal, as the client's leaving and the end of its time do. */
    readonly signal?: AbortSignal | undefined;
}
export declare class RouteCall implements Omit<HandlerCall, "params" | "query" | "headers" | "values" | "body" | "upload" | "language" | "principal" | "setHeader"> {
    #private;
    readonly params: Input["params"];
    readonly query: unknown;
    readonly body: unknown;
    readonly bodyType: string;
    readonly upload: Input["upload"];
    /** The media type that will be sent. */
    readonly mediaType: string;
    /** The language that will be sent, where there is a choice. */
    readonly language: string | undefined;
    /** The arguments of `status`, once the handler has called it. */
    chosen: {
        readonly status: number;
        readonly retryAfter: number | undefined;
    } | undefined;
    /** The end of the handler, which may come after its time is over. The kernel sets it. */
    running: Promise<unknown> | undefined;
    constructor(call: Call, { params, query, headers, body, bodyType, upload }: Input, { mediaType, language, signal }?: Selected);
    /** Marks the answer of the handler that received the call: it depends on who asked. Throws as `callOf` does. */
    static markPersonal(received: object): void;
    get personal(): boolean;
    get sawCaller(): boolean;
    /** Returns the call behind the one that a handler received. Throws on anything else: no caller is made up. */
    static callOf(received: object): Call;
    get method(): string;
    get path(): string;
    get headers(): unknown;
    get values(): Readonly<Record<string, unknown>>;
    get requestId(): string | undefined;
    get trace(): Readonly<Record<string, string>>;
    /** Reading it keeps lists from being kept, as no version of the data counts changes elsewhere. */
    get fetch(): typeof globalThis.fetch;
    get lastEventId(): string;
    get client(): string;
    /** Reading it makes the answer one for this caller alone. */
    get principal(): Principal | undefined;
    /** Made on first use, because most handlers need none. */
    get signal(): AbortSignal;
    /** Aborts the signal. The kernel calls this when the handler's time is over. */
    abort(): void;
    /** A field, not a method, because handlers destructure the call. */
    readonly status: (status: number, options?: {
        readonly retryAfter?: number;
    }) => void;
    /** Made on first use, because most handlers fill none. */
    get setHeader(): (name: string, value: unknown) => void;
    /** The headers that the handler has filled. */
    filled: Record<string, string> | undefined;
    /** The arguments of `redirect`, once the handler has called it. */
    redirection: {
        readonly to: string;
        readonly params: Readonly<Record<string, string>>;
    } | undefined;
    readonly redirect: (to: string, params?: Readonly<Record<string, string>>) => void;
    fail(code: string, { existing, ...options }?: FailOptions): never;
}
