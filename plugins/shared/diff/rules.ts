/**
 * Every kind of change that a comparison distinguishes, with its severity and the reason for it. Texts, which are for people,
 * and plugins, which clients do not see, are not compared.
 */

/** `unknown`: only people can tell whether clients notice. */
export type Severity = "breaking" | "unknown" | "non-breaking";
/** The headings of a changelog (https://keepachangelog.com). */
export type Kind = "added" | "changed" | "deprecated" | "removed";

interface Rule {
  readonly severity: Severity;
  readonly kind: Kind;
  /** A sentence. */
  readonly reason: string;
}

const rated =
  (severity: Severity) =>
  (reason: string, kind: Kind = "changed"): Rule => ({ severity, kind, reason });
const breaking = rated("breaking");
const unknown = rated("unknown");
const compatible = rated("non-breaking");

const NEW = "No client uses it yet.";
const SKIPPED = "Clients skip what they do not know.";
const FOLLOWED = "Clients follow links and do not store their targets.";
const REFUSED = "Values that were accepted are refused.";
const ACCEPTED = "Every value that was accepted still is.";
const PROMISED = "Answers keep every promise and make more.";
const SURPRISING = "Answers may contain values that were ruled out before.";
const COMPARED = "The effects of the change are compared separately.";

const ALL = {
  "route-added": compatible(NEW, "added"),
  "route-removed": breaking("Clients that call it get 404 or 405.", "removed"),
  "operation-renamed": breaking("Generated clients name their methods after it."),
  "path-parameter-renamed": unknown(
    "Requests stay the same, but generated clients name arguments after it.",
  ),
  "body-kind-changed": breaking("Clients cannot process the answer as before."),
  "answer-body-added": unknown("Clients that expect 204 may treat another status as a failure."),
  "refusal-lifted": compatible("The route only refused, so no client relied on it."),
  "request-body-added": breaking("Requests without a body were accepted."),
  "request-body-removed": breaking("The body that clients send is no longer read.", "removed"),
  "request-media-type-added": compatible(ACCEPTED, "added"),
  "request-media-type-removed": breaking("Bodies of this type are refused with 415.", "removed"),
  "condition-made-required": breaking("Writes without a condition are refused with 428."),
  "condition-made-optional": compatible(ACCEPTED),
  "body-limit-lowered": breaking("Bodies that were accepted are refused with 413."),
  "body-limit-raised": compatible(ACCEPTED),
  "idempotency-weakened": breaking("Repeated requests may do their work twice."),
  "idempotency-strengthened": compatible("Repeating a request became safer."),
  "request-header-removed": unknown(
    "Requests still succeed, but the header has no effect.",
    "removed",
  ),
  "refusal-added": breaking("A policy may refuse requests that were answered."),
  "refusal-removed": compatible("A policy refuses less than before."),
  "access-raised": breaking("Clients without the credential, or without its scopes, are refused."),
  "access-lowered": compatible(
    "All who were answered still are, and so are others: make sure that the data is for them.",
  ),
  "identifier-added": compatible("Clients may go on with the credential that they have.", "added"),
  "identifier-removed": breaking("Credentials of this kind are no longer accepted.", "removed"),
  "identifier-changed": breaking("Clients send the credential in the former way."),
  "exemption-removed": breaking("Requests that did not count towards a limit do now."),
  "exemption-added": compatible("Requests no longer count towards a limit."),
  "route-deprecated": compatible("It still answers; clients have time to move.", "deprecated"),
  "route-undeprecated": compatible("It stays."),
  "route-setting-changed": unknown(
    "Only the policy that owns the key knows how the value affects clients.",
  ),

  "media-type-added": compatible("Clients get it only when they request it.", "added"),
  "media-type-removed": breaking("Clients that request it get 406 or another form.", "removed"),
  "default-media-type-changed": breaking("Clients without an Accept header get another form."),
  "status-added": unknown("Clients may treat an unexpected status as a failure.", "added"),
  "status-removed": compatible("Clients still handle every status that is left.", "removed"),
  "redirect-changed": unknown("Clients that follow it arrive elsewhere."),
  "event-added": compatible(SKIPPED, "added"),
  "event-removed": breaking("Clients wait for it in vain.", "removed"),
  "schema-replaced": unknown(
    "The shape is compared separately, but generated clients name types after the schema.",
  ),
  "schema-added": compatible(NEW, "added"),
  "schema-removed": breaking("Its address answers 404, and references to it break.", "removed"),
  "route-error-added": compatible(
    "Every operation may answer with any error of the catalog, so clients handle unknown ones.",
    "added",
  ),
  "route-error-removed": unknown(
    "The case may be gone, or another code that clients do not handle may report it.",
    "removed",
  ),
  "error-added": compatible("Clients handle codes they do not know by their status.", "added"),
  "error-removed": breaking("Clients that look for the code never see it again.", "removed"),
  "error-status-changed": breaking("Clients branch on the status."),
  "relation-added": compatible(SKIPPED, "added"),
  "relation-removed": breaking("Clients that follow the link do not find it.", "removed"),
  "relation-moved": compatible(FOLLOWED),

  /*
   * `input-` is what requests may contain: it may grow but not shrink. `output-` is what answers contain: it may
   * shrink but not lose what clients read.
   */
  "input-key-added": compatible(ACCEPTED, "added"),
  "input-required-key-added": breaking("Requests without it were accepted.", "added"),
  "input-key-removed": breaking("The value that clients send is refused or ignored.", "removed"),
  "input-key-made-required": breaking("Requests without it were accepted."),
  "input-key-made-optional": compatible(ACCEPTED),
  "input-closed": breaking("Further keys were accepted and are refused."),
  "input-opened": compatible(ACCEPTED),
  "input-type-removed": breaking(REFUSED),
  "input-type-added": compatible(ACCEPTED),
  "input-type-changed": breaking(REFUSED),
  "input-value-removed": breaking(REFUSED),
  "input-value-added": compatible(ACCEPTED),
  "input-variant-removed": breaking(REFUSED),
  "input-variant-added": compatible(ACCEPTED),
  "input-limit-tightened": breaking(REFUSED),
  "input-limit-loosened": compatible(ACCEPTED),
  "input-format-changed": breaking(REFUSED),
  "input-format-dropped": compatible(ACCEPTED),
  "input-pattern-added": breaking(REFUSED),
  "input-pattern-dropped": compatible(ACCEPTED),
  "input-default-changed": unknown("Requests without the key mean something else."),
  "output-key-added": compatible(SKIPPED, "added"),
  "output-key-added-to-closed": breaking(
    "The object was closed, so strict clients refuse further keys.",
    "added",
  ),
  "output-key-removed": breaking("Clients that read it find nothing.", "removed"),
  "output-key-made-optional": breaking("Clients that rely on it may find nothing."),
  "output-key-made-required": compatible(PROMISED),
  "output-closed": compatible(PROMISED),
  "output-opened": unknown(SURPRISING),
  "output-type-added": breaking("Clients get values of a type that was ruled out."),
  "output-type-removed": compatible(PROMISED),
  "output-type-changed": breaking("Clients read it as the former type."),
  "output-value-added": unknown("Clients may not handle values they do not know."),
  "output-value-removed": compatible(PROMISED),
  "output-variant-added": unknown("Clients may not handle variants they do not know."),
  "output-variant-removed": compatible(PROMISED),
  "output-limit-loosened": unknown(SURPRISING),
  "output-limit-tightened": compatible(PROMISED),
  "output-format-changed": breaking("Clients parse the value by its format."),
  "output-format-added": compatible(PROMISED),
  "output-pattern-added": compatible(PROMISED),
  "output-pattern-dropped": unknown(SURPRISING),
  "pattern-changed": unknown("Patterns are not compared by what they accept."),
  "schema-keyword-changed": unknown("The comparison does not know the keyword's effect."),
  "key-deprecated": compatible("It is still there; clients have time to move.", "deprecated"),
  "key-undeprecated": compatible("It stays."),

  "header-added": compatible(SKIPPED, "added"),
  "header-removed": breaking("Clients that read it find nothing.", "removed"),
  "header-value-changed": unknown("The effect on clients depends on the header."),
  "vary-changed": compatible("Caches obey it; clients do not read it."),
  "cache-shortened": compatible("Answers are fresher; clients request more often."),
  "cache-lengthened": unknown("Answers may be older than clients expect."),
  "cache-stopped": compatible("Answers are the same, and always fresh."),
  "cache-started": unknown("Answers were always fresh, and may be stored now."),
  "cache-made-private": compatible("Clients get the same answers."),
  "cache-made-public": unknown("A shared cache may give one client's answer to another."),
  "capability-added": compatible(SKIPPED, "added"),
  "capability-on": compatible("Clients may use more than before.", "added"),
  "capability-off": breaking("The feature that the flag promised is gone.", "removed"),
  "capability-forgotten": compatible("An absent flag reads as false, as before.", "removed"),
  "root-link-added": compatible(SKIPPED, "added"),
  "root-link-removed": breaking("Clients that start at the root do not find the way.", "removed"),
  "root-link-moved": compatible(FOLLOWED),
  "statement-added": compatible(COMPARED, "added"),
  "statement-removed": unknown("Clients may rely on what the policy promised.", "removed"),
  "limit-tightened": breaking("Requests within the former limit may be refused."),
  "limit-loosened": compatible("Requests within the former limit still are."),
  "allowance-removed": breaking("What was allowed is refused, or counts.", "removed"),
  "statement-grew": compatible("The former statement still holds.", "added"),
  "statement-shrank": unknown("Clients may rely on what was stated.", "removed"),
  "statement-changed": unknown(
    "Only the policy's documentation says what the value means to clients.",
  ),

  /* Both revisions of a service use one database while it is upgraded. */
  "table-added": compatible("Only the new revision uses it.", "added"),
  "table-removed": unknown(
    "Its rows stay in the database, but only the former revision uses them.",
    "removed",
  ),
  "table-key-changed": breaking("The new revision refuses to start on the data that is there."),
  "table-owner-changed": unknown("Callers no longer find rows that have no owner, or another one."),
  "table-column-added": compatible(
    "Rows of the former revision have its default, or no value.",
    "added",
  ),
  "table-column-removed": compatible("Its values stay for the former revision.", "removed"),
  "table-required-column-removed": unknown(
    "Rows of the new revision have no value where the former one, while it runs, requires one.",
    "removed",
  ),
  "table-column-required-without-default": breaking(
    "Rows that exist, and those of the former revision, have no value in it.",
  ),
  "table-column-kind-changed": breaking(
    "The new revision refuses to start on the data that is there.",
  ),
  "table-column-made-required": unknown(
    "Rows without a value have the default in answers, but filters do not find them by it.",
  ),
  "table-column-made-optional": unknown(
    "Rows of the new revision may have no value where the former one, while it runs, requires one.",
  ),
  "table-unique-added": unknown(
    "On data that breaks it the new revision refuses to start, and writes of the former one may fail.",
    "added",
  ),
  "table-unique-removed": compatible(ACCEPTED, "removed"),
  "table-reference-added": unknown(
    "On rows that refer to nothing the new revision refuses to start, and writes and removals of the former one may fail.",
    "added",
  ),
  "table-reference-removed": compatible(ACCEPTED, "removed"),

  "export-added": compatible(NEW, "added"),
  "export-removed": breaking("Clients that use the text no longer find it.", "removed"),
  "export-breaking": breaking("Requests that were valid are refused, or answered differently."),
  "export-unknown": unknown(
    "Requests stay valid, but answers may contain values that clients do not expect; or no installed plugin can compare the text.",
  ),
  "export-safe": compatible("Requests stay valid and answers stay the same."),

  "point-breaking": breaking("The point that the entry belongs to says that clients depend on it."),
  "point-unknown": unknown("The point that the entry belongs to does not say what clients notice."),
  "point-safe": compatible("The point that the entry belongs to says that clients go on."),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof ALL;
export const RULES: Readonly<Record<RuleId, Rule>> = ALL;
