/** Views: answers of the API as pages, for people who open their addresses in a browser. */
import type { Call, Representation } from "../call/call.ts";
import type { PageContent } from "./page.ts";
import type { RouteBase } from "./route-info.ts";
import type { MaybePromise } from "../types.ts";

/** An answer as programs receive it. */
export interface ViewedAnswer {
  readonly status: number;
  /** Body in the route's first media type, unencoded; undefined for a stream, which does not begin for a view. */
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
 * API, so OpenAPI leaves it out. Its headers are the answer's, made for its own bytes.
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

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/;

export function isJsonType(mediaType: string): boolean {
  return JSON_TYPE.test(mediaType);
}

/** Checks that a route may have a view: it reads JSON or a stream, and has no HTML of its own. */
export function isViewable({ method, kind, mediaTypes }: RouteBase): boolean {
  if (method !== "GET" || mediaTypes.some((type) => type.startsWith("text/html"))) return false;
  if (kind === "stream") return true;
  return (kind === "list" || kind === "returns") && isJsonType(mediaTypes[0] ?? "");
}
