/**
 * The route vocabulary: everything a plugin can say about a route, as data.
 *
 * A route is a method and path under an id such as `listBrains`. It names its kind of body with exactly one of
 * `list`, `returns`, `redirect`, `alwaysFails`, `stream`, `page`, `text`, `bytes` or `empty`; policies add further keys by
 * augmenting {@link RoutePolicies}.
 */
import type { BytesDeclaration } from "./bytes.ts";
import type { Page } from "./page.ts";
import type { RequestValues } from "../plugin/service.ts";
import type { Schema } from "../../schema/schema.ts";

/** Methods that read. HEAD and OPTIONS are derived and never declared. */
type ReadMethod = "GET";
/** Methods that write. */
type WriteMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** A span of time with its unit: `"250ms"`, `"60s"`, `"5m"`, `"1h"`, `"7d"`. */
export type Duration = `${number}${"ms" | "s" | "m" | "h" | "d"}`;

/**
 * Rules for caches of a route's 2xx answers (RFC 9111, RFC 5861). Required: `"no-store"` is a valid choice, absence is not.
 * `maxAge` and `staleWhileRevalidate` become whole seconds.
 */
export type CacheDeclaration =
  | "no-store"
  | {
      readonly scope: "public" | "private";
      readonly maxAge: Duration;
      readonly staleWhileRevalidate?: Duration;
      /** Keeps the answer for ever (RFC 8246) at the address with the body's version as `?v=…`. */
      readonly versioned?: true;
    };

/** Keys that policies add to routes. A policy plugin augments this interface with its own key. */
// oxlint-disable-next-line typescript/no-empty-object-type -- open on purpose: plugins augment it
export interface RoutePolicies {}

/** A reference to a route: its id in the same plugin, or `plugin.routeId`. */
export type RouteRef<Id extends string = string> = NoInfer<Id> | `${string}.${string}`;

/**
 * A link from one route to another. `with` fills a parameter of the target from a path parameter of this route or a
 * top-level field of its body; parameters of the same name bind by themselves.
 */
export type Relation<Id extends string = string> =
  | RouteRef<Id>
  | { readonly to: RouteRef<Id>; readonly with?: Readonly<Record<string, string>> };

/** A list of items: `{ [as]: item[], _meta, _links }`, its envelope published as schema `name`. */
export interface ListBody {
  readonly of: Schema;
  readonly as: string;
  readonly name: string;
  /** Largest limit of a query, where it is below that of all lists. */
  readonly maxPageSize?: number;
  /** Sent whole and in its own order unless the client asks for less; documents always are. */
  readonly unpaged?: true;
  /**
   * True if items record events, requests of all callers among them: without a sort in the query the last key comes first,
   * and checks expect further items while they read it.
   */
  readonly journal?: true;
  /**
   * Links of each item; `with` names fields of the item. They are among the list's own, named by relation and item:
   * `integrations:lisboa`. `item` leads to the item itself.
   */
  readonly relations?: Readonly<Record<string, Relation>>;
}

/** Events that are sent to a client as they happen, with the schema of their data by name. */
export interface Stream {
  readonly events: Readonly<Record<string, Schema>>;
  /** Events that plugins contribute under `events` are among them. */
  readonly contributed?: true;
}

/** A route that refuses every request: a planned operation, or an example for tests. */
interface AlwaysFails {
  /** A code of the error catalog; its status is the answer's. */
  readonly code: string;
  /** Becomes Retry-After, in whole seconds rounded up. */
  readonly retryAfter?: Duration;
}

/** Announcements of a route. They disappear with the route. */
export interface Publish {
  /** Relation of the API root that leads to the route. */
  readonly rootLink?: string;
  /** Capability that is true because the route is served. */
  readonly capability?: string;
}

interface Common<Id extends string> extends RoutePolicies {
  readonly path: `/${string}`;
  /** Single sentence, shown in OpenAPI and every listing. */
  readonly summary: string;
  readonly description?: string;
  /** Shape of the path parameters; without it each `{name}` is a string. */
  readonly params?: Schema;
  /**
   * Shape of the query parameters; a list is a repeated parameter: `?tag=a&tag=b`. Lists have the list engine's
   * parameters as well.
   */
  readonly query?: Schema;
  /** Shape of the request headers that the handler reads, by lower-case name. A value that does not fit is 400. */
  readonly headers?: Schema;
  /**
   * Response headers that the handler fills with `call.setHeader`, in their usual spelling, each with the shape of its
   * value. They are kept and repeated with the answer; refusals do not have them.
   */
  readonly responseHeaders?: Readonly<Record<string, Schema>>;
  /** Values that policies work out for each request and the handler reads, by the handler's names. */
  readonly values?: RequestValues;
  /** Codes of the catalog that the handler may raise with `fail`. */
  readonly errors?: readonly string[];
  /**
   * Period in which the resource at the path may be missing, `"until uploaded"`: 404 with a code of `errors` is then an
   * answer as declared.
   */
  readonly absent?: string;
  /** Further statuses that answer with the same body, chosen by `call.status`. */
  readonly statuses?: readonly number[];
  readonly relations?: Readonly<Record<string, Relation<Id>>>;
  /** Redirects are not announced: name the route that they lead to. */
  readonly publish?: Publish;
  /**
   * `"admin"`: served at the admin listener and nowhere else; unless a plugin opens that, the route does not
   * exist. No public document mentions it, and its relations lead to routes of the same listener. Default: the public
   * listener.
   */
  readonly listener?: "admin";
  /**
   * Time that the handler may take before the answer is 503 and the handler is named in the log. Default `"30s"`. A
   * stream that has begun may take as long as it likes.
   */
  readonly timeout?: Duration;
  /**
   * Serves the pages for people, as style sheets and robots.txt do, and is not part of the API: OpenAPI leaves it out, as
   * it does pages.
   */
  readonly asset?: true;
  /**
   * Load balancers and supervisors ask for it all the time: `live` shows that the process answers, `ready` whether it takes
   * requests, `health` how it is. Logged at `debug`, and no part of the traffic by which the service is judged.
   */
  readonly probe?: "live" | "ready" | "health";
  /** `false`: policies add no members to the JSON body, because its format leaves no room for them. */
  readonly bareBody?: true;
  /**
   * Media types of a JSON body, the first being the default. Default `["application/json"]`. Types that do not end in
   * `json` need an entry in the plugin's `renderers`.
   */
  readonly produces?: readonly string[];
  /**
   * Languages of the body (BCP 47), the first being the default. The client's Accept-Language chooses one (RFC 9110,
   * section 12.5.4), the handler or document gets it, and Content-Language names it. `"*"` stands for all languages of the
   * service: English, and the `languages` of plugins.
   */
  readonly languages?: readonly string[];
}

type OneOf<T> = {
  [K in keyof T]: { readonly [P in K]: T[P] } & { readonly [P in Exclude<keyof T, K>]?: never };
}[keyof T];

/** The kinds of answers. `document: true` means: made once per revision from the registry, by `documents`. */
export type AnswerDeclaration<Id extends string = string> =
  | (OneOf<{
      list: ListBody;
      returns: Schema;
      text: { readonly mediaType: string };
      bytes: BytesDeclaration;
      page: Page;
    }> & {
      readonly document?: true;
      readonly redirect?: never;
      readonly alwaysFails?: never;
      readonly stream?: never;
      readonly empty?: never;
    })
  | (OneOf<{
      redirect: { readonly to: RouteRef<Id>; readonly status: 301 | 302 | 303 | 307 | 308 };
      alwaysFails: AlwaysFails;
      stream: Stream;
      /** 204 without a body, such as the answer to a DELETE. */
      empty: true;
    }> & {
      readonly document?: never;
      readonly list?: never;
      readonly returns?: never;
      readonly text?: never;
      readonly bytes?: never;
      readonly page?: never;
    });

interface Read {
  readonly method: ReadMethod;
  readonly acts?: never;
  readonly news?: never;
  readonly creates?: never;
  readonly cache: CacheDeclaration;
  readonly body?: never;
  readonly bodies?: never;
  readonly redirects?: never;
  readonly preconditions?: never;
  readonly transaction?: never;
  readonly idempotency?: never;
}

interface Write<Id extends string> {
  readonly method: WriteMethod;
  /**
   * The route of the resource that a request created: 201 with Location (RFC 9110, section 15.3.2). Its
   * parameters come from this route's own and from the body, like a relation's.
   */
  readonly creates?: Relation<Id>;
  /**
   * The route that reads the resource which a request acts on, such as `getBooking` of `POST {booking}/confirm`. Conditions
   * of requests are evaluated against that resource, as those of PUT and PATCH at its own path are, and an answer of its shape
   * is its representation: with its ETag and its links. All parameters of its path are parameters of this one.
   */
  readonly acts?: RouteRef<Id>;
  /**
   * `false`: neither events nor webhooks follow from what requests change. Default: they follow
   * from each request that changed rows, and from each PUT, PATCH, DELETE, created resource and `acts` of a plugin without
   * tables.
   */
  readonly news?: false;
  readonly cache?: never;
  /** Shape of the JSON request body; a body that parses but does not fit is 422. */
  readonly body?: Schema;
  /** Shapes of the JSON request body by media type, in place of `body`, the usual one first. */
  readonly bodies?: Readonly<Record<string, Schema>>;
  /**
   * The route to which `call.redirect` sends the client: its GET is the answer (RFC 9110, section 15.4.4). For routes with
   * `empty`, which is also the answer if a handler does not redirect, or while the other route is off.
   */
  readonly redirects?: { readonly to: RouteRef<Id>; readonly status: 303 };
  /**
   * `"required"`: 428 for a request without If-Match or If-None-Match (RFC 6585, section 3). For routes at the path of a
   * resource that has an ETag. Default: a request without a condition writes in any case.
   */
  readonly preconditions?: "required";
  /**
   * `false`: no transaction encloses the handler, as it only passes requests on. Default: all that it changes in the store is
   * undone when the request is refused or fails.
   */
  readonly transaction?: false;
  /** Effect of a repeated request: by nature the same, distinguished by Idempotency-Key, or not at all. */
  readonly idempotency: "natural" | "key" | "none";
}

/** Route as its author writes it. `Id` is the union of the route ids of the same plugin. */
export type Route<Id extends string = string> = Common<Id> &
  AnswerDeclaration<Id> &
  (Read | Write<Id>);
