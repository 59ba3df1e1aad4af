import { defineProof, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";

const POLICY = "site: content security policy";

export default defineProof({
  statement: z.object({ contentSecurityPolicy: z.string() }),
  proves: { contentSecurityPolicy: [POLICY] },
  recorded: (op, _world, { contentSecurityPolicy }) => [
    testCase(POLICY, async () =>
      op.recorded
        .filter(({ answer }) => answer.headers["content-type"]?.startsWith("text/html") === true)
        .flatMap(({ answer }) =>
          headerIs(answer, "Content-Security-Policy", contentSecurityPolicy),
        ),
    ),
  ],
});
