/** Makes a server with TLS, and connects it to the listener. */
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import { messageOf, type Finding } from "../../registry/contract/finding.ts";
import type { Log } from "../../registry/contract/types.ts";
import { refuseBody } from "../request/collect-body.ts";
import { BootError } from "../support/boot-errors.ts";
import type { Connections } from "./connections.ts";
import { limitTime } from "./http2-limits.ts";
import { Http2Request, Http2Response } from "./http2-messages.ts";
import type { Listener } from "./listener.ts";
import { createTlsServer, type Secure, type TlsFiles } from "./tls.ts";

/** @param http1 options for connections of HTTP/1.1. */
export async function secure(
  files: TlsFiles,
  http1: ServerOptions,
  log: Log,
): Promise<Secure & { connect(listener: Listener, connections: Connections): void }> {
  const { server, certificate } = await createTlsServer(files, http1, { log }).catch(
    (error: unknown) => {
      const finding: Finding = {
        code: "LISTEN_FAILED",
        where: "tls",
        message: `the certificate or its key cannot be used: ${messageOf(error)}`,
        hint: "name PEM files that this process may read under tls.cert and tls.key: the certificate with its chain, and its private key",
      };
      throw new BootError([finding], { cause: error });
    },
  );
  return {
    server,
    certificate,
    connect(listener, connections) {
      server.on("request", (request, response) => {
        // Those of HTTP/2 are made to look like those of HTTP/1.1 to the kernel.
        const [like, reply] = [request, response] as unknown as [IncomingMessage, ServerResponse];
        if (request instanceof Http2Request && response instanceof Http2Response) {
          connections.addStream(response);
          limitTime(request, response, (refusal) => refuseBody(like, refusal));
        }
        listener.handle(like, reply);
      });
    },
  };
}
