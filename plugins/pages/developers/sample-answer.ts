/** One call with the answer that it has at this moment, read as any visitor would read it. */
import type { Runtime, ReadOptions } from "waymark/services";

export interface SampleAnswer {
  readonly target: string;
  readonly status: number;
  /** JSON, indented. */
  readonly body: string;
}

/** A longer answer would push the rest of the page out of sight. */
const MOST_LINES = 32;

/** Returns the answer to GET `target`; undefined where it is refused, or is not JSON. */
export async function sampleAnswer(
  target: string,
  runtime: Pick<Runtime, "dispatch">,
  onBehalfOf: NonNullable<ReadOptions["onBehalfOf"]>,
): Promise<SampleAnswer | undefined> {
  const headers = { accept: "application/json" };
  const { status, body } = await runtime.dispatch({ method: "GET", target, headers }, onBehalfOf);
  if (status !== 200 || body === undefined) return undefined;
  const lines = JSON.stringify(JSON.parse(Buffer.from(body).toString()), undefined, 2).split("\n");
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), "…"] : lines;
  return { target, status, body: shown.join("\n") };
}
