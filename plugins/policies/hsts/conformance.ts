import { defineProof, headerIs, testCase } from "waymark/conformance";
import { z } from "zod";

const HSTS = "hsts: header";

export default defineProof({
  statement: z.object({ headerName: z.string(), value: z.string() }),
  optional: { "Strict-Transport-Security": "sent over HTTPS alone" },
  proves: {
    headerName: [HSTS],
    value: [HSTS],
    maxAgeSeconds: [HSTS],
    includeSubDomains: [HSTS],
    preload: [HSTS],
  },
  service: (world, { headerName, value }) => {
    const [op] = world.operations;
    if (op === undefined) return [];
    const secure = world.target.origin.startsWith("https:");
    const sent = async (headers: Readonly<Record<string, string>>, expected?: string) =>
      headerIs(await world.ask(op.target, { method: "HEAD", headers }), headerName, expected);
    if (!world.target.own) {
      // Whether the name of the host may be bound is the service's to say.
      return secure
        ? [testCase(HSTS, async () => headerIs(await op.base(), headerName, value))]
        : [{ name: HSTS, notAsked: "it is sent over HTTPS only; ask at an https URL" }];
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
  recorded: (op, { target }, { headerName }) =>
    target.origin.startsWith("https:")
      ? []
      : [
          testCase("hsts: not without TLS", async () =>
            op.recorded.flatMap(({ answer }) => headerIs(answer, headerName, undefined)),
          ),
        ],
});
