/** The recording of one request, stage by stage, by a policy. */
import type { Reply } from "../call/call.ts";
import type { Refusal } from "./policy-answer.ts";

/** A stage of a request, in the order in which they follow. */
export type Stage =
  | "identify"
  | "admit"
  | "accept"
  | "produce"
  | "encode"
  | "precondition"
  | "finish"
  | "write";

/** Hook of a policy that has run. */
export interface PolicyAct {
  readonly policy: string;
  /** Reason for which the policy refused the request. */
  readonly refusal?: Refusal | undefined;
  /** Status that the policy demands because of a condition (RFC 9110, section 13). */
  readonly verdict?: 304 | 412 | undefined;
}

/** The kernel calls its methods in the order of the stages. None may throw. */
export interface Recording {
  /** A stage begins, and the one before ends. Stages that a request skips are not entered. */
  enter(stage: Stage): void;
  acted(act: PolicyAct): void;
  /**
   * The answer is decided. Returns the headers that it has because it is recorded, by name: parts of lists join others.
   *
   * @param headers name, value, …: the headers as they are sent.
   * @param descriptions the decisions of policies in words, by their ids.
   */
  answered(
    reply: Reply,
    headers: readonly string[],
    descriptions: ReadonlyMap<string, string>,
  ): Readonly<Record<string, string>>;
  /** The answer has been sent, or its client has left. */
  ended(): void;
}
