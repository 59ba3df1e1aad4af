import { defineConformance, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";

const POLICY = "site: content security policy";

export default defineConformance({
  statement: z.object({ contentSecurityPolicy: z.string() }),
  covers: { contentSecurityPolicy: [POLICY] },
  answers: (operation, _context, { contentSecurityPolicy }) => [
    testCase(POLICY, async () =>
      operation.answers
        .filter(({ answer }) => answer.headers["content-type"]?.startsWith("text/html") === true)
        .flatMap(({ answer }) =>
          headerIs(answer, "Content-Security-Policy", contentSecurityPolicy),
        ),
    ),
  ],
});
