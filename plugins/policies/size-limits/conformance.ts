import {
  defineConformance,
  OK,
  refuses,
  same,
  statusIs,
  testCase,
  type Operation,
} from "waymark/conformance";
import { z } from "zod";

const URL_LENGTH = "size-limits: URL";

export default defineConformance({
  statement: z.object({
    maxUrlLength: z.number(),
    maxRequestPayloadBytes: z.number(),
    maxRequestValues: z.number(),
  }),
  covers: {
    maxUrlLength: [URL_LENGTH, "size-limits: longest URL"],
    maxRequestPayloadBytes: ["size-limits: payload", "413"],
    maxRequestValues: ["size-limits: payload", "413"],
  },
  operation: (operation, context, { maxUrlLength }) => [
    testCase(URL_LENGTH, async () =>
      refuses(await operation.askAt(padded(operation, maxUrlLength + 1)), context, "uri-too-long"),
    ),
  ],
  server: (context, { maxUrlLength, maxRequestPayloadBytes, maxRequestValues }) => {
    const read = context.operations.find(({ route }) => route.method === "GET" && route.document);
    return [
      testCase("size-limits: longest URL", async () =>
        read === undefined ? OK : statusIs(await read.askAt(padded(read, maxUrlLength)), 200),
      ),
      testCase("size-limits: payload", async () =>
        context.operations
          .filter(({ route }) => route.declaration.body !== undefined)
          .flatMap(({ route: { ref, policies, declaration } }) => {
            const limit = (key: "maxBodyBytes" | "maxBodyValues") =>
              Math.min(...policies.map(({ compiled }) => compiled[key] ?? Infinity));
            return [
              ...same(
                `the limit of ${ref}`,
                limit("maxBodyBytes"),
                Math.min(maxRequestPayloadBytes, declaration.maxPayloadBytes ?? Infinity),
              ),
              ...same(`the limit of values of ${ref}`, limit("maxBodyValues"), maxRequestValues),
            ];
          }),
      ),
    ];
  },
});

/** The path with a query that makes it exactly `length` long. */
function padded({ path }: Operation, length: number): string {
  return `${path}?x=`.padEnd(length, "x");
}
