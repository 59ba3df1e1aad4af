/** Small types that the contract shares. */

/** A value, or a promise of it if it takes time. */
export type MaybePromise<T> = T | Promise<T>;

/** Writes lines by level. `fields` are data for machines; the stack of an Error among them is logged. */
export interface Log {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A text in one language, or in several by language tag (BCP 47). */
export type Localized = string | Readonly<Record<string, string>>;

/** Place of a page in navigation: among the few that matter most, at the foot of every page, or nowhere. */
export type Menu = "main" | "footer" | "none";

/** The languages of pages, the default first. */
export type Languages = readonly [string, ...string[]];
