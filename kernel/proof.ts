// The door for proofs of policies, imported as "waymark/proof".

export { defineProof } from "./conformance/proof.ts";
export type { ProofDefinition } from "./conformance/proof.ts";
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
} from "../registry/proof.ts";

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
} from "./conformance/problem.ts";
export { refuses } from "./conformance/refusals.ts";

// Answers
export { asObject, errorOf, isJson, itemsOf, jsonOf, objectOf } from "./conformance/body.ts";
export { linksOf } from "./conformance/links.ts";
export type { Link } from "./conformance/links.ts";
export { answersOf, outcomeOf } from "./conformance/world.ts";

// What is on
export { reads, writes } from "./conformance/world.ts";
