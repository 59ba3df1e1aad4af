/** Set for children: the base of their absolute URLs. */
export const WORKER_VARIABLE = "DEV_WORKER_ORIGIN";

/** The one message of a child to its parent. */
export interface Report {
  /** Port of the revision; undefined if it cannot be served. */
  readonly port?: number;
  readonly mistake?: string;
  /** Files that the revision was made from, mistakes included. */
  readonly sources: readonly string[];
}
