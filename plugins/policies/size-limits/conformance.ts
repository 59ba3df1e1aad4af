import { bodiesOf } from "waymark";
import {
  defineConformance,
  OK,
  refuses,
  same,
  statusIs,
  testCase,
  type Operation,
} from "waymark/conformance";
import { SizeLimits } from "../../../schemas/documents/limits.ts";

const URL_LENGTH = "size-limits: URL";

export default defineConformance({
  statement: SizeLimits,
  covers: {
    maxUrlLength: [URL_LENGTH, "size-limits: longest URL"],
    maxRequestPayloadBytes: ["size-limits: payload", "413"],
  },
  operation: (operation, context, { maxUrlLength }) => [
    testCase(URL_LENGTH, async () =>
      refuses(await operation.askAt(padded(operation, maxUrlLength + 1)), context, "uri-too-long"),
    ),
  ],
  server: (context, { maxUrlLength, maxRequestPayloadBytes }) => {
    const read = context.operations.find(({ route }) => route.method === "GET" && route.document);
    return [
      testCase("size-limits: longest URL", async () =>
        read === undefined ? OK : statusIs(await read.askAt(padded(read, maxUrlLength)), 200),
      ),
      testCase("size-limits: payload", async () =>
        context.operations
          .filter(({ route }) => Object.keys(bodiesOf(route.declaration)).length > 0)
          .flatMap(({ route: { ref, policies, declaration } }) => {
            const limits = policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity);
            const declared = declaration.maxPayloadBytes ?? Infinity;
            return same(
              `the limit of ${ref}`,
              Math.min(...limits),
              Math.min(maxRequestPayloadBytes, declared),
            );
          }),
      ),
    ];
  },
});

/** The path with a query that makes it exactly `length` long. */
function padded({ path }: Operation, length: number): string {
  return `${path}?x=`.padEnd(length, "x");
}
