/** Comparison of a text that a plugin exports, for `waymark diff`. */
import type { MaybePromise } from "./types.ts";

/** Judges each difference between two such texts. Throws when a text cannot be read. */
export type ExportCompare = (
  before: string,
  after: string,
) => MaybePromise<readonly ExportChange[]>;

/** Difference between two texts of an export, as `waymark diff` reports it. */
export interface ExportChange {
  /** Effect on a client that was right before: may it fail now? `text` for descriptions, which no client depends on. */
  readonly severity: "breaking" | "unknown" | "non-breaking" | "text";
  readonly kind: "added" | "changed" | "removed";
  /** Single clause without a full stop. */
  readonly message: string;
}
