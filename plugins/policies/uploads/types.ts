/** The types of the route key `upload`: what an author writes, and what a handler receives. */
import type { Schema } from "waymark";

declare module "waymark" {
  interface RoutePolicies {
    /**
     * A request body of bytes or of a form, in place of `body`, which the handler reads from `call.upload` while it arrives.
     * No transaction can wait for a client: such routes have `transaction: false`, and their handlers begin one themselves
     * once they have what they need.
     */
    readonly upload?: UploadDeclaration;
  }
}
declare module "waymark/advanced" {
  interface HandlerInputs<R> {
    /** The request body as it arrives; undefined if the route declares no `upload`. */
    readonly upload: UploadOf<R>;
  }
}

/** A file among the parts of a form. */
export interface FilePart {
  readonly mediaTypes: string | readonly string[];
  /** Largest file, in bytes. Default: the form's own limit. */
  readonly maxBytes?: number;
  /** The form may lack it. Default: a form without it is 422. */
  readonly optional?: true;
}

/** Part of a form: a text with its shape, or a file. */
export type Part = Schema | FilePart;
export type Parts = Readonly<Record<string, Part>>;

/** A request body that the handler reads while it arrives: bytes of these types, or the parts of a form. */
export type UploadDeclaration = {
  /** Largest request body, in bytes: 413 above. It is not kept in memory, so that the limit of other bodies does not count. */
  readonly maxBytes: number;
} & (
  | { readonly mediaTypes: string | readonly string[]; readonly parts?: never }
  | { readonly parts: Parts; readonly mediaTypes?: never }
);

/** Bytes as they arrive. */
interface RawUpload<T> extends AsyncIterable<Uint8Array> {
  readonly mediaType: T;
  /** Length in bytes, if the client has stated it. */
  readonly length: number | undefined;
}

/** The argument `upload` of a handler. */
type UploadOf<R> = R extends { readonly upload: infer U }
  ? U extends { readonly parts: infer P }
    ? AsyncIterable<PartOf<P>>
    : U extends { readonly mediaTypes: infer T }
      ? RawUpload<OneOf<T>>
      : undefined
  : undefined;

type OneOf<T> = T extends readonly (infer One)[] ? One : T;

/** A part of a form, by its name. The bytes of a file are read before the next part. */
type PartOf<P> = {
  readonly [K in keyof P & string]: P[K] extends Schema<unknown, infer Value>
    ? { readonly name: K; readonly value: Value }
    : P[K] extends { readonly mediaTypes: infer T }
      ? {
          readonly name: K;
          readonly filename: string | undefined;
          readonly mediaType: OneOf<T>;
          readonly bytes: AsyncIterable<Uint8Array>;
        }
      : never;
}[keyof P & string];
