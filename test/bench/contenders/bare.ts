/**
 * The limit: node:http alone, with everything that was found to make it faster. Answers stand ready, headers are one flat
 * array per answer with places for what differs, and small bodies go out as one string together with the head.
 *
 * LIMITED=on refuses every request. SPARSE=cached keeps the answers to sparse queries by URL; by default each is projected, serialised and hashed again.
 */
import { hash } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { announce } from "./announce.ts";
import { errorOf, header, healthOf, lister, readJob, type Answer } from "./job.ts";
import { idIn, slotsOf, type Slots } from "./slots.ts";

/** Largest body for which one string with the head costs less than a second buffer in the same system call. */
const SMALL_BYTES = 8192;

interface Ready {
  readonly etag: string;
  readonly found: Slots;
  readonly notModified: Slots;
  /** Bytes, or the same bytes as a latin1 string. */
  readonly body: Buffer | string;
}

function ready(answer: Answer, bytes: Buffer, encoding?: string): Ready {
  const etag =
    encoding === undefined ? header(answer, "etag") : `"${hash("sha1", bytes, "base64url")}"`;
  const encoded = encoding === undefined ? {} : { "content-encoding": encoding };
  return {
    etag,
    found: slotsOf(answer, { etag, ...encoded, "content-length": String(bytes.length) }),
    notModified: slotsOf(answer, { etag, "content-type": undefined, "content-length": undefined }),
    body: bytes.length > SMALL_BYTES ? bytes : bytes.toString("latin1"),
  };
}

/** An answer that is made for each request, with the places of its headers. */
interface Made {
  readonly slots: Slots;
  readonly lengthAt: number;
  readonly etagAt: number;
}

function made(answer: Answer): Made {
  const slots = slotsOf(answer);
  const at = (name: string) => slots.headers.indexOf(name) + 1;
  return { slots, lengthAt: at("content-length"), etagAt: at("etag") };
}

const job = readJob();
const variants = (answer: Answer) => {
  const bytes = Buffer.from(answer.body);
  return { identity: ready(answer, bytes), gzip: ready(answer, gzipSync(bytes), "gzip") };
};
const prepared = new Map([
  ["/api/offices", variants(job.list)],
  ["/api/openapi", variants(job.openapi)],
  ["/api/version", variants(job.version)],
]);
const isLimited = process.env["LIMITED"] === "on";
const refused = isLimited ? job.tooMany : job.missing;
const [sparse, health, refusal] = [made(job.sparse), made(job.health), made(refused)];
const [listBody, healthBody, refusalBody] = [lister(job), healthOf(job), errorOf(refused)];
const cached = process.env["SPARSE"] === "cached" ? new Map<string, Ready>() : undefined;

function sendReady(one: Ready, request: IncomingMessage, response: ServerResponse, now: number) {
  if (request.headers["if-none-match"] === one.etag)
    response.writeHead(304, one.notModified.fill(request, now)).end();
  else response.writeHead(200, one.found.fill(request, now)).end(one.body, "latin1");
}

function sendMade(
  { slots, lengthAt, etagAt }: Made,
  status: number,
  content: (headers: readonly string[]) => unknown,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
) {
  const headers = slots.fill(request, now);
  const body = JSON.stringify(content(headers));
  headers[lengthAt] = String(Buffer.byteLength(body));
  if (etagAt > 0) {
    const etag = `"${hash("sha1", body, "base64url")}"`;
    headers[etagAt] = etag;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, headers.toSpliced(lengthAt - 1, 2)).end();
      return;
    }
  }
  response.writeHead(status, headers).end(body);
}

// Typed since Node 24.12; older type declarations do not know it.
const options = { optimizeEmptyRequests: true } as ServerOptions;
const server = createServer(options, (request, response) => {
  const now = performance.now();
  const url = request.url ?? "";
  const known = isLimited ? undefined : prepared.get(url);
  if (known !== undefined) {
    const encodings = request.headers["accept-encoding"];
    const zipped = encodings !== undefined && encodings.includes("gzip");
    sendReady(zipped ? known.gzip : known.identity, request, response, now);
  } else if (url === "/api/health") {
    sendMade(health, 200, healthBody, request, response, now);
  } else if (url.startsWith("/api/offices?fields=")) {
    const content = () => listBody(url.slice(url.indexOf("=") + 1));
    if (cached === undefined) return sendMade(sparse, 200, content, request, response, now);
    const kept = cached.get(url) ?? ready(job.sparse, Buffer.from(JSON.stringify(content())));
    cached.set(url, kept);
    sendReady(kept, request, response, now);
  } else {
    const content = (headers: readonly string[]) => refusalBody(idIn(headers));
    sendMade(refusal, refused.status, content, request, response, now);
  }
});
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
