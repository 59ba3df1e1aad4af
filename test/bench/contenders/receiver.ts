/** A receiver of webhooks that takes all and counts them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { announce } from "./announce.ts";

let received = 0;
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    received++;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () =>
  announce((server.address() as AddressInfo).port, { received: () => received }),
);
