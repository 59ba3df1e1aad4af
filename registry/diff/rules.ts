/** Every kind of change that a comparison tells apart, how it is judged, and why. */
import { breaking, harmless, silent, unknown, type Rule } from "./rule.ts";
import { SCHEMA_RULES } from "./schema-rules.ts";

const ROUTE_RULES = {
  "route-added": harmless("added", "Nobody calls yet what was not there."),
  "route-removed": breaking("removed", "Clients that call it get 404 or 405."),
  "operation-renamed": breaking("changed", "Generated clients name their methods by it."),
  "path-parameter-renamed": unknown(
    "changed",
    "Requests stay the same, but generated clients name arguments by it.",
  ),
  "body-kind-changed": breaking("changed", "What clients do with an answer depends on it."),
  "refusal-lifted": harmless("changed", "The route only ever refused, so nobody relied on it."),
  "route-plugin-changed": silent(
    "changed",
    "Clients see no plugins; the key in the config is another.",
  ),
  "route-text-changed": silent("changed", "Texts are for people."),
  "request-body-added": breaking("changed", "Requests without a body were accepted."),
  "request-body-removed": breaking("removed", "What clients send is not understood any more."),
  "body-limit-lowered": breaking("changed", "Bodies that were accepted are refused with 413."),
  "body-limit-raised": harmless("changed", "All that was accepted still is."),
  "idempotency-weakened": breaking(
    "changed",
    "Clients that repeat a request as before may do its work twice.",
  ),
  "idempotency-strengthened": harmless("changed", "Repeating became safer."),
  "request-header-removed": unknown(
    "removed",
    "Requests still succeed, but what their header asked for does not happen.",
  ),
  "refusal-added": breaking("changed", "A policy may refuse requests that were answered."),
  "refusal-removed": harmless("changed", "A policy refuses less than before."),
  "exemption-removed": breaking("changed", "What did not count towards a limit does now."),
  "exemption-added": harmless("changed", "What counted towards a limit does not any more."),
  "route-deprecated": harmless("deprecated", "It still answers; clients have time to move."),
  "route-undeprecated": harmless("changed", "It stays."),
  "route-setting-changed": unknown(
    "changed",
    "Only the policy that owns the key knows what the value means to clients.",
  ),
} as const satisfies Readonly<Record<string, Rule>>;

const ANSWER_RULES = {
  "media-type-added": harmless("added", "Clients get it only when they ask for it."),
  "media-type-removed": breaking("removed", "Clients that ask for it get 406 or another form."),
  "default-media-type-changed": breaking(
    "changed",
    "Clients without an Accept header get another form.",
  ),
  "status-added": unknown("added", "Clients may take an unexpected status for a failure."),
  "status-removed": harmless("removed", "A status that never comes surprises nobody."),
  "redirect-changed": unknown("changed", "Clients that follow it arrive elsewhere."),
  "event-added": harmless("added", "Clients of event streams skip events they do not know."),
  "event-removed": breaking("removed", "Clients wait for it in vain."),
  "schema-replaced": unknown(
    "changed",
    "The shape is compared by itself, but generated clients name types by the schema.",
  ),
  "schema-added": harmless("added", "Nobody refers yet to what was not there."),
  "schema-removed": breaking("removed", "Its address answers 404, and references to it dangle."),
  "route-error-added": harmless(
    "added",
    "Any operation may answer with any error of the catalog; clients handle those they do not know.",
  ),
  "route-error-removed": unknown(
    "removed",
    "The case may be gone, or be told by another code that clients do not handle.",
  ),
  "error-added": harmless("added", "Clients handle codes they do not know by their status."),
  "error-removed": breaking("removed", "Clients that look for the code never see it again."),
  "error-status-changed": breaking("changed", "Clients branch on the status."),
  "error-text-changed": silent("changed", "Messages are for people; programs read the code."),
  "relation-added": harmless("added", "Clients skip links they do not know."),
  "relation-removed": breaking("removed", "Clients that follow the link do not find it."),
  "relation-moved": harmless("changed", "Links are followed, not remembered."),
} as const satisfies Readonly<Record<string, Rule>>;

const POLICY_RULES = {
  "header-added": harmless("added", "Clients skip headers they do not know."),
  "header-removed": breaking("removed", "Clients that read it find nothing."),
  "header-value-changed": unknown("changed", "What clients do with it depends on the header."),
  "header-follows": silent(
    "changed",
    "It shows what its policy states or the route declares, and that change is judged by itself.",
  ),
  "vary-changed": harmless("changed", "Caches obey it by themselves."),
  "cache-shortened": harmless("changed", "Answers are fresher; clients ask more often."),
  "cache-lengthened": unknown("changed", "Answers may be older than clients expect."),
  "cache-stopped": harmless("changed", "Answers are the same, and always fresh."),
  "cache-started": unknown("changed", "Answers were always fresh, and may be stored now."),
  "cache-made-private": harmless(
    "changed",
    "Shared caches keep it no longer; clients get the same answers.",
  ),
  "cache-made-public": unknown("changed", "One client may get what another asked for."),
  "capability-added": harmless("added", "Clients skip flags they do not know."),
  "capability-on": harmless("added", "Clients may use what they could not before."),
  "capability-off": breaking("removed", "What the flag promised is gone."),
  "capability-forgotten": harmless("removed", "An absent flag reads as false, as before."),
  "root-link-added": harmless("added", "Clients skip links they do not know."),
  "root-link-removed": breaking("removed", "Clients that start at the root do not find the way."),
  "root-link-moved": harmless("changed", "Links are followed, not remembered."),
  "statement-added": harmless(
    "added",
    "What the policy refuses and the headers it writes are judged by themselves.",
  ),
  "statement-removed": unknown("removed", "Clients may rely on what the policy promised."),
  "limit-tightened": breaking("changed", "Requests that were within the limit are not."),
  "limit-loosened": harmless("changed", "All that was within the limit still is."),
  "allowance-removed": breaking("removed", "What was allowed is refused, or counts."),
  "statement-grew": harmless("added", "All that was stated still holds."),
  "statement-shrank": unknown("removed", "Clients may rely on what was stated."),
  "statement-changed": unknown(
    "changed",
    "Only the policy's documentation says what the value means to clients.",
  ),
  "plugin-added": silent("added", "What it contributes is judged by itself."),
  "plugin-removed": silent("removed", "What it contributed is judged by itself."),
  "service-changed": harmless("changed", "Name, version and description are for people."),
} as const satisfies Readonly<Record<string, Rule>>;

const EXPORT_RULES = {
  "export-added": harmless("added", "No client can depend yet on a text that is new."),
  "export-removed": breaking("removed", "Clients that use the text no longer find it."),
  "export-breaking": breaking(
    "changed",
    "Requests that were valid are refused, or answered differently.",
  ),
  "export-unknown": unknown(
    "changed",
    "Requests stay valid, but answers may surprise clients; or no installed plugin can compare the text.",
  ),
  "export-safe": harmless("changed", "Requests stay valid and answers stay the same."),
  "export-text-changed": silent("changed", "Descriptions are for people."),
} as const satisfies Readonly<Record<string, Rule>>;

const ALL = {
  ...ROUTE_RULES,
  ...ANSWER_RULES,
  ...SCHEMA_RULES,
  ...POLICY_RULES,
  ...EXPORT_RULES,
} as const;
export type RuleId = keyof typeof ALL;
export const RULES: Readonly<Record<RuleId, Rule>> = ALL;
