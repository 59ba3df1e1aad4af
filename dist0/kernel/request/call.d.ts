/** The calls of clients: a request over a socket, one in memory, and unparsable bytes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call, Preferences, Trace } from "../../registry/contract/call.js";
import type { Principal } from "../../registry/contract/principal.js";
import type { RequestValue } from "../../registry/contract/request-value.js";
import type { SealedRoute } from "../../registry/contract/sealed-route.js";
import { type ClientResolver, type ConnectionInfo } from "./client.js";
/** Common to the calls of clients and those of the server itself. */
export declare abstract class BaseCall implements Call, ConnectionInfo {
    #private;
    abstract readonly method: string;
    readonly path: string;
    readonly search: string;
    readonly route: SealedRoute;
    readonly params: Readonly<Record<string, string>>;
    readonly startedAt: number;
    readonly states: unknown[];
    principal: Principal | undefined;
    requestId: string | undefined;
    trace: Trace | undefined;
    preferences: Preferences;
    constructor(resolve: ClientResolver, route: SealedRoute, target: string, params?: Readonly<Record<string, string>>);
    abstract header(name: string): string | undefined;
    isRepeated(_name: string): boolean;
    value<T>({ id }: RequestValue<T>): T | undefined;
    get peer(): string | undefined;
    get encrypted(): boolean;
    get durationMs(): number;
    get allow(): string;
    get client(): string;
    get secure(): boolean;
    get host(): string;
    get proxied(): boolean;
}
/** Where a response keeps its call, so that one that is cut can be named. */
declare const CALL: unique symbol;
interface Answering extends ServerResponse {
    [CALL]?: NodeCall;
}
/** Returns the call that is answered; undefined before it has a route. */
export declare function callOf(response: Answering): NodeCall | undefined;
/** Returns the members of a log line that name a request and, where it has them, its trace and principal: by id alone. */
export declare function idsOf({ requestId, trace, principal }: Call): Readonly<Record<string, unknown>>;
/** A request that Node's parser accepted. */
export declare class NodeCall extends BaseCall {
    #private;
    readonly request: IncomingMessage;
    /** Its `close` means that the client has left; the request closes as soon as it is read. */
    readonly response: ServerResponse;
    constructor(request: IncomingMessage, response: Answering, resolve: ClientResolver, route: SealedRoute, target: string, params?: Readonly<Record<string, string>>);
    get method(): string;
    get peer(): string | undefined;
    get encrypted(): boolean;
    header(name: string): string | undefined;
    /** Node's own `headersDistinct` sorts every header of the request. */
    isRepeated(name: string): boolean;
}
/** A web request, answered without a socket. */
export declare class FetchCall extends BaseCall {
    readonly request: Request;
    constructor(request: Request, resolve: ClientResolver, route: SealedRoute, target: string, params?: Readonly<Record<string, string>>);
    get method(): string;
    get peer(): string | undefined;
    get encrypted(): boolean;
    header(name: string): string | undefined;
}
/** Bytes that could not be parsed. At most their Accept is known, which selects the form of the answer. */
export declare class MalformedCall extends BaseCall {
    #private;
    readonly method = "";
    constructor(route: SealedRoute, accept?: string);
    header(name: string): string | undefined;
}
export {};
