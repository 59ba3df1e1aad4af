// The door for conformance tests of policies, imported as "waymark/conformance".

export { defineConformance } from "./define/conformance.ts";
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
} from "../registry/contract/conformance.ts";

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
} from "./check/violation.ts";

// Answers
export {
  asObject,
  isJson,
  readError,
  readItems,
  readJson,
  readLinks,
  readObject,
} from "./check/read.ts";
export type { Link } from "./check/read.ts";
export { outcomeOf, ownAnswers } from "./check/context.ts";

// Policies that are on
export { readsHeader, writesHeader } from "./check/context.ts";
