/** The result of a check, as data and as text. */
import { WRITES_SKIPPED } from "./sample.ts";

/** A case that failed, with its first violation. */
export interface Failure {
  /** Method and path as declared, or `the server`. */
  readonly operation: string;
  /** `plugin.routeId`, for cases of one route. */
  readonly route?: string | undefined;
  readonly case: string;
  readonly expected: string;
  readonly received: string;
  readonly hint: string;
  /** Further violations of the same case. */
  readonly more: readonly { readonly expected: string; readonly received: string }[];
}

export interface SkippedCase {
  readonly operation: string;
  readonly case: string;
  readonly reason: string;
}

/** A case between nodes, by the law that holds if it passes. */
export interface Law {
  readonly law: string;
  readonly case: string;
  readonly outcome: "holds" | "broken" | "not tested";
}

export interface Report {
  readonly url: string;
  /** The server was started for the check. */
  readonly exclusive: boolean;
  /** Revision of the registry that was expected. */
  readonly revision: string;
  readonly operations: number;
  /** Operations that were not chosen, so that they, and the server as a whole, are not checked. Absent if all were. */
  readonly leftOut?: number;
  readonly cases: number;
  /** Names of the cases that ran, each once. */
  readonly kinds: readonly string[];
  readonly requests: number;
  /** The server's limit, and the most that was used of it at once. Absent if the server was started for the check. */
  readonly quota?: { readonly limit: number; readonly used: number } | undefined;
  readonly failures: readonly Failure[];
  readonly skipped: readonly SkippedCase[];
  readonly warnings: readonly string[];
  /** Observations without a fault, such as the rows that a rule sees. Absent if there are none. */
  readonly notes?: readonly string[];
  /** Lists that can be queried by fields without an index. Absent if there are none. */
  readonly unindexed?: readonly string[];
  /** The laws between nodes. Absent if no nodes were named. */
  readonly laws?: readonly Law[];
  readonly milliseconds: number;
}

/** Joins the reports of a service as a whole and of its nodes. */
export function withNodes(service: Report, nodes: Report): Report {
  return {
    ...nodes,
    ...service,
    cases: service.cases + nodes.cases,
    kinds: [...new Set([...service.kinds, ...nodes.kinds])].toSorted(),
    requests: service.requests + nodes.requests,
    failures: [...nodes.failures, ...service.failures],
    skipped: [...nodes.skipped, ...service.skipped],
    warnings: [...new Set([...nodes.warnings, ...service.warnings])],
    milliseconds: service.milliseconds + nodes.milliseconds,
  };
}

/** Writes a report for people: a line for each law and failure, skipped cases with the reason, warnings, and the counts. */
export function renderReport(report: Report): string {
  const { operations, cases, requests, quota, failures, skipped, warnings, milliseconds } = report;
  const { leftOut, laws = [], unindexed = [], notes = [] } = report;
  const withoutWrites = skipped.filter(({ reason }) => reason === WRITES_SKIPPED);
  const byReason = Map.groupBy(skipped, (entry) => `${entry.case}: ${entry.reason}`);
  const conforms = failures.length === 0;
  const counts = [
    count(operations, "operation"),
    count(cases, "case"),
    count(requests, "request"),
    ...(quota === undefined ? [] : [`at most ${quota.used} of a quota of ${quota.limit} used`]),
    conforms ? "no failures" : count(failures.length, "failure"),
    ...(skipped.length === 0 ? [] : [`${skipped.length} skipped`]),
    ...(withoutWrites.length === 0
      ? []
      : [`writes of ${count(withoutWrites.length, "operation")} not tested`]),
    ...(warnings.length === 0 ? [] : [count(warnings.length, "warning")]),
  ];
  return [
    ...laws.map(({ law, case: name, outcome }) => `${outcome.padEnd(10)}  ${law}  [${name}]`),
    ...failures.map(
      ({ operation, case: name, expected, received, hint, more }) =>
        `FAIL  ${operation}  [${name}]  expected ${expected}; received ${received}${more.length > 0 ? `, and ${more.length} more` : ""}  (${hint})`,
    ),
    ...[...byReason].map(([text, entries]) => `skipped  ${text} (${listOperations(entries)})`),
    ...(leftOut === undefined
      ? []
      : [
          `left out  ${count(leftOut, "operation")}, the server as a whole, and the use of limits: waymark check, without --plugin and --path, has them`,
        ]),
    ...warnings.map((text) => `warning  ${text}`),
    ...notes.map((text) => `note  ${text}`),
    ...unindexed.map((text) => `index  ${text}`),
    `${conforms ? "conforms" : "does not conform"}: ${counts.join(", ")}, in ${(milliseconds / 1000).toFixed(1)} s`,
  ].join("\n");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The most operations that a line of skipped cases names. */
const MAX_NAMED = 20;

/** Returns the operations by name, or their number if they are many. */
function listOperations(entries: readonly SkippedCase[]): string {
  return entries.length > MAX_NAMED
    ? `${entries.length} operations`
    : entries.map(({ operation }) => operation).join(", ");
}

const WIDTH = 24;

/** Returns a progress bar of one line, for a terminal. */
export function renderProgress(done: number, total: number, text: string): string {
  const full = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
  return `[${"=".repeat(full)}${" ".repeat(WIDTH - full)}] ${done}/${total} ${text}`.slice(0, 79);
}
