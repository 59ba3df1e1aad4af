import { ownAnswers, defineConformance, headerFits, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";

const TIMING = "server-timing: endpoints";

export default defineConformance({
  statement: z.object({ headerName: z.string(), endpoints: z.array(z.string()) }),
  volatile: { "Server-Timing": "measured for each answer" },
  masks: { "Server-Timing": [/dur=[\d.]+/g, "dur=<ms>"] },
  covers: {
    enabled: [TIMING],
    headerName: [TIMING],
    endpoints: [TIMING],
    format: [TIMING],
  },
  answers: (operation, _context, { headerName, endpoints }) => [
    testCase(TIMING, async () =>
      ownAnswers(operation).flatMap((answer) =>
        endpoints.includes(operation.route.path)
          ? headerFits(answer, headerName, /^app;dur=\d+(?:\.\d+)?(?:,|$)/)
          : headerIs(answer, headerName, undefined),
      ),
    ),
  ],
});
