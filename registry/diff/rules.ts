/** Every kind of change that a comparison distinguishes, with its severity and the reason for it. */

/** `unknown`: only people can tell whether clients notice. */
export type Severity = "breaking" | "unknown" | "non-breaking";
/** The headings of a changelog (https://keepachangelog.com). */
export type Kind = "added" | "changed" | "deprecated" | "removed";

interface Rule {
  readonly severity: Severity;
  readonly kind: Kind;
  /** One sentence. */
  readonly reason: string;
  /** Left out of changelogs: the change is for people, or another change reports it. */
  readonly ignored?: true;
}

const rated = (severity: Severity) => (kind: Kind, reason: string) => ({ severity, kind, reason });
const breaking = rated("breaking");
const unknown = rated("unknown");
const compatible = rated("non-breaking");
const ignored = (kind: Kind, reason: string): Rule => ({
  ...compatible(kind, reason),
  ignored: true,
});

const FOR_PEOPLE = "Texts are for people; programs do not read them.";
const NEW = "No client uses it yet.";
const SKIPPED = "Clients skip what they do not know.";
const FOLLOWED = "Clients follow links and do not store their targets.";
const REFUSED = "Values that were accepted are refused.";
const ACCEPTED = "Every value that was accepted still is.";
const PROMISED = "Answers keep every promise and make more.";
const SURPRISING = "Answers may contain values that were ruled out before.";
const COMPARED = "The effects of the change are compared separately.";

const ALL = {
  "route-added": compatible("added", NEW),
  "route-removed": breaking("removed", "Clients that call it get 404 or 405."),
  "operation-renamed": breaking("changed", "Generated clients name their methods after it."),
  "path-parameter-renamed": unknown(
    "changed",
    "Requests stay the same, but generated clients name arguments after it.",
  ),
  "body-kind-changed": breaking("changed", "Clients cannot process the answer as before."),
  "refusal-lifted": compatible("changed", "The route only refused, so no client relied on it."),
  "route-plugin-changed": ignored("changed", "Clients do not see plugins."),
  "route-text-changed": ignored("changed", FOR_PEOPLE),
  "request-body-added": breaking("changed", "Requests without a body were accepted."),
  "request-body-removed": breaking("removed", "The body that clients send is no longer read."),
  "body-limit-lowered": breaking("changed", "Bodies that were accepted are refused with 413."),
  "body-limit-raised": compatible("changed", ACCEPTED),
  "idempotency-weakened": breaking("changed", "Repeated requests may do their work twice."),
  "idempotency-strengthened": compatible("changed", "Repeating a request became safer."),
  "request-header-removed": unknown(
    "removed",
    "Requests still succeed, but the header has no effect.",
  ),
  "refusal-added": breaking("changed", "A policy may refuse requests that were answered."),
  "refusal-removed": compatible("changed", "A policy refuses less than before."),
  "exemption-removed": breaking("changed", "Requests that did not count towards a limit do now."),
  "exemption-added": compatible("changed", "Requests no longer count towards a limit."),
  "route-deprecated": compatible("deprecated", "It still answers; clients have time to move."),
  "route-undeprecated": compatible("changed", "It stays."),
  "route-setting-changed": unknown(
    "changed",
    "Only the policy that owns the key knows how the value affects clients.",
  ),

  "media-type-added": compatible("added", "Clients get it only when they request it."),
  "media-type-removed": breaking("removed", "Clients that request it get 406 or another form."),
  "default-media-type-changed": breaking(
    "changed",
    "Clients without an Accept header get another form.",
  ),
  "status-added": unknown("added", "Clients may treat an unexpected status as a failure."),
  "status-removed": compatible("removed", "Clients still handle every status that is left."),
  "redirect-changed": unknown("changed", "Clients that follow it arrive elsewhere."),
  "event-added": compatible("added", SKIPPED),
  "event-removed": breaking("removed", "Clients wait for it in vain."),
  "schema-replaced": unknown(
    "changed",
    "The shape is compared separately, but generated clients name types after the schema.",
  ),
  "schema-added": compatible("added", NEW),
  "schema-removed": breaking("removed", "Its address answers 404, and references to it break."),
  "route-error-added": compatible(
    "added",
    "Every operation may answer with any error of the catalog, so clients handle unknown ones.",
  ),
  "route-error-removed": unknown(
    "removed",
    "The case may be gone, or another code that clients do not handle may report it.",
  ),
  "error-added": compatible("added", "Clients handle codes they do not know by their status."),
  "error-removed": breaking("removed", "Clients that look for the code never see it again."),
  "error-status-changed": breaking("changed", "Clients branch on the status."),
  "error-text-changed": ignored("changed", FOR_PEOPLE),
  "relation-added": compatible("added", SKIPPED),
  "relation-removed": breaking("removed", "Clients that follow the link do not find it."),
  "relation-moved": compatible("changed", FOLLOWED),

  /*
   * `input-` is what requests may contain: it may grow but not shrink. `output-` is what answers contain: it may
   * shrink but not lose what clients read.
   */
  "input-key-added": compatible("added", ACCEPTED),
  "input-required-key-added": breaking("added", "Requests without it were accepted."),
  "input-key-removed": breaking("removed", "The value that clients send is refused or ignored."),
  "input-key-made-required": breaking("changed", "Requests without it were accepted."),
  "input-key-made-optional": compatible("changed", ACCEPTED),
  "input-closed": breaking("changed", "Further keys were accepted and are refused."),
  "input-opened": compatible("changed", ACCEPTED),
  "input-type-removed": breaking("changed", REFUSED),
  "input-type-added": compatible("changed", ACCEPTED),
  "input-type-changed": breaking("changed", REFUSED),
  "input-value-removed": breaking("changed", REFUSED),
  "input-value-added": compatible("changed", ACCEPTED),
  "input-variant-removed": breaking("changed", REFUSED),
  "input-variant-added": compatible("changed", ACCEPTED),
  "input-limit-tightened": breaking("changed", REFUSED),
  "input-limit-loosened": compatible("changed", ACCEPTED),
  "input-format-changed": breaking("changed", REFUSED),
  "input-format-dropped": compatible("changed", ACCEPTED),
  "input-pattern-added": breaking("changed", REFUSED),
  "input-pattern-dropped": compatible("changed", ACCEPTED),
  "input-default-changed": unknown("changed", "Requests without the key mean something else."),
  "output-key-added": compatible("added", SKIPPED),
  "output-key-added-to-closed": breaking(
    "added",
    "The object was closed, so strict clients refuse further keys.",
  ),
  "output-key-removed": breaking("removed", "Clients that read it find nothing."),
  "output-key-made-optional": breaking("changed", "Clients that rely on it may find nothing."),
  "output-key-made-required": compatible("changed", PROMISED),
  "output-closed": compatible("changed", PROMISED),
  "output-opened": unknown("changed", SURPRISING),
  "output-type-added": breaking("changed", "Clients get values of a type that was ruled out."),
  "output-type-removed": compatible("changed", PROMISED),
  "output-type-changed": breaking("changed", "Clients read it as the former type."),
  "output-value-added": unknown("changed", "Clients may not handle values they do not know."),
  "output-value-removed": compatible("changed", PROMISED),
  "output-variant-added": unknown("changed", "Clients may not handle variants they do not know."),
  "output-variant-removed": compatible("changed", PROMISED),
  "output-limit-loosened": unknown("changed", SURPRISING),
  "output-limit-tightened": compatible("changed", PROMISED),
  "output-format-changed": breaking("changed", "Clients parse the value by its format."),
  "output-format-added": compatible("changed", PROMISED),
  "output-pattern-added": compatible("changed", PROMISED),
  "output-pattern-dropped": unknown("changed", SURPRISING),
  "pattern-changed": unknown("changed", "Patterns are not compared by what they accept."),
  "schema-keyword-changed": unknown(
    "changed",
    "The comparison does not know the keyword's effect.",
  ),
  "key-deprecated": compatible("deprecated", "It is still there; clients have time to move."),
  "key-undeprecated": compatible("changed", "It stays."),
  "schema-text-changed": ignored("changed", FOR_PEOPLE),

  "header-added": compatible("added", SKIPPED),
  "header-removed": breaking("removed", "Clients that read it find nothing."),
  "header-value-changed": unknown("changed", "The effect on clients depends on the header."),
  "header-follows": ignored(
    "changed",
    "The header shows a policy's statement or a route's setting, and that change is rated itself.",
  ),
  "vary-changed": compatible("changed", "Caches obey it; clients do not read it."),
  "cache-shortened": compatible("changed", "Answers are fresher; clients request more often."),
  "cache-lengthened": unknown("changed", "Answers may be older than clients expect."),
  "cache-stopped": compatible("changed", "Answers are the same, and always fresh."),
  "cache-started": unknown("changed", "Answers were always fresh, and may be stored now."),
  "cache-made-private": compatible("changed", "Clients get the same answers."),
  "cache-made-public": unknown(
    "changed",
    "A shared cache may give one client's answer to another.",
  ),
  "capability-added": compatible("added", SKIPPED),
  "capability-on": compatible("added", "Clients may use more than before."),
  "capability-off": breaking("removed", "The feature that the flag promised is gone."),
  "capability-forgotten": compatible("removed", "An absent flag reads as false, as before."),
  "root-link-added": compatible("added", SKIPPED),
  "root-link-removed": breaking("removed", "Clients that start at the root do not find the way."),
  "root-link-moved": compatible("changed", FOLLOWED),
  "statement-added": compatible("added", COMPARED),
  "statement-removed": unknown("removed", "Clients may rely on what the policy promised."),
  "limit-tightened": breaking("changed", "Requests within the former limit may be refused."),
  "limit-loosened": compatible("changed", "Requests within the former limit still are."),
  "allowance-removed": breaking("removed", "What was allowed is refused, or counts."),
  "statement-grew": compatible("added", "The former statement still holds."),
  "statement-shrank": unknown("removed", "Clients may rely on what was stated."),
  "statement-changed": unknown(
    "changed",
    "Only the policy's documentation says what the value means to clients.",
  ),
  "plugin-added": ignored("added", COMPARED),
  "plugin-removed": ignored("removed", COMPARED),
  "service-changed": compatible("changed", "Name, version and description are for people."),

  "export-added": compatible("added", NEW),
  "export-removed": breaking("removed", "Clients that use the text no longer find it."),
  "export-breaking": breaking(
    "changed",
    "Requests that were valid are refused, or answered differently.",
  ),
  "export-unknown": unknown(
    "changed",
    "Requests stay valid, but answers may contain values that clients do not expect; or no installed plugin can compare the text.",
  ),
  "export-safe": compatible("changed", "Requests stay valid and answers stay the same."),
  "export-text-changed": ignored("changed", FOR_PEOPLE),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof ALL;
export const RULES: Readonly<Record<RuleId, Rule>> = ALL;
