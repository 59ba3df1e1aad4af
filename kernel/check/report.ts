/** What a run found, as data and as text. */

/** One case that failed, by the first thing that was not as declared. */
export interface Failure {
  /** Method and path as declared, or `the service`. */
  readonly operation: string;
  /** `plugin.routeId`, where it is one route's. */
  readonly route?: string;
  readonly case: string;
  readonly expected: string;
  readonly received: string;
  readonly hint: string;
  /** Further things that the same case found. */
  readonly more: readonly { readonly expected: string; readonly received: string }[];
}

export interface NotAsked {
  readonly operation: string;
  readonly case: string;
  readonly reason: string;
}

export interface Report {
  readonly url: string;
  /** The service was started for the check. */
  readonly own: boolean;
  /** Of the registry that was expected. */
  readonly revision: string;
  readonly operations: number;
  readonly cases: number;
  /** Names of the cases that were asked, each once. */
  readonly kinds: readonly string[];
  readonly requests: number;
  readonly failures: readonly Failure[];
  readonly notAsked: readonly NotAsked[];
  readonly warnings: readonly string[];
  readonly milliseconds: number;
}

/** For people: one line a failure, what was left out and why, and the counts. */
export function renderReport(report: Report): string {
  const { operations, cases, requests, failures, notAsked, warnings, milliseconds } = report;
  const lines = failures.map(
    ({ operation, case: name, expected, received, hint, more }) =>
      `FAIL  ${operation}  [${name}]  expected ${expected}; received ${received}${more.length > 0 ? `, and ${more.length} more` : ""}  (${hint})`,
  );
  const left = [...Map.groupBy(notAsked, (entry) => `${entry.case}: ${entry.reason}`)].map(
    ([text, entries]) => `not asked  ${text}${among(entries.map(({ operation }) => operation))}`,
  );
  const ok = failures.length === 0;
  const counts = [
    count(operations, "operation"),
    count(cases, "case"),
    count(requests, "request"),
    ok ? "no failures" : count(failures.length, "failure"),
    ...(notAsked.length === 0 ? [] : [`${notAsked.length} not asked`]),
    ...(warnings.length === 0 ? [] : [count(warnings.length, "warning")]),
  ];
  return [
    ...lines,
    ...left,
    ...warnings.map((text) => `warning  ${text}`),
    `${ok ? "conforms" : "does not conform"}: ${counts.join(", ")}, in ${(milliseconds / 1000).toFixed(1)} s`,
  ].join("\n");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Whom it concerns, if it is not too many to name. */
function among(operations: readonly string[]): string {
  return operations.length > 3
    ? ` (${operations.length} operations)`
    : ` (${operations.join(", ")})`;
}

const WIDTH = 24;

/** A progress bar of one line, for a terminal. */
export function renderProgress(done: number, total: number, text: string): string {
  const full = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
  return `[${"=".repeat(full)}${" ".repeat(WIDTH - full)}] ${done}/${total} ${text}`.slice(0, 79);
}
