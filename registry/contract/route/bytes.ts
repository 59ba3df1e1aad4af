/** Answers of raw bytes, such as a picture or a PDF. */

/** Bytes of one media type, or of several among which Accept or the handler chooses. */
export type BytesDeclaration =
  | string
  | readonly string[]
  | {
      readonly mediaTypes: string | readonly string[];
      /** They are sent as they are made, and so have neither an ETag nor a coding. */
      readonly streamed: true;
    };

/** The part of a route that says so. */
interface Answer {
  readonly bytes?: BytesDeclaration;
  readonly stream?: object;
}

/** Returns the media types of a route of bytes, the default first. */
export function bytesTypesOf({ bytes = [] }: Answer): readonly string[] {
  const types = typeof bytes === "object" && "mediaTypes" in bytes ? bytes.mediaTypes : bytes;
  return typeof types === "string" ? [types] : types;
}

/** Checks that the body is sent while it is made, so its properties are not known before: events and streamed bytes. */
export function isStreamed({ stream, bytes }: Answer): boolean {
  return stream !== undefined || (typeof bytes === "object" && "streamed" in bytes);
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
export type BytesOf<B> = B extends { readonly mediaTypes: infer T }
  ? Both<Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>, T>
  : Both<Uint8Array, B>;
/** Bytes alone, or with a name. */
type Both<Bytes, T> =
  | Bytes
  | Download<Bytes, T extends readonly (infer M extends string)[] ? M : T & string>;
