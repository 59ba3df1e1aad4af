/** Reads answers: bodies as JSON, and links. */
import type { Answer } from "../../registry/contract/conformance.js";
import type { SealedRoute } from "../../registry/contract/sealed-route.js";
/** The part of an answer that is enough to read its body and links. */
export type ReadableAnswer = Pick<Answer, "status" | "headers" | "body">;
/** Whether the body is JSON of any media type, and not coded. */
export declare function isJson({ headers }: ReadableAnswer): boolean;
/** The body as JSON, or undefined when it is not JSON. */
export declare function readJson({ body }: Pick<Answer, "body">): unknown;
/** The body as a JSON object; empty when it is not one. */
export declare function readObject(answer: Pick<Answer, "body">): Readonly<Record<string, unknown>>;
/**
 * The members of an error in any of its JSON forms: `code`, `status`, … Empty when the body is not a JSON object. A form
 * that lists errors has them under `extensions` of the first.
 */
export declare function readError(answer: Answer): Readonly<Record<string, unknown>>;
/** The code of an error's body in any form; undefined when there is none, as in answers to HEAD. */
export declare function errorCode({ status, body }: Answer): string | undefined;
/** The items of a list's answer. */
export declare function readItems(answer: Pick<Answer, "body">, { declaration }: SealedRoute): readonly unknown[];
/** The value when it is an object and not an array; otherwise an empty one. */
export declare function asObject(value: unknown): Readonly<Record<string, unknown>>;
/** A link with its relation. */
export interface Link {
    readonly rel: string;
    readonly href: string;
}
/** The links of an answer: in the Link header (RFC 8288), and in `_links` at any depth of the body. */
export declare function readLinks(answer: ReadableAnswer): {
    readonly header: readonly Link[];
    readonly body: readonly Link[];
};
