/** Types of bytes in both directions, inferred from a route's declaration. */
import type { Download } from "./bytes.ts";
import type { OutputOf, Schema } from "../schema/schema.ts";

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
