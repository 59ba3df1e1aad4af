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

/** The client's id comes back, in errors also in their body; in place of what is no id, one is made. */
export default defineConformance({
  covers: {},
  volatile: { "X-Request-ID": "names the request" },
  sends: () => ({ "x-request-id": randomUUID() }),
  answers: (operation) => [
    testCase("request-id: echo", async () =>
      operation.answers.flatMap(({ answer }) => {
        const id = answer.requestHeaders["x-request-id"];
        const told = answer.status >= 400 && isJson(answer) && answer.body.byteLength > 0;
        return [
          ...headerIs(answer, "X-Request-ID", id),
          ...(told ? same("the error's requestId", readError(answer)["requestId"], id) : []),
        ];
      }),
    ),
  ],
  server: ({ operations, ask }) => [
    testCase("request-id: new id", async () => {
      const headers = { "x-request-id": "no id, but words" };
      const answer = await ask(operations[0]?.target ?? "/", { method: "HEAD", headers });
      return headerFits(answer, "X-Request-ID", /^[A-Za-z0-9._~-]{1,128}$/);
    }),
  ],
});
