export { defineConformance } from "./define/conformance.js";
export type { Answer, Case, CheckContext, Creation, Door, Doors, NodeCase, NodesContext, Operation, PolicyCase, PolicyConformance, Question, Quota, RecordedAnswer, ServiceNode, Untestable, Violation, } from "../registry/contract/conformance.js";
export { expectThat, headerFits, headerIs, OK, refuses, same, sameNames, statusIs, testCase, testLaw, } from "./check/violation.js";
export { asObject, isJson, readError, readItems, readJson, readLinks, readObject, } from "./check/read.js";
export type { Link } from "./check/read.js";
export { outcomeOf, ownAnswers } from "./check/context.js";
export { readsHeader, writesHeader } from "./check/context.js";
