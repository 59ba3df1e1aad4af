/** The meaning of a code and general help. The hint of a finding is about the case at hand. */
export interface FindingEntry {
    readonly meaning: string;
    readonly hint: string;
}
