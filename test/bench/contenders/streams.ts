/** Event streams on node:http alone, for comparing what one costs. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { announce } from "./announce.ts";

const open = new Set<ServerResponse>();
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write("retry: 3000\n\n");
  open.add(response);
  response.on("close", () => open.delete(response));
});

function publish(n: unknown): string {
  const now = process.hrtime.bigint();
  const event = `event: registry.changed\ndata: {"revision":"tick-${Number(n)}"}\n\n`;
  for (const response of open) response.write(event);
  return String(now);
}
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port, { publish }));
