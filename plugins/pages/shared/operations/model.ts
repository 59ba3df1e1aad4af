/** The request of an operation, as pages and the playground show it. */
import type { CredentialHeader } from "../playground/description.ts";

export type { Credential, CredentialHeader, Meaning } from "../playground/description.ts";

/** Request as it is sent, copied and kept in the address bar. */
export interface ApiCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Headers in the spelling that was chosen. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
  /** Header of a credential that goes with it. The credential itself stays in its field. */
  readonly credential?: CredentialHeader | undefined;
}
