/** Answers of raw bytes, such as a picture or a PDF. */
import type { OutputOf, Schema } from "../../schema/schema.ts";

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

/** Bytes as they arrive. */
interface RawUpload<T> extends AsyncIterable<Uint8Array> {
  readonly mediaType: T;
  /** Length in bytes, if the client has stated it. */
  readonly length: number | undefined;
}

/** The argument `upload` of a handler. */
export type UploadOf<R> = R extends { readonly upload: infer U }
  ? U extends { readonly parts: infer P }
    ? AsyncIterable<PartOf<P>>
    : U extends { readonly mediaTypes: infer T }
      ? RawUpload<OneOf<T>>
      : undefined
  : undefined;

type OneOf<T> = T extends readonly (infer One)[] ? One : T;

/** A part of a form, by its name. The bytes of a file are read before the next part. */
type PartOf<P> = {
  readonly [K in keyof P & string]: P[K] extends Schema
    ? { readonly name: K; readonly value: OutputOf<P[K]> }
    : P[K] extends { readonly mediaTypes: infer T }
      ? {
          readonly name: K;
          readonly filename: string | undefined;
          readonly mediaType: OneOf<T>;
          readonly bytes: AsyncIterable<Uint8Array>;
        }
      : never;
}[keyof P & string];

/** The result of a handler with `bytes`. */
export type BytesOf<B> = B extends { readonly mediaTypes: infer T }
  ? Both<Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>, T>
  : Both<Uint8Array, B>;
/** Bytes alone, or with a name. */
type Both<Bytes, T> =
  | Bytes
  | Download<Bytes, T extends readonly (infer M extends string)[] ? M : T & string>;
