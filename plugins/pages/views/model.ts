import type english from "./messages.json";

/** Data of the script, as `browser/live.ts` reads it. */
export interface LiveData {
  readonly messages: (typeof english)["live"];
  /** Names of the events of a stream, whose address is that of the page. */
  readonly events?: readonly string[];
  /** Scopes of the change, and where a key reads its own; undefined if nothing can be changed. */
  readonly change?: {
    readonly scopes: readonly string[] | undefined;
    readonly key: string | undefined;
    /** True if the same callers may remove the resource. */
    readonly removes: boolean;
  };
}
