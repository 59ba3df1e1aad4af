// The door for conformance tests of policies, imported as "waymark/conformance".

export { defineConformance } from "./policy-tests.ts";
export type {
  Answer,
  Case,
  CheckContext,
  Creation,
  DearRequest,
  Door,
  Doors,
  NodeCase,
  NodesContext,
  Operation,
  PolicyCase,
  PolicyConformance,
  Question,
  Quota,
  RecordedAnswer,
  ServiceNode,
  Untestable,
  Violation,
} from "./policy-tests.ts";

// Cases, and what they compare
export {
  expectThat,
  headerFits,
  headerIs,
  OK,
  refuses,
  same,
  sameNames,
  statusIs,
  testCase,
  testLaw,
} from "./violation.ts";

// Answers
export { asObject, isJson, readError, readItems, readJson, readLinks, readObject } from "./read.ts";
export type { Link } from "./read.ts";
export { outcomeOf, ownAnswers } from "./context.ts";

// Policies that are on
export { readsHeader, writesHeader } from "./context.ts";
