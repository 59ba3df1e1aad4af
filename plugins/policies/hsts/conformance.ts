import { defineConformance, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";
import { isBindable } from "./bindable.ts";

const HSTS = "hsts: header";

export default defineConformance({
  statement: z.object({ headerName: z.string(), value: z.string() }),
  optional: { "Strict-Transport-Security": "sent over HTTPS only" },
  covers: {
    headerName: [HSTS],
    value: [HSTS],
    maxAgeSeconds: [HSTS],
    includeSubDomains: [HSTS],
    preload: [HSTS],
  },
  server: (context, { headerName, value }) => {
    const [operation] = context.operations;
    if (operation === undefined) return [];
    const secure = context.target.origin.startsWith("https:");
    const sent = async (headers: Readonly<Record<string, string>>, expected?: string) => {
      const answer = await context.ask(operation.target, { method: "HEAD", headers });
      return headerIs(answer, headerName, expected);
    };
    if (!context.target.exclusive) {
      const { hostname } = new URL(context.target.origin);
      const expected = isBindable(hostname) ? value : undefined;
      return secure
        ? [testCase(HSTS, async () => headerIs(await operation.base(), headerName, expected))]
        : [{ name: HSTS, skipped: "it is sent over HTTPS only; check an https URL" }];
    }
    return [
      testCase(HSTS, async () => [
        ...(await sent({})),
        ...(await sent({ "x-forwarded-proto": "https", host: "localhost" })),
        ...(await sent({ "x-forwarded-proto": "https", host: "192.0.2.1" })),
        ...(await sent({ "x-forwarded-proto": "https", host: "service.example" }, value)),
      ]),
    ];
  },
  answers: (operation, { target }, { headerName }) =>
    target.origin.startsWith("https:")
      ? []
      : [
          testCase("hsts: not without TLS", async () =>
            operation.answers.flatMap(({ answer }) => headerIs(answer, headerName, undefined)),
          ),
        ],
});
