/** A collector that takes all and reads nothing. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { announce } from "./announce.ts";

const server = createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(200, { "Content-Length": "0" }).end());
});
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
