import { bodiesOf } from "waymark/advanced";
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
    maxRequestValues: { because: "the kernel's own tests send as many values" },
    operations: ["size-limits: payload"],
  },
  operation: (operation, context, { maxUrlLength }) => [
    testCase(URL_LENGTH, async () =>
      refuses(await operation.askAt(padded(operation, maxUrlLength + 1)), context, "uri-too-long"),
    ),
  ],
  server: (context, { maxUrlLength, maxRequestPayloadBytes, operations }) => {
    const read = context.operations.find(({ route }) => route.method === "GET" && route.document);
    return [
      testCase("size-limits: longest URL", async () =>
        read === undefined ? OK : statusIs(await read.askAt(padded(read, maxUrlLength)), 200),
      ),
      testCase("size-limits: payload", async () =>
        context.operations
          .filter(({ route }) => Object.keys(bodiesOf(route.declaration)).length > 0)
          .flatMap(({ route: { ref, policies, method, path } }) => {
            const limits = policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity);
            const own = operations.find((one) => one.method === method && one.path === path);
            return same(
              `the limit of ${ref}`,
              Math.min(...limits),
              own?.maxRequestPayloadBytes ?? maxRequestPayloadBytes,
            );
          }),
      ),
    ];
  },
});

/** Returns the path with a query that makes it exactly `length` long. */
function padded({ path }: Operation, length: number): string {
  return `${path}?x=`.padEnd(length, "x");
}
