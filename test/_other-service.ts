/** A service of others, which handlers ask. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Starts it until the end of the test. `received` has the `traceparent` of each request. */
export async function startOtherService(answer: RequestListener) {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers["traceparent"]);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
