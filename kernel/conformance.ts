// The door for proofs of policies, imported as "waymark/conformance".

export { defineProof } from "./check/conformance-test.ts";
export type { ProofDefinition } from "./check/conformance-test.ts";
export type {
  Answer,
  Case,
  Operation,
  PolicyProof,
  Problem,
  Question,
  Recorded,
  Unprovable,
  World,
} from "../registry/contract/conformance.ts";

// Cases, and what they compare
export {
  headerFits,
  headerIs,
  holds,
  NONE,
  same,
  sameNames,
  statusIs,
  testCase,
} from "./check/violation.ts";
export { refuses } from "./check/refusals.ts";

// Answers
export { asObject, errorOf, isJson, itemsOf, jsonOf, objectOf } from "./check/body.ts";
export { linksOf } from "./check/links.ts";
export type { Link } from "./check/links.ts";
export { answersOf, outcomeOf } from "./check/context.ts";

// What is on
export { reads, writes } from "./check/context.ts";
