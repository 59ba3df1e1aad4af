import type { Answer, Case, CheckContext, NodeCase, Violation } from "../../registry/contract/conformance.js";
/** A case that runs; a skipped one is written `{ name, skipped }`. */
export declare function testCase(name: string, run: () => Promise<readonly Violation[]>): Case;
/** A case between nodes. `law` holds when it passes. */
export declare function testLaw(name: string, law: string, run: () => Promise<readonly Violation[]>): NodeCase;
/** No violations. */
export declare const OK: readonly Violation[];
/** The condition is true; otherwise the two texts say what was expected and what was received. */
export declare function expectThat(condition: boolean, expected: string, received: string): readonly Violation[];
/** One of the statuses. */
export declare function statusIs(answer: Answer, ...expected: readonly number[]): readonly Violation[];
/** The header has exactly this value; `undefined` means that it is absent. */
export declare function headerIs(answer: Answer, name: string, expected: string | undefined): readonly Violation[];
/** The header is there, and its value has the form. */
export declare function headerFits(answer: Answer, name: string, form: RegExp): readonly Violation[];
export declare function contentTypeIs(answer: Answer, mediaType?: string): readonly Violation[];
/** The answer has the status and, in JSON forms, the code of a catalog entry. */
export declare function refuses(answer: Answer, { registry }: Pick<CheckContext, "registry">, code: string): readonly Violation[];
/** Compares values as JSON; `what` names them. */
export declare function same(what: string, received: unknown, expected: unknown): readonly Violation[];
/** Compares lists as sets; `what` names the expected one. */
export declare function sameNames(what: string, received: Iterable<string>, expected: Iterable<string>): readonly Violation[];
/** The request in short: `GET /api/offices with if-none-match: *`. */
export declare function describe({ method, target, caseHeaders }: Answer): string;
