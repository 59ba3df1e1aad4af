/** T0b: a check ends, also where an answer has no end. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createClient } from "../../../../plugins/tools/shared/client.ts";
import { endsWithin } from "../../../../plugins/tools/shared/pace.ts";

async function clientOf(answer: RequestListener, timeoutMs?: number) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = createClient(`http://127.0.0.1:${port}`, timeoutMs);
  onTestFinished(() => client.close());
  return client;
}

it("T0b: hangs up on an event stream in place of a refusal", async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": waiting\n\n");
  });
  expect(await client.ask("/", { headers: { accept: "text/html;q=0" } })).toMatchObject({
    status: 200,
    headers: { "content-type": "text/event-stream" },
  });
});

it("T0b: an answer that goes on and on has a deadline", async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  }, 300);
  await expect(client.ask("/")).rejects.toMatchObject({
    message: "GET /: no whole answer within 0.3 s",
    isLate: true,
  });
});

it("T0b: the whole has a time limit, which waiting for a quota does not use up", async () => {
  const endless = new Promise<void>(() => {});
  expect(await endsWithin(endless, 50, () => 0)).toBe(false);
  expect(await endsWithin(Promise.resolve(), 50, () => 0)).toBe(true);
  const began = performance.now();
  expect(await endsWithin(endless, 50, () => 200)).toBe(false);
  expect(performance.now() - began).toBeGreaterThanOrEqual(240);
});
