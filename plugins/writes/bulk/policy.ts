/** States what bulk requests are held to. */
import { definePolicy, toSeconds } from "waymark";
import { METHODS } from "./format.ts";
import { Options } from "./options.ts";
import { atomicMs } from "./run.ts";

export const policy = definePolicy({
  id: "bulk",
  options: Options,
  compile: () => undefined,
  statement: ({ options }) => ({
    maxOperationsPerRequest: options.maxOperationsPerRequest,
    maxAnswerBytes: options.maxBytes,
    maxDurationSeconds: toSeconds(options.maxDuration),
    maxAtomicDurationSeconds: atomicMs(options) / 1000,
    methods: METHODS,
    atomic: true,
  }),
  conformance: () => import("./conformance.ts"),
});
