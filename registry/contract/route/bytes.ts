/** Answers of raw bytes, such as a picture or a PDF. */

/** Bytes of one media type, or of several among which Accept or the handler chooses. */
export type BytesDeclaration =
  | string
  | readonly string[]
  | {
      readonly mediaTypes: string | readonly string[];
      /** Sends bytes as they are made, and so with neither an ETag nor a coding. */
      readonly streamed: true;
      /** Serves stored bytes, with an ETag and a length: clients may ask for a part of them (RFC 9110, section 14). */
      readonly ranges?: true;
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

/** Checks that clients may ask for a part of the bytes. */
export function hasRanges({ bytes }: { readonly bytes?: BytesDeclaration | undefined }): boolean {
  return typeof bytes === "object" && "ranges" in bytes && bytes.ranges === true;
}

/** Request headers that ask for a part (RFC 9110, sections 13.1.5 and 14.2), by lower-case name. */
export const RANGE_HEADERS: Readonly<Record<string, string>> = {
  range: "The part to send, such as `bytes=0-1023`; several parts at once are answered with all.",
  "if-range": "The part is sent only while the content has this entity tag; else all is sent.",
};
