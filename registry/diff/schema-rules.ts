/**
 * Rules for schemas. What is accepted (`input-`) may grow but not shrink; what is sent (`output-`) may shrink but not
 * lose what clients read. Where an answer may merely say more than before, only people can tell: `unknown`.
 */
import { breaking, harmless, silent, unknown, type Rule } from "./rule.ts";

const REFUSED = "What was accepted is refused.";
const ACCEPTED = "All that was accepted still is.";
const PROMISED = "Answers keep what was promised, and promise more.";
const SURPRISING = "Answers may hold what clients were told they never hold.";

export const SCHEMA_RULES = {
  "input-key-added": harmless("added", ACCEPTED),
  "input-required-key-added": breaking("added", "Requests without it were accepted."),
  "input-key-removed": breaking(
    "removed",
    "What clients send is refused, or has no effect any more.",
  ),
  "input-key-made-required": breaking("changed", "Requests without it were accepted."),
  "input-key-made-optional": harmless("changed", ACCEPTED),
  "input-closed": breaking("changed", "Further keys were accepted and are refused."),
  "input-opened": harmless("changed", ACCEPTED),
  "input-type-removed": breaking("changed", REFUSED),
  "input-type-added": harmless("changed", ACCEPTED),
  "input-type-changed": breaking("changed", REFUSED),
  "input-value-removed": breaking("changed", REFUSED),
  "input-value-added": harmless("changed", ACCEPTED),
  "input-variant-removed": breaking("changed", REFUSED),
  "input-variant-added": harmless("changed", ACCEPTED),
  "input-limit-tightened": breaking("changed", REFUSED),
  "input-limit-loosened": harmless("changed", ACCEPTED),
  "input-format-changed": breaking("changed", REFUSED),
  "input-format-dropped": harmless("changed", ACCEPTED),
  "input-pattern-added": breaking("changed", REFUSED),
  "input-pattern-dropped": harmless("changed", ACCEPTED),
  "input-default-changed": unknown("changed", "Requests that leave it out mean something else."),
  "output-key-added": harmless("added", "Clients skip keys they do not know."),
  "output-key-added-to-closed": breaking(
    "added",
    "The object was said to have no further keys, so strict clients refuse it.",
  ),
  "output-key-removed": breaking("removed", "Clients that read it find nothing."),
  "output-key-made-optional": breaking("changed", "Clients that rely on it find nothing at times."),
  "output-key-made-required": harmless("changed", PROMISED),
  "output-closed": harmless("changed", PROMISED),
  "output-opened": unknown("changed", SURPRISING),
  "output-type-added": breaking("changed", "Clients get values of a type they were never told of."),
  "output-type-removed": harmless("changed", PROMISED),
  "output-type-changed": breaking("changed", "Clients read it as the former type."),
  "output-value-added": unknown(
    "changed",
    "Clients that handle values they do not know are fine, others are not.",
  ),
  "output-value-removed": harmless("changed", PROMISED),
  "output-variant-added": unknown(
    "changed",
    "Clients that handle variants they do not know are fine, others are not.",
  ),
  "output-variant-removed": harmless("changed", PROMISED),
  "output-limit-loosened": unknown("changed", SURPRISING),
  "output-limit-tightened": harmless("changed", PROMISED),
  "output-format-changed": breaking("changed", "Clients read it by its format."),
  "output-format-added": harmless("changed", PROMISED),
  "output-pattern-added": harmless("changed", PROMISED),
  "output-pattern-dropped": unknown("changed", SURPRISING),
  "pattern-changed": unknown(
    "changed",
    "Whether one pattern accepts all that another does is not decided here.",
  ),
  "schema-keyword-changed": unknown(
    "changed",
    "What the keyword means for requests and answers is not decided here.",
  ),
  "key-deprecated": harmless("deprecated", "It is still there; clients have time to move."),
  "key-undeprecated": harmless("changed", "It stays."),
  "schema-text-changed": silent("changed", "Texts are for people."),
} as const satisfies Readonly<Record<string, Rule>>;
