import {
  defineConformance,
  readObject,
  refuses,
  same,
  statusIs,
  testCase,
  type Answer,
  type Operation,
} from "waymark/conformance";
import { z } from "zod";

const MOST = "bulk: most operations";
const METHODS = "bulk: methods";
const ATOMIC = "bulk: all or none";

/** Path without a route. */
const NOWHERE = "/.well-known/waymark-check-nothing";

const send = (operation: Operation, body: object): Promise<Answer> =>
  operation.ask({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const Results = z.array(z.object({ id: z.string(), status: z.number() }));

/** Ids and statuses of the results. */
function resultsOf(answer: Answer): unknown {
  const parsed = Results.safeParse(readObject(answer)["results"]);
  return parsed.data?.map(({ id, status }) => [id, status]);
}

export default defineConformance({
  statement: z.object({
    maxOperationsPerRequest: z.number(),
    methods: z.array(z.string()),
    atomic: z.boolean(),
  }),
  covers: {
    maxOperationsPerRequest: [MOST],
    methods: [METHODS],
    atomic: [ATOMIC],
    maxAnswerBytes: { because: "no check makes as large an answer" },
    maxAtomicDurationSeconds: { because: "no check waits for so long" },
    maxDurationSeconds: { because: "no check waits for so long" },
  },
  operation(operation, context, { maxOperationsPerRequest, methods, atomic }) {
    if (operation.route.ref !== "bulk.runBulk") return [];
    const nowhere = (id: string, method = "GET") => ({ id, method, path: NOWHERE });
    return [
      testCase(MOST, async () => {
        const ids = Array.from({ length: maxOperationsPerRequest + 1 }, (_, index) => `${index}`);
        const answer = await send(operation, { operations: ids.map((id) => nowhere(id)) });
        return refuses(answer, context, "unprocessable-content");
      }),
      testCase(METHODS, async () => {
        const all = methods.slice(0, maxOperationsPerRequest);
        const operations = all.map((method) => nowhere(method, method));
        const answer = await send(operation, { operations });
        const other = await send(operation, { operations: [nowhere("1", "HEAD")] });
        return [
          ...statusIs(answer, 200),
          ...same(
            "results in the order of the operations",
            resultsOf(answer),
            all.map((method) => [method, 404]),
          ),
          ...refuses(other, context, "unprocessable-content"),
        ];
      }),
      ...(atomic
        ? [
            testCase(ATOMIC, async () => {
              const answer = await send(operation, { operations: [nowhere("a")], atomic: true });
              return [
                ...statusIs(answer, 424),
                ...same("the refused operation", readObject(answer)["refused"], "a"),
              ];
            }),
          ]
        : []),
    ];
  },
});
