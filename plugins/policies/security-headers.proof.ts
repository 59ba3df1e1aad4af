import { defineProof, headerIs, testCase } from "waymark/proof";
import { z } from "zod";

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  permissionsPolicy: "Permissions-Policy",
  referrerPolicy: "Referrer-Policy",
  contentTypeOptions: "X-Content-Type-Options",
  contentSecurityPolicy: "Content-Security-Policy",
  crossOriginResourcePolicy: "Cross-Origin-Resource-Policy",
};
const VALUES = "security-headers: values";

export default defineProof({
  statement: z.record(z.string(), z.string()),
  optional: { "Content-Security-Policy": "pages bring their own" },
  proves: Object.fromEntries(Object.keys(SECURITY_HEADERS).map((key) => [key, [VALUES]])),
  recorded: (op, _world, statement) => [
    testCase(VALUES, async () =>
      op.recorded.flatMap(({ answer }) =>
        Object.entries(SECURITY_HEADERS)
          // Pages bring policies of their own.
          .filter(([key]) => key !== "contentSecurityPolicy" || op.route.kind !== "page")
          .flatMap(([key, name]) => headerIs(answer, name, statement[key])),
      ),
    ),
  ],
});
