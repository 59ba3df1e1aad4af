/** Answers of raw bytes, such as a picture or a PDF. */
/** Bytes of one media type, or of several among which Accept or the handler chooses. */
export type BytesDeclaration = string | readonly string[] | {
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
export declare function bytesTypesOf({ bytes }: Answer): readonly string[];
/** Whether the body is sent while it is made, so that nothing about it is known before: events, and streamed bytes. */
export declare function isStreamed({ stream, bytes }: Answer): boolean;
/** Bytes with the name under which browsers save them. */
export interface Download<Bytes = unknown, MediaType extends string = string> {
    readonly bytes: Bytes;
    /** One of those that the route declares. Default: the one that the client prefers. */
    readonly mediaType?: MediaType;
    /** Becomes Content-Disposition. */
    readonly filename?: string;
    /** `"inline"` lets browsers show the bytes. Default: `"attachment"` where there is a `filename`. */
    readonly disposition?: "attachment" | "inline";
    /** Of a stream, in bytes, where it is known: becomes Content-Length. */
    readonly length?: number;
}
export {};
