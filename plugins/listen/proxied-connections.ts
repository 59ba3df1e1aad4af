/** Connections through a proxy that names their clients in a header in front of the first request. */
import { Server as NetServer, type Socket } from "node:net";
import type { Log } from "waymark";
import { BootError } from "waymark/server";
import type { RequestServer } from "waymark/services";
import { setPeer, setSecure } from "./peer.ts";
import { readProxyHeader } from "./proxy-protocol.ts";
import { warnOfRefusals } from "./refusals.ts";

/** Time for the header, in milliseconds. */
const HEADER_MS = 5000;

interface Options {
  /** Checks that the peer is a proxy whose headers are read. Any other peer speaks for itself. */
  readonly isProxy: (address: string) => boolean;
  readonly log: Log;
  readonly headerMs?: number;
}

/**
 * Shows connections to the listeners that exist already, but only once the header was read. A proxy that sends none, or one
 * that is wrong, is cut off: to guess would let its clients write one themselves. Throws a BootError on runtimes that read
 * a connection before they show it.
 */
export function readProxyHeaders(
  server: RequestServer,
  { isProxy, log, headerMs = HEADER_MS }: Options,
): void {
  if (!(server instanceof NetServer))
    throw new BootError([
      {
        code: "LISTEN_FAILED",
        where: "plugins.listen.proxyProtocol",
        message:
          "this runtime cannot read PROXY headers: its HTTP server does not extend net.Server",
        hint: "run the service on Node or Deno, or set proxyProtocol: false and have the proxies send X-Forwarded-For",
      },
    ]);
  const listeners = server.listeners("connection");
  const isSecure = "setSecureContext" in server;
  server.removeAllListeners("connection");
  const pass = (socket: Socket) => {
    for (const listener of listeners) listener.call(server, socket);
  };
  const warn = warnOfRefusals(
    log,
    "a trusted proxy did not begin a connection with a PROXY header; such connections are closed while proxyProtocol is on",
  );
  const refuse = (socket: Socket) => {
    const { remoteAddress: peer } = socket;
    socket.destroy();
    warn({ peer });
  };
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || !isProxy(remoteAddress)) return pass(socket);
    let received: Buffer = Buffer.of();
    const timer = setTimeout(() => refuse(socket), headerMs);
    const end = () => {
      clearTimeout(timer);
      socket.off("data", take);
      socket.off("close", end);
      socket.off("error", ignore);
    };
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const header = readProxyHeader(received);
      if (header.kind === "incomplete") return;
      if (header.kind === "invalid") return refuse(socket);
      socket.pause();
      end();
      if (header.address !== undefined) setPeer(socket, header.address);
      if (header.isSecure) setSecure(socket);
      if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes));
      pass(socket);
      if (!isSecure) socket.resume(); // TLS takes the bytes itself
    };
    socket.on("data", take);
    socket.on("error", ignore); // of a peer that leaves
    socket.once("close", end);
  });
}

function ignore(): void {}
