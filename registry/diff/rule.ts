/** How one kind of change is judged. */

/** `unknown`: only people can tell whether a client notices. */
export type Severity = "breaking" | "unknown" | "non-breaking";
/** As the headings of a changelog have it (https://keepachangelog.com). */
export type Kind = "added" | "changed" | "deprecated" | "removed";

export interface Rule {
  readonly severity: Severity;
  readonly kind: Kind;
  /** One sentence. */
  readonly reason: string;
  /** No line of a changelog: it is for people, or another change tells it. */
  readonly silent?: true;
}

const judged = (severity: Severity) => (kind: Kind, reason: string) => ({ severity, kind, reason });
export const breaking = judged("breaking");
export const unknown = judged("unknown");
export const harmless = judged("non-breaking");
/** Harmless, and worth no line of a changelog. */
export const silent = (kind: Kind, reason: string): Rule => ({
  ...harmless(kind, reason),
  silent: true,
});
