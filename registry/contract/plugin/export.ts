/** Texts that plugins derive from the whole registry, such as the schema of a query language. */
import type { Registry } from "./registry.ts";
import type { MaybePromise } from "../types.ts";

/**
 * A text that a plugin derives from the registry. `waymark export <name>` prints it, the registry document contains it,
 * and `waymark diff` compares it.
 */
export interface Export<Options> {
  /** Returns the text. Pure: equal registries have equal texts. It may import its code, which servers do without. */
  derive(registry: Registry, options: Options): MaybePromise<string>;
  /** Exports for operators only: neither the registry document nor `waymark diff` has it. Default: false. */
  readonly internal?: boolean;
  /**
   * Returns a sentence for each part of the text that breaks the closure law: every enabled feature appears exactly once,
   * and no disabled one. Tests and `testPlugin` call it. Default: nothing is checked.
   */
  violations?(registry: Registry, options: Options): MaybePromise<readonly string[]>;
  /**
   * Judges each difference between two such texts. Throws when a text cannot be read. Default: any difference is one change
   * of unknown severity.
   */
  readonly compare?: ExportCompare;
}

/** Judges each difference between two such texts. Throws when a text cannot be read. */
export type ExportCompare = (
  before: string,
  after: string,
) => MaybePromise<readonly ExportChange[]>;

/** Difference between two texts of an export, as `waymark diff` reports it; descriptions, which no client reads, do not count. */
export interface ExportChange {
  /** Effect on a client that was right before: may it fail now? */
  readonly severity: "breaking" | "unknown" | "non-breaking";
  readonly kind: "added" | "changed" | "removed";
  /** Single clause without a full stop. */
  readonly message: string;
}
