/** Entries of the error catalog, and the owners of contributions. */

/** An entry of the error catalog. */
export interface ErrorEntry {
  /** HTTP status, from 400 to 599. */
  readonly status: number;
  /** Single sentence for people; the same on every occurrence. */
  readonly message: string;
  /** Cause of the error, for pages. Plain text with code in backticks, as are all texts. Default: pages show none. */
  readonly cause?: string;
  /** The next step of the client, for pages. Default: pages show none. */
  readonly remedy?: string;
  /**
   * True if the same request may succeed later; for a status whose advice says otherwise: a conflict that passes, a
   * limit that does not. Default: as the status.
   */
  readonly retry?: boolean;
}

/** Contribution with its name and its owner. */
export interface Owned<T> {
  readonly name: string;
  readonly plugin: string;
  readonly value: T;
  /** The route that publishes it; undefined if the plugin names it itself. */
  readonly route?: string;
}
