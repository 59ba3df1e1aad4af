import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  type BrotliOptions,
} from "node:zlib";
import { definePlugin, definePolicy } from "waymark";
import { isStreamed, type Coding, type RouteBase } from "waymark/advanced";
import { z } from "zod";
import { Encoding } from "../../../schemas/documents/negotiation.ts";

const CODINGS = ["gzip", "br", "zstd"] as const;
type CodingName = (typeof CODINGS)[number];

const options = z.strictObject({
  codings: z
    .array(z.enum(CODINGS))
    .default(["gzip"])
    .describe(
      "Content codings on offer. Where a client accepts several equally, the first is used.",
    ),
  minBytes: z
    .int()
    .min(0)
    .default(1024)
    .describe("Bodies smaller than this are not coded, in bytes."),
});

interface Encoder {
  readonly now: (bytes: Uint8Array) => Uint8Array;
  readonly later: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/** Levels at which a body of some kilobytes takes less than a millisecond. */
const GZIP = { level: 6 };
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const brotli = (bytes: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  },
});

const gzipLater = promisify<Uint8Array, typeof GZIP, Buffer>(gzip);
const brotliLater = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const zstdLater = promisify<Uint8Array, typeof ZSTD, Buffer>(zstdCompress);

const ENCODERS: Readonly<Record<CodingName, Encoder>> = {
  gzip: {
    now: (bytes) => withoutSystem(gzipSync(bytes, GZIP)),
    later: async (bytes) => withoutSystem(await gzipLater(bytes, GZIP)),
  },
  br: {
    now: (bytes) => brotliCompressSync(bytes, brotli(bytes)),
    later: (bytes) => brotliLater(bytes, brotli(bytes)),
  },
  zstd: {
    now: (bytes) => zstdCompressSync(bytes, ZSTD),
    later: (bytes) => zstdLater(bytes, ZSTD),
  },
};

/**
 * Byte 9 of gzip names the operating system (RFC 1952, section 2.3.1). 255 means unknown, and keeps the ETag the same on
 * all systems.
 */
function withoutSystem(encoded: Buffer): Buffer {
  encoded[9] = 255;
  return encoded;
}

/** Largest body that is coded at once, in less than a millisecond; another thread codes larger ones. */
const AT_ONCE_BYTES = 64 * 1024;

function toCoding(name: CodingName, minBytes: number): Coding {
  const { now, later } = ENCODERS[name];
  const encode = (bytes: Uint8Array) =>
    bytes.byteLength <= AT_ONCE_BYTES ? now(bytes) : later(bytes);
  return { name, minBytes, encode };
}

/** Kinds of routes without coding: events would wait in the compressor's buffer, the others are too small. */
const UNCODED: ReadonlySet<RouteBase["kind"]> = new Set([
  "stream",
  "redirect",
  "alwaysFails",
  "none",
]);

/** Types whose bytes get smaller; most others are compressed already, as pictures and archives are. */
const COMPRESSIBLE = /^text\/|[/+](?:json|xml)$|^application\/(?:javascript|wasm|x-tar)$/;

/** Checks that coding a body of bytes would gain nothing, or is not possible as it is sent while it is made. */
function isCompressed({ kind, declaration, mediaTypes }: RouteBase): boolean {
  if (kind !== "bytes") return false;
  const isSmall = (type: string) => !COMPRESSIBLE.test(type.split(";", 1)[0] ?? "");
  return isStreamed(declaration) || mediaTypes.some(isSmall);
}

const policy = definePolicy({
  id: "encoding",
  options,
  reads: { "accept-encoding": { description: "Content codings the client can decode." } },
  writes: { "Content-Encoding": "The coding of the content; absent when it is not coded." },
  compile(route, { options: { codings, minBytes } }) {
    if (UNCODED.has(route.kind) || isCompressed(route) || codings.length === 0) return undefined;
    return {
      varies: ["accept-encoding"],
      codings: codings.map((name) => toCoding(name, minBytes)),
      // A 304 describes no content (RFC 9110, section 15.4.5).
      fields: (outcome) => ({
        "Content-Encoding":
          outcome === "ok" || outcome === "error"
            ? {
                ofBody: ({ representation }) =>
                  representation === undefined || representation.coding === "identity"
                    ? undefined
                    : representation.coding,
              }
            : undefined,
      }),
    };
  },
  statement: ({ options: { codings, minBytes } }) => ({
    encodings: ["identity", ...codings],
    default: "identity",
    minBytes,
  }),
  conformance: () => import("./conformance.ts"),
});

export default definePlugin({
  id: "encoding",
  summary: "Compresses bodies for clients that can decode them.",
  section: "policies",
  icon: "M8 1.5v4M6 4l2 2 2-2M8 14.5v-4M6 12l2-2 2 2M2 8h12",
  options,
  policies: [policy],
  schemas: { Encoding },

  routes: {
    showEncoding: {
      method: "GET",
      path: "/api/encoding",
      summary: "Read which content codings are on offer.",
      returns: Encoding,
      document: true,
      publish: { rootLink: "encoding", capability: "encodingDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showEncoding: ({ statements }) => Encoding.parse(statements["encoding"]) },
});
