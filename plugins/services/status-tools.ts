/** Types of the actions of `waymark status`. */
import type { Localized } from "waymark";

/** Notice, planned maintenance or update of an incident. Times are milliseconds since 1970. */
export interface Announced {
  readonly id: string;
  readonly kind: "note" | "maintenance" | "update";
  readonly title: Localized;
  readonly text?: Localized | undefined;
  /** 0 for a notice that has always been there. */
  readonly from: number;
  readonly until?: number | undefined;
  /** True if it is in the config, where alone it can be changed. */
  readonly isConfigured: boolean;
}

/** Action of `waymark status`. */
export interface StatusAction {
  readonly kind: Announced["kind"];
  readonly action: "add" | "end" | "remove";
  /** Id of the announcement, or for an update of the incident that it is about. */
  readonly id?: string | undefined;
  /** Flags of the command by name, such as `text` and `until`. */
  readonly flags: Readonly<Record<string, string>>;
}

/** The actions of `waymark status`, for other tools of operators. */
export interface StatusTools {
  list(): Promise<readonly Announced[]>;
  /** Resolves to a sentence about the result. Rejects with the message that the command prints. */
  perform(action: StatusAction): Promise<string>;
}
