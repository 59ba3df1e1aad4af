/** Token of the record of actions. */
import { service, type Principal } from "waymark";
import type { Verified } from "./verified.ts";

/** An action for the audit record. Never with a credential, a body or a query. */
export interface AuditEntry {
  /** Subject and past tense: `key.created`. */
  readonly action: string;
  /** The thing acted on, by id. */
  readonly target?: string | undefined;
  /** Default: none, as for an operator at the command line. */
  readonly principal?: Pick<Principal, "id" | "name"> | undefined;
  readonly outcome: "ok" | "refused" | "failed";
  /** Network of the client, as `clientNetwork` returns it. */
  readonly network?: string | undefined;
  readonly requestId?: string | undefined;
  /** Short, and without secrets. */
  readonly detail?: string | undefined;
}

/** The record of actions. */
export interface Audit {
  /** Queues an entry. Never throws and never waits. */
  record(entry: AuditEntry): void;
  /** Verifies that no record was changed, removed or added since it was written. Absent where nothing can show that. */
  readonly verify?: () => Promise<Verified>;
}
export const Audit = service<Audit>("audit");
