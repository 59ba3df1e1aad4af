/** Type of the verification of the record of actions. */

/** Result of a verification of the record. */
export interface Verified {
  readonly records: number;
  readonly chains: number;
  /** Changes that wait in the store to be recorded. */
  readonly waiting: number;
  /** The first violation, by chain and sequence: `chain 3f…, record 17: …`. */
  readonly violation?: string | undefined;
}
