/** A server that speaks HTTP/2 and HTTP/1.1 over TLS, and takes a renewed certificate while it runs. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2Stream,
  type ServerHttp2Session,
} from "node:http2";
import { createSecureContext, type TLSSocket } from "node:tls";
import type { Server } from "node:http";
import { messageOf } from "waymark";
import type { CertificateStatus, Opening } from "waymark/services";
import { inheritPeer } from "./peer.ts";
import { Http2Request, Http2Response, noteSession } from "./http2-messages.ts";

/** Node's type lacks the method. */
export type SecureServer = Http2SecureServer & Pick<Server, "closeIdleConnections">;

/** Paths of PEM files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds between two reads of the files. Watching would miss links that are replaced, as Kubernetes does. */
const LOOK_MS = 5000;
const HANDSHAKE_MS = 10_000;
/** Milliseconds that a session may be silent between requests; the same as for HTTP/1.1. */
const IDLE_MS = 65_000;
/**
 * Streams that a client may cancel at once, and then each second (CVE-2023-44487): twice as many as it may have open. Node's
 * own limits are 1,000 and 33.
 */
const RESETS = { streamResetBurst: 200, streamResetRate: 20 } as const;
/**
 * Mozilla's intermediate configuration: forward secrecy and AEAD alone. Every client of TLS 1.2 that HTTP/2 allows for has one
 * of these (RFC 9113, section 9.2.2), and ciphers with CBC leak by their timing (Lucky 13).
 */
const CIPHERS = [
  ...["AES_128_GCM_SHA256", "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256"].map(
    (name) => `TLS_${name}`,
  ),
  ...["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"].flatMap((name) =>
    ["ECDSA", "RSA"].map((key) => `ECDHE-${key}-${name}`),
  ),
].join(":");
const PROTOCOL = { minVersion: "TLSv1.2", ciphers: CIPHERS } as const;

export interface Secure {
  readonly server: SecureServer;
  readonly certificate: CertificateStatus;
}

type TlsContext = Pick<Opening, "log" | "http1" | "maxHeaders" | "maxHeaderBytes">;

/**
 * Rejects if the files cannot be used.
 *
 * @param lookMs how often the files are read, in milliseconds.
 */
export async function createTlsServer(
  files: TlsFiles,
  { log, http1, maxHeaders, maxHeaderBytes }: TlsContext,
  lookMs = LOOK_MS,
): Promise<Secure> {
  let current = await readPair(files);
  const certificate = { expires: expiryOf(current), failed: 0, lastFailed: false };
  const { key, cert } = current;
  // The options of HTTP/1.1 are for connections without HTTP/2.
  const options = {
    ...http1,
    key,
    cert,
    ...PROTOCOL,
    allowHTTP1: true,
    handshakeTimeout: HANDSHAKE_MS,
    maxHeaderListPairs: maxHeaders,
    ...RESETS,
    settings: { maxConcurrentStreams: 100, maxHeaderListSize: maxHeaderBytes },
    Http2ServerRequest: Http2Request,
    Http2ServerResponse: Http2Response,
  } as const;
  const server = createSecureServer(options) as SecureServer; // its type says more
  server.removeAllListeners("tlsClientError"); // Node would have them answered as if they spoke HTTP
  server.on("tlsClientError", (_error: Error, socket: TLSSocket) => void socket.destroy());
  server.prependListener("secureConnection", inheritPeer);
  server.on("session", (session: ServerHttp2Session) => {
    noteSession(session);
    endWhenIdle(session);
  });
  let refused: string | undefined;
  const look = async () => {
    const next = await readPair(files).catch((error: unknown) => ({ error: messageOf(error) }));
    if ("error" in next) {
      // Files that are being replaced do not fit for a moment.
      if (refused !== next.error) {
        refused = next.error;
        return;
      }
      if (certificate.lastFailed) return;
      certificate.lastFailed = true;
      certificate.failed++;
      log.error("the renewed certificate cannot be used; the server keeps the previous one", {
        reason: next.error,
        cert: files.cert,
        expires: new Date(certificate.expires).toISOString(),
      });
      return;
    }
    refused = undefined;
    certificate.lastFailed = false;
    if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
    current = next;
    server.setSecureContext({ ...next, ...PROTOCOL });
    certificate.expires = expiryOf(next);
    log.info("the certificate was renewed", {
      expires: new Date(certificate.expires).toISOString(),
    });
  };
  const looking = setInterval(() => void look(), lookMs).unref();
  server.once("close", () => clearInterval(looking));
  return { server, certificate };
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Rejects unless the key is the certificate's. */
async function readPair(files: TlsFiles): Promise<Pair> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  createSecureContext({ cert, key, ...PROTOCOL });
  return { cert, key };
}

function expiryOf({ cert }: Pair): number {
  return Date.parse(new X509Certificate(cert).validTo);
}

/** Ends sessions without a request, as Node does with connections of HTTP/1.1. */
function endWhenIdle(session: ServerHttp2Session): void {
  let streams = 0;
  session.on("stream", (stream: Http2Stream) => {
    streams++;
    stream.once("close", () => streams--);
  });
  session.setTimeout(IDLE_MS, () => {
    if (streams === 0) session.close();
  });
}
