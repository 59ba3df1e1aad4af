/** The parts in which documents and pages show the operations of the API. */

/** Parts in their order: the service's purpose, its state, its offers, and the rules it follows. */
export const SECTIONS = ["resources", "monitoring", "discovery", "policies"] as const;

/** Name of a part. */
export type Section = (typeof SECTIONS)[number];
