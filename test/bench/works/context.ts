/** The context of every work. */
import type { Result } from "../harness/result.ts";
import type { Job } from "../contenders/job.ts";
import type { Settings } from "../settings.ts";
import type { ThroughputWork } from "./throughput.ts";

export interface Context {
  readonly settings: Settings;
  /** A folder that is removed afterwards. */
  readonly scratch: string;
  /** Path of the captured job, and the job. */
  readonly job: () => Promise<{ readonly path: string; readonly job: Job }>;
  /** Paths of the large databases, made when first asked for: Waymark's, and one with the index that the query wants. */
  readonly store: () => Promise<{ readonly waymark: string; readonly indexed: string }>;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

export interface Work {
  readonly id: string;
  readonly title: string;
  /** The contenders that have to return the same answer, where the work has some. */
  readonly compared?: ThroughputWork;
  run(context: Context): Promise<Result>;
}
