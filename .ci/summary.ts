/** Prints the counts of a test run, from the file that Vitest's JSON reporter wrote, as one line. */
import { readFile } from "node:fs/promises";

interface Results {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const file = process.argv[2];
if (file === undefined) throw new Error("usage: node .ci/summary.ts <results.json>");
const results = JSON.parse(await readFile(file, "utf8")) as Results;

const failed = results.testResults
  .map(({ status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed").length;
    // A file that did not load has no failed test of its own.
    return status === "failed" ? Math.max(tests, 1) : tests;
  })
  .reduce((sum, count) => sum + count, 0);
const skipped = results.numPendingTests + results.numTodoTests;

console.log(`tests: ${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
