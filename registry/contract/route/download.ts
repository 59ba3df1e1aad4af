/** The results of handlers of bytes: whole, streamed, or kept somewhere. */

/** A part of some bytes: the offsets of its first and of its last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Bytes that are kept somewhere, the result of a handler with `ranges`. */
export interface StoredBytes<MediaType extends string = string> extends Pick<
  Download<never, MediaType>,
  "mediaType" | "filename" | "disposition"
> {
  /** Length of all bytes. */
  readonly length: number;
  /** Strong entity tag, quoted: another one for other bytes. */
  readonly etag: string;
  /** Reads all bytes, or a part. Not called where an answer has none, such as 304. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** Bytes with the name under which browsers save them. */
export interface Download<Bytes = unknown, MediaType extends string = string> {
  readonly bytes: Bytes;
  /** Media type among the route's declared ones. Default: the client's preferred media type. */
  readonly mediaType?: MediaType;
  /** Becomes Content-Disposition. */
  readonly filename?: string;
  /** `"inline"` lets browsers show the bytes. Default: `"attachment"` if there is a `filename`. */
  readonly disposition?: "attachment" | "inline";
  /** Length of a stream in bytes, if known: becomes Content-Length. */
  readonly length?: number;
}

/** The result of a handler with `bytes`. */
export type BytesOf<B> = B extends { readonly mediaTypes: infer T; readonly ranges: true }
  ? StoredBytes<OneOf<T>>
  : B extends { readonly mediaTypes: infer T }
    ? Both<Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>, T>
    : Both<Uint8Array, B>;
/** Bytes alone, or with a name. */
type Both<Bytes, T> = Bytes | Download<Bytes, OneOf<T>>;
type OneOf<T> = T extends readonly (infer M extends string)[] ? M : T & string;
