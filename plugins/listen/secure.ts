/** Makes a server with TLS, whose requests of HTTP/2 look to the kernel like requests of HTTP/1.1. */
import type { IncomingMessage } from "node:http";
import type { Http2Session } from "node:http2";
import type { TLSSocket } from "node:tls";
import { messageOf, type Refusal } from "waymark";
import { BootError } from "waymark/server";
import type { ListenInput, OpenConnections, Opening } from "waymark/services";
import { limitTime } from "./http2-limits.ts";
import { Http2Request, Http2Response } from "./http2-messages.ts";
import { StallWatch } from "./stall-watch.ts";
import { createTlsServer, type Secure, type SecureServer, type TlsFiles } from "./tls.ts";

/** Rejects with a BootError if the files cannot be used. */
export async function secure(
  files: TlsFiles,
  opening: Opening,
): Promise<Secure & { readonly input: Pick<ListenInput, "scheme" | "screen" | "connected"> }> {
  const { server, certificate } = await createTlsServer(files, opening).catch((error: unknown) => {
    const message = `the certificate or its key cannot be used: ${messageOf(error)}`;
    const hint =
      "name PEM files that this process may read under plugins.listen.tls: the certificate with its chain, and its private key";
    throw new BootError([{ code: "LISTEN_FAILED", where: "plugins.listen.tls", message, hint }], {
      cause: error,
    });
  });
  return {
    server,
    certificate,
    input: {
      scheme: "https",
      screen: (request, check) =>
        "stream" in request ? http2Refusal(request, opening.isAuthority) : check(request),
      connected: (connections) => noteConnections(server, connections, opening),
    },
  };
}

/** Notes what a connection of HTTP/1.1 has outside of TLS, or of HTTP/2 in its streams. */
function noteConnections(
  server: SecureServer,
  connections: OpenConnections,
  { refuseBody }: Pick<Opening, "refuseBody">,
): void {
  const { closing } = connections;
  const stalls = new StallWatch(server);
  // HTTP/1.1 over TLS keeps its answers at the socket inside; sessions of HTTP/2 end by themselves.
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") return;
    connections.add(socket);
    stalls.add(socket);
  });
  const sessions = new Set<Http2Session>();
  server.on("session", (session: Http2Session) => {
    if (closing.aborted) return session.close();
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  closing.addEventListener("abort", () => {
    for (const session of sessions) session.close(); // after their streams
  });
  // Before the kernel's own listener, which answers.
  server.prependListener("request", (request, response) => {
    if (!(request instanceof Http2Request && response instanceof Http2Response)) return;
    connections.addShared(response);
    stalls.add(response);
    const like = request as unknown as IncomingMessage; // as it is made to look
    limitTime(request, response, (refusal) => refuseBody(like, refusal));
  });
}

/** Names of headers that a request has once; Node would keep the first of several in HTTP/2. */
const SINGLE: ReadonlySet<string> = new Set(["host", "content-type", "authorization"]);

/** Returns why a request of HTTP/2 is refused (RFC 9113, section 8.3.1). */
function http2Refusal(
  { headers, rawHeaders }: IncomingMessage,
  isAuthority: Opening["isAuthority"],
): Refusal | undefined {
  const refusal = (detail: string): Refusal => ({ code: "malformed-request", detail });
  const { host, ":authority": authority } = headers;
  if (host === undefined)
    return refusal("A request has an authority or a Host header; none was received.");
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && SINGLE.has(name));
  if (new Set(names).size < names.length)
    return refusal(
      "A request has one Host, one Content-Type and one Authorization header at most.",
    );
  if (authority !== undefined && host !== authority)
    return refusal("The Host header and the authority are different.");
  return isAuthority(host)
    ? undefined
    : refusal("The authority must be a single host name and port.");
}
