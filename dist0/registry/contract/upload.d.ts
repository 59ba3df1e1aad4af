/** Request bodies that a handler reads while they arrive. */
import type { Schema } from "../schema/schema.js";
import { type Converted } from "../schema/convert.js";
/** A file among the parts of a form. */
export interface FilePart {
    readonly mediaTypes: string | readonly string[];
    /** Largest file, in bytes. Default: the form's own limit. */
    readonly maxBytes?: number;
    /** Whether the form may lack it. Default: a form without it is 422. */
    readonly optional?: true;
}
/** One of the parts of a form: a text with its shape, or a file. */
export type Part = Schema | FilePart;
/** A request body that the handler reads while it arrives: bytes of these types, or the parts of a form. */
export type UploadDeclaration = {
    /** Largest request body, in bytes: 413 above. It is not kept in memory, so that the limit of other bodies does not count. */
    readonly maxBytes: number;
} & ({
    readonly mediaTypes: string | readonly string[];
    readonly parts?: never;
} | {
    readonly parts: Readonly<Record<string, Part>>;
    readonly mediaTypes?: never;
});
/** The media type of forms (RFC 7578). */
export declare const FORM_TYPE = "multipart/form-data";
/** Whether a part is a file; else it is a text. */
export declare function isFile(part: Part): part is FilePart;
/** Returns one type or several as a list. */
export declare function typesOf({ mediaTypes }: Pick<FilePart, "mediaTypes">): readonly string[];
/** Returns what documents say of an uploaded body: bytes, or a form of texts and bytes. */
export declare function uploadSchema({ parts }: UploadDeclaration): Converted;
/** Returns the names of parts without which a form is refused: a text is optional where its shape accepts undefined. */
export declare function requiredParts(parts: Readonly<Record<string, Part>>): readonly string[];
