/** Points as the registry has them: their tokens, and what their entries add to documents. */

/** Names a point and carries the type of its sealed form. */
export interface PointToken<Sealed = unknown> {
  /** The key of plugins: `buoys`. */
  readonly id: string;
  /** Carries `Sealed`; never present. */
  readonly "~sealed"?: Sealed;
}

/** Severity of an entry that is new, gone or different, for `waymark diff`. */
export interface PointRates {
  readonly added: PointSeverity;
  readonly removed: PointSeverity;
  readonly changed: PointSeverity;
}
type PointSeverity = "breaking" | "unknown" | "non-breaking";

/** An entry as `waymark explain` shows it, below the plugin that owns it. */
export interface EntryExplanation {
  /** The name under which people look for it. */
  readonly name: string;
  readonly plugin: string;
  /** The kind and the name: `buoy entrance: red`. */
  readonly title: string;
  /** Sentences about it. */
  readonly about?: readonly string[];
  /** Texts by their labels. A fact without a text is left out. */
  readonly facts?: Readonly<Record<string, string | undefined>>;
  /** Rows of texts by their titles. */
  readonly sections?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** A point that the kernel or an enabled plugin reads, with what its entries add to documents. */
export interface SealedPoint extends PointToken {
  /** An entry in one word: `buoy`. */
  readonly noun: string;
  readonly rates: PointRates;
  /** Makes what it publishes a part of the document, beside `points`. */
  readonly isPart: boolean;
  /** Returns the entries by name, and who contributes them. */
  entries(): readonly { readonly name: string; readonly plugin: string }[];
  /** Returns what `export registry` has of the entries, by name; undefined for a point that publishes nothing. */
  published(): Readonly<Record<string, unknown>> | undefined;
  explained(): Iterable<EntryExplanation>;
}
