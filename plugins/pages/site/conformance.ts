import { defineConformance, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";

const POLICY = "site: content security policy";

export default defineConformance({
  statement: z.object({ contentSecurityPolicy: z.string() }),
  covers: { contentSecurityPolicy: [POLICY] },
  answers: (operation, _context, { contentSecurityPolicy }) => [
    testCase(POLICY, async () =>
      operation.answers
        .filter(() => operation.route.kind !== "text") // a text that is HTML is the work of its plugin
        .filter(({ answer }) => answer.headers["content-type"]?.startsWith("text/html") === true)
        .flatMap(({ answer }) =>
          headerIs(answer, "Content-Security-Policy", contentSecurityPolicy),
        ),
    ),
  ],
});
