/** Connections that are not read. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { StallWatch } from "../../../plugins/listen/stall-watch.ts";
import { connectTo } from "../../kernel/http/listen/_connection.ts";

it("closes connections that leave their answer unread, and no others (E14)", async () => {
  const large = Buffer.alloc(32 * 1024 * 1024);
  const server = createServer((request, response) => {
    if (request.url === "/large") response.end(large);
    else response.write("begun");
  });
  new StallWatch(server, 300);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const silent = connectTo(origin);
  silent.send("GET /silent HTTP/1.1\r\nHost: a\r\n\r\n");
  await silent.until(/begun/);
  const unread = [1, 2, 3].map(() => {
    const { socket, send } = connectTo(origin);
    socket.pause();
    send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  });
  expect(unread).toHaveLength(3);
  const connected = () =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connected).toBe(4);
  await expect.poll(connected).toBe(1);
  expect(silent.socket.destroyed).toBe(false);
});

it("T5: closes them in the time that is declared, and not those that read slowly", async () => {
  const stallMs = 900;
  const server = createServer((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)));
  new StallWatch(server, stallMs);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ended = Promise.withResolvers<number>();
  server.once("connection", (socket) => {
    const begun = performance.now();
    socket.once("close", () => ended.resolve(performance.now() - begun));
  });
  const unread = connectTo(origin);
  unread.socket.pause();
  unread.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const slow = connectTo(origin);
  slow.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const reading = setInterval(
    () =>
      slow.socket
        .pause()
        .resume()
        .once("data", () => slow.socket.pause()),
    100,
  );
  onTestFinished(() => clearInterval(reading));
  const tookMs = await ended.promise;
  expect(tookMs).toBeGreaterThan(stallMs);
  expect(tookMs).toBeLessThan(1.7 * stallMs); // twice as long before
  expect(slow.socket.destroyed).toBe(false);
});
