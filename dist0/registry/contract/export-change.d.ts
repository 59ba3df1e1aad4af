/** How `waymark diff` compares a text that a plugin exports. */
import type { MaybePromise } from "./types.js";
/** Judges each difference between two such texts. Throws when a text cannot be read. */
export type ExportCompare = (before: string, after: string) => MaybePromise<readonly ExportChange[]>;
/** One difference between two texts of an export, as `waymark diff` reports it. */
export interface ExportChange {
    /** Whether a client that was right before may fail now; `text` for descriptions, which no client depends on. */
    readonly severity: "breaking" | "unknown" | "non-breaking" | "text";
    readonly kind: "added" | "changed" | "removed";
    /** One clause without a full stop. */
    readonly message: string;
}
