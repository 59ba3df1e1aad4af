/** Views: answers of the API as pages, for people who open their addresses in a browser. */
import type { Call, Representation } from "./call.js";
import type { PageContent } from "./page.js";
import type { RouteBase } from "./route-info.js";
import type { MaybePromise } from "./types.js";
/** An answer as programs receive it. */
export interface ViewedAnswer {
    readonly status: number;
    /** In the route's first media type, unencoded; undefined for a stream, which does not begin for a view. */
    readonly body: Representation | undefined;
    /** Name, value, …: the headers that the answer has each time it is sent. */
    readonly headers: readonly string[];
    /** Names of the headers whose values differ from one request to the next. */
    readonly perRequest: readonly string[];
}
/** A request for a view. */
export type ViewedCall = Pick<Call, "path" | "search" | "params" | "principal" | "route">;
/**
 * The page that a client receives in place of a JSON answer or a stream when it prefers `text/html`. It is not part of the
 * API, so OpenAPI leaves it out. Its headers are those of the answer, made for its own bytes.
 */
export interface View {
    /**
     * Languages of the page, the default first. With more than one, the parameter `lang` of the address chooses, which the
     * answer sees only if the route declares it, else Accept-Language does, and Vary of pages includes it.
     */
    readonly languages: readonly [string, ...string[]];
    /** Returns the content of the page. Must depend on nothing else, so that an unchanged page keeps its entity tag. */
    render(answer: ViewedAnswer, call: ViewedCall, language: string): MaybePromise<PageContent>;
}
export declare function isJsonType(mediaType: string): boolean;
/** Whether a route may have a view: it reads JSON or a stream, and has no HTML of its own. */
export declare function isViewable({ method, kind, mediaTypes }: RouteBase): boolean;
