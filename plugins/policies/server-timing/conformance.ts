import { ownAnswers, defineConformance, headerFits, headerIs, testCase } from "waymark/conformance";
import { TimingPolicyDiscovery } from "../../../schemas/monitoring.ts";

const TIMING = "server-timing: endpoints";

export default defineConformance({
  statement: TimingPolicyDiscovery,
  masks: { "Server-Timing": [/dur=[\d.]+/g, "dur=<ms>"] },
  covers: {
    enabled: [TIMING],
    headerName: [TIMING],
    endpoints: [TIMING],
    format: [TIMING],
  },
  answers: (operation, _context, { headerName, format, endpoints }) => [
    testCase(TIMING, async () =>
      ownAnswers(operation).flatMap((answer) =>
        // Another method of the path is another route.
        endpoints.includes(operation.route.path) &&
        operation.route.declaration.serverTiming === true
          ? headerFits(answer, headerName, patternOf(format))
          : headerIs(answer, headerName, undefined),
      ),
    ),
  ],
});

/** Returns the stated format, with a value in place of each `<name>`. */
function patternOf(format: string): RegExp {
  const parts = format
    .split(/<[^>]+>/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join('[^",]+')}$`);
}
