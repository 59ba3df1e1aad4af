/** The calls of the server itself, on behalf of a client or on its own. */
import type { Call } from "../../registry/contract/call.js";
import type { RequestValue } from "../../registry/contract/request-value.js";
import type { SealedRoute } from "../../registry/contract/sealed-route.js";
import { BaseCall } from "./call.js";
/** A read by the server itself. Policies see its caller without the credential or, as for documents, none. */
export declare class InternalCall extends BaseCall {
    #private;
    readonly method = "GET";
    constructor(route: SealedRoute, target: string, params: Readonly<Record<string, string>>, caller?: Call);
    header(name: string): string | undefined;
    /** As the policies of this route provide it, else as those of the caller's. */
    value<T>(token: RequestValue<T>): T | undefined;
    get client(): string;
    get secure(): boolean;
    get host(): string;
    get proxied(): boolean;
}
/** The request of an earlier call with its credential, to find its principal again. */
export declare class RepeatedCall extends InternalCall {
    #private;
    constructor(route: SealedRoute, first: Call);
    header(name: string): string | undefined;
    isRepeated(name: string): boolean;
}
/** The request of a view at the address of its answer, which has no language of a page. */
export declare class ViewCall extends InternalCall {
    #private;
    constructor(route: SealedRoute, first: Call, search: string);
    value<T>(token: RequestValue<T>): T | undefined;
}
