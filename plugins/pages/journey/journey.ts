/** The record of one request. */
import type { Reply } from "waymark";
import type { PolicyAct, Stage } from "waymark/advanced";

export const PREFERENCE = "journey";

export type Field = readonly [name: string, value: string];

/** A stage that the request has reached. */
export interface JourneyStage {
  readonly stage: Stage;
  readonly ms: number;
  readonly acts: readonly PolicyAct[];
}

/** The record of one request. */
export interface Journey {
  readonly id: string;
  /** Milliseconds of Unix time. */
  readonly at: number;
  readonly ref: string;
  readonly method: string;
  readonly target: string;
  /** Headers of the request that policies read, except credentials. */
  readonly sent: readonly Field[];
  readonly status: number;
  readonly failure: Reply["failure"];
  /** Coding and length of the selected body, also where it is not sent. */
  readonly body: { readonly coding: string; readonly byteLength: number } | undefined;
  /** Headers of the answer, without those that lead to the record. */
  readonly headers: readonly Field[];
  readonly stages: readonly JourneyStage[];
  /** Policies' decisions in words, by policy. */
  readonly decisions: ReadonlyMap<string, string>;
  /** Milliseconds that handlers and statements of the store took. */
  readonly work: readonly { readonly kind: "handler" | "statement"; readonly ms: number }[];
}

/** The caller as far as journeys are concerned: its principal, or its browser. */
export interface Reader {
  readonly principal: string | undefined;
  readonly browser: string | undefined;
}
