import { definePolicy, ownState } from "waymark";
import type { RequestRecorder } from "./recorder.ts";

/** Records the requests of clients. Operators are not its traffic, nor what the console reads for them. */
export const recording = definePolicy({
  id: "console-requests",
  state: ownState<RequestRecorder>(),
  compile({ plugin, declaration: { listener } }, { state }) {
    if (listener !== undefined || plugin === "console") return undefined;
    return {
      observe(call, reply) {
        if (!reply.abandoned && call.principal?.kind !== "console") state().record(call, reply);
      },
    };
  },
});
