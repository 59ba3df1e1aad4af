/** Answers of raw bytes: whole ones, with ETag and codings, and streams that are sent while they are made. */
import { Readable } from "node:stream";
import { hasRanges, isStreamed } from "../../../registry/contract/route/bytes.ts";
import type {
  ByteRange,
  Download,
  StoredBytes,
} from "../../../registry/contract/route/download.ts";
import type { Call } from "../../../registry/contract/call/call.ts";
import { show, traceOf } from "../../../registry/schema/words.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { andThen } from "./in-turn.ts";
import { contentTypeOf, variantsOf } from "./body.ts";
import type { ProduceContext, Render, StoredPart } from "./produced.ts";
import { ByteSource, isStream } from "./stream.ts";

/** Creates the function that finishes the result of a handler of bytes. */
export function createBytesRenderer(route: SealedRoute, context: ProduceContext): Render {
  if (hasRanges(route.declaration)) return createStoredRenderer(route, context);
  const toVariants = variantsOf(route);
  const streamed = isStreamed(route.declaration);
  const open = streamOpener(route, context);
  return (value, mediaType, _call, head, facts) => {
    const download = toDownload(value);
    const { bytes, length } = download;
    const contentType = contentTypeOf(typeOf(route, download, mediaType));
    return andThen(dispositionOf(download), (disposition) => {
      const headers = { ...facts.headers, ...disposition };
      const produced = { head, facts: disposition === undefined ? facts : { ...facts, headers } };
      if (!(bytes instanceof Uint8Array) && !(streamed && isStream(bytes)))
        throw new TypeError(
          `${route.ref} returned ${show(bytes)}; it declares ${streamed ? "a stream of" : "whole"} bytes`,
        );
      const isWhole = bytes instanceof Uint8Array;
      if (isWhole && length !== undefined && length !== bytes.byteLength)
        throw new TypeError(
          `${route.ref} returned ${bytes.byteLength} bytes, and length ${length}`,
        );
      if (isWhole && !streamed) return { ...produced, variants: toVariants(bytes, contentType) };
      const size = isWhole ? bytes.byteLength : length;
      const once = async function* () {
        yield bytes;
      };
      const body = open(isWhole ? once() : bytes, size);
      return {
        ...produced,
        variants: undefined,
        stream: { body, headers: headersOf(contentType, size) },
      };
    });
  };
}

/** Creates the function that finishes bytes of which clients may ask for a part. */
function createStoredRenderer(route: SealedRoute, context: ProduceContext): Render {
  const open = streamOpener(route, context);
  return (value, mediaType, _call, head, facts) => {
    if (!isStored(value))
      throw new TypeError(
        `${route.ref} returned ${show(value)}; with ranges it returns { etag, length, read }`,
      );
    const { etag, length } = value;
    const contentType = contentTypeOf(typeOf(route, value, mediaType));
    return andThen(dispositionOf(value), (disposition) => {
      const headers = { ...facts.headers, ...disposition, "Accept-Ranges": "bytes" };
      const whole = { ...facts, etag, headers };
      const partial = (range: string) => ({
        ...whole,
        headers: { ...headers, "Content-Range": `bytes ${range}/${length}` },
      });
      const stream = (size: number, range?: ByteRange) => ({
        body: open(value.read(range), size),
        headers: headersOf(contentType, size),
      });
      const stored = (call: Call): StoredPart => {
        const range = selectRange(call, length, etag);
        if (range === undefined)
          return { status: head.status, facts: whole, stream: stream(length) };
        if (range === "unsatisfiable") {
          const detail = `The content has ${length} bytes. Ask for a part of it.`;
          return { refusal: { code: "range-not-satisfiable", detail }, facts: partial("*") };
        }
        const { first, last } = range;
        return {
          status: 206,
          facts: partial(`${first}-${last}`),
          stream: stream(last - first + 1, range),
        };
      };
      return { head, variants: undefined, facts: whole, stored };
    });
  };
}

/**
 * Returns the part to send (RFC 9110, section 14); undefined for all. A field that cannot be read is ignored, as are several parts at once, units
 * other than bytes, methods other than GET, and every range once If-Range names another entity tag.
 */
function selectRange(
  call: Call,
  length: number,
  etag: string | undefined,
): ByteRange | "unsatisfiable" | undefined {
  const field = call.method === "GET" ? call.header("range") : undefined;
  if (field === undefined) return undefined;
  const condition = call.header("if-range");
  if (condition !== undefined && condition !== etag) return undefined;
  const [, from = "", to = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(field) ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const count = Math.min(Number(to), length);
    return count === 0 ? "unsatisfiable" : { first: length - count, last: length - 1 };
  }
  const first = Number(from);
  const last = to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== "" && Number(to) < first) return undefined; // not a range
  return first >= length ? "unsatisfiable" : { first, last };
}

function isStored(value: unknown): value is StoredBytes {
  const { etag, length, read } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof etag === "string" && typeof length === "number" && typeof read === "function";
}

/** Returns the media type of the answer. Throws if the route does not declare it. */
function typeOf(route: SealedRoute, download: Pick<Download, "mediaType">, chosen: number): string {
  const { mediaType = route.mediaTypes[chosen] ?? "" } = download;
  if (route.mediaTypes.includes(mediaType)) return mediaType;
  throw new TypeError(
    `${route.ref} returned bytes of ${show(mediaType)}, which it does not declare`,
  );
}

function toDownload(value: unknown): Download {
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || value instanceof Uint8Array || isStream(value)) return { bytes: value };
  return "bytes" in value ? (value as Download) : { bytes: value }; // checked where its members are used
}

/** Loads the library on first use, because most servers have no downloads with names (RFC 6266, RFC 8187). */
function dispositionOf({ filename, disposition }: Pick<Download, "filename" | "disposition">) {
  if (filename === undefined && disposition === undefined) return undefined;
  return import("content-disposition").then(({ create }) => ({
    "Content-Disposition": create(filename, { type: disposition ?? "attachment" }),
  }));
}

/** Reads bytes as fast as they are sent. A stream that fails is logged; the client sees its connection close. */
function streamOpener({ ref, plugin }: SealedRoute, { log, track }: ProduceContext) {
  return (source: AsyncIterable<unknown>, length: number | undefined) => {
    const iterator = source[Symbol.asyncIterator]();
    const { promise, resolve } = Promise.withResolvers<void>();
    track(promise);
    const chunks = countedChunks(iterator, length);
    const next = async () => (await chunks.next()).value ?? undefined;
    return new ByteSource(next, {
      end: resolve,
      fail(error) {
        log.error("a stream failed", { route: ref, plugin, error: traceOf(error) });
        close(source, iterator);
      },
      cancel: () => close(source, iterator),
    });
  };
}

/** Counts bytes: a body longer or shorter than its Content-Length would be read as another message, or waited for. */
async function* countedChunks(
  iterator: AsyncIterator<unknown>,
  length: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  let sent = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    if (!(value instanceof Uint8Array))
      throw new TypeError(`a stream of bytes contains ${show(value)}`);
    sent += value.byteLength;
    if (length !== undefined && sent > length) break;
    if (value.byteLength > 0) yield value;
  }
  if (length !== undefined && sent !== length)
    throw new Error(`a stream has ${sent} bytes, and its declared length is ${length}`);
}

/** Closes a source. The iterator of a stream of Node does not close the stream before the first read. */
function close(source: AsyncIterable<unknown>, iterator: AsyncIterator<unknown>): void {
  if (source instanceof Readable) source.destroy();
  else void Promise.resolve(iterator.return?.()).catch(() => {}); // its work is over in any case
}

function headersOf(contentType: string, length: number | undefined): readonly string[] {
  const headers = ["Content-Type", contentType];
  return length === undefined ? headers : [...headers, "Content-Length", String(length)];
}
