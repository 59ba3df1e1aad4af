import type { Answer } from "../../registry/contract/conformance.ts";
import type { TestServer } from "./server.ts";

/** What a service answers to GET in memory, in the form that conformance reads. */
export async function answerTo(server: TestServer, target: string): Promise<Answer> {
  const answer = await server.fetch(target);
  return {
    method: "GET",
    target,
    requestHeaders: {},
    caseHeaders: {},
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    repeated: [],
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
