/** Conformance between nodes: the stated number of streams for a client holds across all of them. */
import { expectThat, testLaw, type NodeCase, type NodesContext } from "waymark/conformance";
import { z } from "zod";

/** Connections that a check opens at most. */
const MAX_STREAMS = 100;

export const StreamsStatement = z.object({
  perClient: z.int(),
  scope: z.enum(["instance", "cluster"]),
});

/** @param target a stream that counts; undefined where there is none. */
export function sharedStreamsCase(
  name: string,
  context: NodesContext,
  stated: z.output<typeof StreamsStatement> | undefined,
  target: string | undefined,
): NodeCase {
  if (stated?.scope !== "cluster") {
    const law = "a client has a number of event streams at all nodes together";
    return { name, law, skipped: "the service states the streams of one node only" };
  }
  const { perClient } = stated;
  const law = `a client has ${perClient} event streams at all nodes together`;
  if (target === undefined) return { name, law, skipped: "no stream can be opened" };
  if (!context.exhaust)
    return {
      name,
      law,
      skipped: "it would take all streams of the clients at this address; check with --exhaust",
    };
  if (perClient > MAX_STREAMS)
    return { name, law, skipped: `it would take ${perClient} connections` };
  return testLaw(name, law, async () => {
    const open = await openTogether(target, context, perClient);
    return expectThat(
      open <= perClient,
      `at most ${perClient} open streams of a client, over all nodes`,
      `${open} open`,
    );
  });
}

/** Opens one stream more at each node than all of them allow, and returns how many were open at the same time. */
async function openTogether(
  target: string,
  { nodes }: NodesContext,
  perClient: number,
): Promise<number> {
  // Waits for requests that other cases used up.
  for (const { ask } of nodes) await ask(target, { method: "HEAD" });
  const asked = Array.from({ length: perClient + nodes.length }, (_, at) => at);
  const answered = new Set<number>();
  const answers = await Promise.all(
    asked.map((at) =>
      nodes[at % nodes.length]?.ask(target, {
        noRetry: true,
        // Called when bytes arrive, also bytes of a refusal: streams stay open until all are answered and a heartbeat comes.
        firstBytes() {
          answered.add(at);
          return answered.size === asked.length;
        },
      }),
    ),
  );
  return answers.filter((answer) => answer?.status === 200).length;
}
