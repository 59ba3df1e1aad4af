import { answersOf, defineProof, headerFits, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";

const TIMING = "server-timing: endpoints";

export default defineProof({
  statement: z.object({ headerName: z.string(), endpoints: z.array(z.string()) }),
  volatile: { "Server-Timing": "measured anew for each answer" },
  proves: {
    enabled: [TIMING],
    headerName: [TIMING],
    endpoints: [TIMING],
    format: [TIMING],
  },
  recorded: (op, _world, { headerName, endpoints }) => [
    testCase(TIMING, async () =>
      answersOf(op).flatMap((answer) =>
        endpoints.includes(op.route.path)
          ? headerFits(answer, headerName, /^app;dur=\d+(?:\.\d+)?(?:,|$)/)
          : headerIs(answer, headerName, undefined),
      ),
    ),
  ],
});
