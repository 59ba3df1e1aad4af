/** The parts of a plugin that follow from the declaration of a resource. */
import type { CacheDeclaration, ErrorEntry, HandlerCall, ListPage, Schema } from "waymark";
import type { Needs, Use } from "waymark/advanced";
import type { Ids, Store, TableDeclaration } from "waymark/services";
import type { Write } from "./declaration.ts";

/** `checkIn` as `check-in`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name;

type PathOf<V extends string, Path extends string, Param extends string> = V extends
  | "list"
  | "create"
  ? Path
  : V extends "get" | Write
    ? `${Path}/{${Param}}`
    : `${Path}/{${Param}}/${Kebab<V>}`;

type RouteOf<V extends string, Path extends string, Param extends string, S extends Schema> = {
  readonly summary: string;
  readonly errors: readonly string[];
  readonly path: PathOf<V, Path, Param>;
} & (V extends "list"
  ? {
      readonly method: "GET";
      readonly list: { readonly of: S; readonly as: string; readonly name: string };
      readonly cache: CacheDeclaration;
    }
  : V extends "get"
    ? { readonly method: "GET"; readonly returns: S; readonly cache: CacheDeclaration }
    : V extends "create"
      ? {
          readonly method: "POST";
          readonly body: Schema;
          readonly returns: S;
          readonly idempotency: "key" | "none";
        }
      : V extends "replace"
        ? {
            readonly method: "PUT";
            readonly body: Schema;
            readonly returns: S;
            readonly statuses: readonly [] | readonly [201];
            readonly idempotency: "natural";
          }
        : V extends "patch"
          ? {
              readonly method: "PATCH";
              readonly bodies: Readonly<Record<string, Schema>>;
              readonly returns: S;
              readonly idempotency: "key" | "none";
            }
          : V extends "remove"
            ? { readonly method: "DELETE"; readonly empty: true; readonly idempotency: "natural" }
            : {
                readonly method: "POST";
                readonly returns: S;
                readonly idempotency: "key" | "none";
              });

/** The routes by id: `listBookings`, `getBooking`, `createBooking`, … */
export type ResourceRoutes<
  One extends string,
  Many extends string,
  Path extends `/${string}`,
  S extends Schema,
  Key extends string,
  W extends Write,
  A extends string = never,
> = {
  readonly [
    V in "list" | "get" | W | A as V extends "list"
      ? `list${Capitalize<Many>}`
      : `${V}${Capitalize<One>}`
  ]: RouteOf<V, Path, `${One}${Capitalize<Key>}`, S>;
};

/** A handler for each route. */
export type ResourceHandlers<R, Row> = {
  readonly [K in keyof R]: (
    call: HandlerCall<R[K]>,
  ) => Promise<
    R[K] extends { readonly empty: true }
      ? void
      : R[K] extends { readonly list: unknown }
        ? ListPage<Row>
        : Row
  >;
};

/** Services that every resource needs. */
type OwnNeeds = { readonly store: typeof Store; readonly ids: typeof Ids };

/** Parts of a plugin, for `definePlugin` as they are, or beside others. */
export interface Resource<R, Row, N extends Needs = Needs> {
  readonly needs: N & OwnNeeds;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly tables: Readonly<Record<string, TableDeclaration>>;
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly routes: R;
  handlers(use: Use<N> & Use<OwnNeeds>): ResourceHandlers<R, Row>;
}

/** Parts of a plugin that come from any resources. */
export interface AnyParts {
  readonly needs: Needs;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly tables: Readonly<Record<string, TableDeclaration>>;
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly routes: object;
  handlers(use: never): object;
}
