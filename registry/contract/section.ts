/** The parts in which documents and pages show the operations of the API. */

/** In their order: what the service is for, how it does, what it offers, and the rules it follows. */
export const SECTIONS = ["resources", "monitoring", "discovery", "policies"] as const;

/** One of the parts. */
export type Section = (typeof SECTIONS)[number];
