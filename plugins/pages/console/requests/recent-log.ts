/** The latest lines of the log, with the requests in which they were written. */
import { currentCall, watchLog, type LogLine } from "waymark/advanced";
import { push } from "./bounded.ts";

const LINES = 500;

interface RecentLine extends LogLine {
  readonly at: number;
  readonly requestId: string | undefined;
}

export class RecentLog {
  /** Ends the recording. */
  readonly close: () => void;
  readonly #lines: RecentLine[] = [];

  constructor(now: () => number) {
    this.close = watchLog((line) => {
      const { requestId = currentCall()?.requestId } = line.fields;
      const id = typeof requestId === "string" ? requestId : undefined;
      push(this.#lines, { ...line, at: now(), requestId: id }, LINES);
    });
  }

  /** Returns the lines that were written for a request, or within its trace. */
  linesOf(requestId: string, traceId: string | undefined): readonly RecentLine[] {
    const isOfTrace = ({ fields }: RecentLine) =>
      traceId !== undefined && fields["traceId"] === traceId;
    return this.#lines.filter((line) => line.requestId === requestId || isOfTrace(line));
  }
}
