/** The parts in which documents and pages show the operations of the API. */
/** In their order: what the service is for, how it does, what it offers, and the rules it follows. */
export declare const SECTIONS: readonly ["resources", "monitoring", "discovery", "policies"];
/** One of the parts. */
export type Section = (typeof SECTIONS)[number];
