import { randomUUID } from "node:crypto";
import {
  defineConformance,
  readError,
  headerFits,
  headerIs,
  isJson,
  same,
  testCase,
} from "waymark/conformance";

/** The client's id comes back, in errors also in the body. An invalid one is replaced by a new one. */
export default defineConformance({
  covers: {},
  sends: () => ({ "x-request-id": randomUUID() }),
  answers: (operation) => [
    testCase("request-id: echo", async () =>
      operation.answers.flatMap(({ answer }) => {
        const id = answer.requestHeaders["x-request-id"];
        const hasBody = answer.status >= 400 && isJson(answer) && answer.body.byteLength > 0;
        return [
          ...headerIs(answer, "X-Request-ID", id),
          ...(hasBody ? same("the error's requestId", readError(answer)["requestId"], id) : []),
        ];
      }),
    ),
  ],
  server: ({ operations, ask }) => [
    testCase("request-id: new id", async () => {
      const headers = { "x-request-id": "not an id, but words" };
      const answer = await ask(operations[0]?.target ?? "/", { method: "HEAD", headers });
      return headerFits(answer, "X-Request-ID", /^[A-Za-z0-9._~-]{1,128}$/);
    }),
  ],
});
