import type { Answer, Question } from "../../registry/contract/conformance.js";
/** A request as sent. The client's address and the retry behaviour are set by the callers. */
type Ask = Omit<Question, "client" | "noRetry" | "anonymous">;
export interface Client {
    ask(target: string, ask?: Ask): Promise<Answer>;
    close(): void;
}
/** The server did not answer: it is not there, or it closed the connection. */
export declare class NoResponseError extends Error {
    readonly name = "NoResponseError";
}
/** A client of one origin: scheme and authority, without a trailing slash. */
export declare function createClient(origin: string): Client;
export {};
