/** The declaration of a resource. */
import type {
  CacheDeclaration,
  Duration,
  ErrorEntry,
  HandlerCall,
  ListPage,
  Principal,
  Relation,
  RoutePolicies,
  Schema,
} from "waymark";
import type { Needs, Use } from "waymark/advanced";
import type { Store, TableQuery, TableReference, TableRows } from "waymark/services";
import type { FileDeclaration } from "./file-field.ts";

/** A way to change a resource: each is a route of its own. */
export type Write = "create" | "replace" | "patch" | "remove";

/** Rows as their schema has them. */
export type RowOf<S extends Schema> = Extract<
  NonNullable<S["~standard"]["types"]>["output"],
  object
>;

/** The fields that hold text. */
type TextField<Row> = {
  [K in keyof Row & string]: Row[K] extends string ? K : never;
}[keyof Row & string];

/** A row before the rule has filled in the computed fields. */
type Draft<Row, Computed extends PropertyKey> = Omit<Row, Computed> & Partial<Row>;

/** Rows of the resource. */
interface Rows<Row> extends Omit<TableRows, "list" | "find"> {
  /** Lists rows. Default: all fields of all rows, by key. */
  list(query?: Partial<TableQuery>): Promise<ListPage<Row>>;
  find(key: string): Promise<Row | undefined>;
}

/** Codes that every rule may refuse with, beside its own. */
type RuleCode = "resource-not-found" | "unprocessable-content";

type Change<Row, Computed extends PropertyKey> =
  /** A change by one of the `actions`, by its name. */
  | { readonly kind: "action"; readonly action: string; readonly before: Row; readonly after: Row }
  | ({ readonly action?: undefined } & (
      | {
          readonly kind: "create";
          readonly before: undefined;
          readonly after: Draft<Row, Computed>;
        }
      | { readonly kind: "replace" | "patch"; readonly before: Row; readonly after: Row }
      | { readonly kind: "remove"; readonly before: Row; readonly after: undefined }
    ));

/** A change that is about to be written, within its transaction. */
export type RuleCall<Row, Computed extends PropertyKey, Code extends string> = Change<
  Row,
  Computed
> & {
  readonly key: string;
  /**
   * The rows of all callers, also where rows have an owner, whose column they then have as well. A rule finds here whether
   * another caller has taken a slot or a name.
   */
  readonly table: Rows<Row>;
  /** The rows that belong to the caller; all rows if the resource has no `owner`. */
  readonly mine: Rows<Row>;
  /** Store for other tables. Their changes and the change of the resource are made together, or not at all. */
  readonly store: Store;
  /** Principal of the caller; undefined for anonymous callers. */
  readonly principal: Principal | undefined;
  readonly signal: AbortSignal;
  /** Refuses the write, so that nothing is changed. */
  fail(code: Code | RuleCode, options?: Parameters<HandlerCall["fail"]>[1]): never;
};

/** A step in the life of a resource: `POST {resource}/confirm`, with its conditions, its ETag and its links. */
export interface Action<Row, Computed extends PropertyKey, Code extends string, N extends Needs> {
  /** Sentence for listings of routes. */
  readonly summary: string;
  readonly description?: string;
  /** Values that each of these fields may have before. A resource in another state is refused with 409, which names them. */
  readonly from?: { readonly [K in keyof Row & string]?: readonly Row[K][] };
  /** Values that fields then have, or a function that makes them. */
  readonly set?:
    | Partial<Row>
    | ((row: Row, call: Pick<RuleCall<Row, Computed, Code>, "principal">) => Partial<Row>);
  /** Runs before the rule of the resource, as it does. */
  rule?(
    call: RuleCall<Row, Computed, Code> & { readonly kind: "action" },
    use: Use<N>,
  ): RuleResult<Row> | Promise<RuleResult<Row>>;
}

/** A change that was written, and is not undone any more. */
export type Committed<Row> = Change<Row, never> & {
  readonly key: string;
  readonly principal: Principal | undefined;
};

/**
 * Access to the routes of a resource, by `read` and by `write`, which includes actions; a route's own name overrides them:
 * `{ read: "public", write: "authenticated", remove: { scopes: ["bookings:remove"] } }`. Without it, all callers may use
 * the routes.
 */
export type ResourceAccess = {
  readonly [Operation in "read" | "write" | "list" | "get" | Write]?: RoutePolicies["access"];
};

/** A resource: one declaration, from which its routes, handlers and table are made. */
export interface ResourceDeclaration<
  One extends string,
  Many extends string,
  Path extends `/${string}`,
  S extends Schema,
  Key extends string,
  Computed extends string,
  W extends Write,
  Code extends string,
  N extends Needs = Needs,
  A extends string = string,
> {
  /** Names in camel case: they name routes, parameters, table and schemas. */
  readonly name: { readonly one: One; readonly many: Many };
  /** Path of the collection. Its parameters are fields of the resource, whose values they fix. */
  readonly path: Path;
  /** Shape of the resource, as clients read it and as the table holds it. */
  readonly of: S;
  /** The field that identifies the resource, with text. */
  readonly key: Key & NoInfer<TextField<RowOf<S>>>;
  /** Default: all. */
  readonly writes?: readonly W[];
  /**
   * Chooser of keys. `"client"`: POST takes the key, and PUT creates what does not exist. Default `"generated"`: POST
   * takes none.
   */
  readonly keys?: "generated" | "client";
  /** Fields that only the rule fills in. Requests may have them, as what was read has, and they are ignored. */
  readonly computed?: readonly (Computed & NoInfer<keyof RowOf<S> & string>)[];
  /**
   * Fields of requests that are in no answer, such as a PIN. A replacement without one leaves it as it is, and a merge patch
   * with null clears it.
   */
  readonly writeOnly?: readonly NoInfer<keyof RowOf<S> & string>[];
  /**
   * Scopes by field: `{ salary: "payroll:read" }`. Answers have the field for callers with the scope alone, and others
   * neither filter nor sort by it. Their replacements leave it as it is if they are without it.
   */
  readonly readableBy?: { readonly [Field in NoInfer<keyof RowOf<S> & string>]?: string };
  /** Shape of what clients send: without key, computed fields and the path's. Required where `of` is not a zod object. */
  readonly input?: Schema;
  /**
   * A text column of the table, in addition to the shape, with the principal to whom a row belongs. Others do not reach
   * it. Needs `access` for reads and writes, keys that the service makes, and no `unique`: a value that is taken would show
   * that another owner has it. A rule sees all rows in `table`, so that it decides what a refusal shows. Default: rows have no owner.
   */
  readonly owner?: string;
  /** Default: all callers may read and write. */
  readonly access?: ResourceAccess;
  /**
   * Scope that writes ask for if the plugin `access` is on, such as `bookings:write`. While it is off, all callers
   * may write, and the log warns of this. Needs the plugin `write-scopes`. Default: the scope of `access`.
   */
  readonly scope?: string;
  /** Caching of reads. Default: clients keep them, and ask for them again before each use. */
  readonly cache?: CacheDeclaration;
  /** `"key"`: POST and PATCH honour Idempotency-Key. Default: they do not; PUT and DELETE repeat by nature. */
  readonly idempotency?: "key" | "none";
  /** `"required"`: PUT, PATCH and DELETE without a condition are refused with 428. Default: they write in any case. */
  readonly preconditions?: "required";
  /**
   * Files of each resource, by name: `{ photo: file({ types: ["image/png"], maxBytes: "5mb" }) }` makes `GET`, `PUT` and
   * `DELETE {item}/photo`, for the callers of the resource. It shows a link to the content, and its writes leave that as it is.
   */
  readonly fields?: Readonly<Record<string, FileDeclaration>>;
  readonly indexes?: readonly NoInfer<keyof RowOf<S> & string>[];
  /** Fields, alone or together, that no two rows share. A write that breaks it is refused with `resource-exists`. */
  readonly unique?: readonly (
    | NoInfer<keyof RowOf<S> & string>
    | readonly NoInfer<keyof RowOf<S> & string>[]
  )[];
  /**
   * Fields that hold the key of a row of another table: `{ officeId: { to: "offices.id", onDelete: "cascade" } }`. A write that
   * names no such row is refused with 422, or 404 if the path has the field. Removing a row that others refer to is refused
   * with 409 `still-referenced`, unless these say otherwise.
   */
  readonly references?: {
    readonly [Field in NoInfer<keyof RowOf<S> & string>]?: TableReference;
  };
  readonly seed?: URL;
  /** Name of the table. Default: the name of many. */
  readonly table?: string;
  /** Relation of the API root that leads to the list, or false for none. Default: the name of many; none with parameters. */
  readonly rootLink?: string | false;
  /** Texts in place of those made from the names. */
  readonly summary?: Partial<Readonly<Record<"list" | "get" | Write, string>>>;
  /** Descriptions of routes. Default: none. */
  readonly description?: Partial<Readonly<Record<"list" | "get" | Write, string>>>;
  /** Further links of one resource; `with` names its fields. */
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Largest limit of a query of the list, where it is below that of all lists. */
  readonly maxPageSize?: number;
  /** Default: 30 seconds. */
  readonly timeout?: Duration;
  /** Refusals of the rule, by code. */
  readonly errors?: Readonly<Record<Code, ErrorEntry>>;
  /**
   * Steps in the life of a resource, by names in camel case: `confirm` makes the route `confirmBooking` at
   * `POST {booking}/confirm`, with the access and the idempotency of writes.
   */
  readonly actions?: Readonly<
    Record<A, Action<RowOf<S>, NoInfer<Computed>, NoInfer<Code>, NoInfer<N>>>
  >;
  /** Services that the rule uses, by its names for them; they are among the plugin's. Default: none. */
  readonly needs?: N;
  /**
   * Runs within the transaction of each write before anything is written. May refuse, change other tables, and return
   * the row as it is to be written. May run again when transactions collide.
   */
  rule?(
    call: RuleCall<RowOf<S>, NoInfer<Computed>, NoInfer<Code>>,
    use: Use<NoInfer<N>>,
  ): RuleResult<RowOf<S>> | Promise<RuleResult<RowOf<S>>>;
  /** Runs within the transaction once the row is written. May refuse, and change other tables. */
  afterWrite?(
    call: RuleCall<RowOf<S>, never, NoInfer<Code>>,
    use: Use<NoInfer<N>>,
  ): void | Promise<void>;
  /** Runs once the change has committed. An error in it is logged; it does not change the answer. */
  afterCommit?(call: Committed<RowOf<S>>, use: Use<NoInfer<N>>): void | Promise<void>;
}

/** Row to write; nothing if the rule leaves it as it is. */
type RuleResult<Row> = Row | undefined | void;
