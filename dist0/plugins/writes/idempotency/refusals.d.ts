/** Why a request is refused for its key. */
import type { Refusal } from "waymark";
declare module "waymark" {
    interface ErrorCodes {
        readonly "idempotency-key-malformed": true;
        readonly "idempotency-key-missing": true;
        readonly "idempotency-key-reused": true;
        readonly "idempotency-in-progress": true;
        readonly "idempotency-keys-exhausted": true;
    }
}
export declare const HEADER = "Idempotency-Key";
export declare const ERRORS: {
    readonly "idempotency-key-malformed": {
        readonly status: 400;
        readonly message: "The Idempotency-Key is not one string of 1 to 255 characters.";
        readonly cause: "The header is sent more than once, has no quotes, or holds a string that is empty or too long.";
        readonly remedy: "Send the header once, with a UUID in quotes.";
    };
    readonly "idempotency-key-missing": {
        readonly status: 400;
        readonly message: "The request needs an Idempotency-Key, so that it can be repeated safely.";
        readonly cause: "Without a key, the service cannot see whether the write is new or repeated.";
        readonly remedy: "Send a new UUID in quotes with each write, and the same one whenever that write is repeated.";
    };
    readonly "idempotency-key-reused": {
        readonly status: 422;
        readonly message: "The Idempotency-Key was sent before, with another request.";
        readonly cause: "The path, the query, the headers or the body differ from those of the first request with this key.";
        readonly remedy: "Send a new key with each new request. Nothing was changed.";
    };
    readonly "idempotency-in-progress": {
        readonly status: 409;
        readonly message: "The first request with this Idempotency-Key is still being answered.";
        readonly cause: "The client repeats a write before its first answer has been sent.";
        readonly remedy: "Wait as many seconds as `Retry-After` says, then repeat the request with the same key.";
    };
    readonly "idempotency-keys-exhausted": {
        readonly status: 429;
        readonly message: "The client has as many idempotency keys as are remembered for it.";
        readonly cause: "The client has sent more new keys than the service remembers for one client.";
        readonly remedy: "Wait as many seconds as `Retry-After` says, and send fewer writes at a time. Nothing was changed.";
    };
};
/** Statuses of refusals that say nothing about the write itself. Those from 500 on are not kept either. */
export declare const NOT_KEPT: readonly number[];
export declare const MALFORMED: Refusal;
export declare const MISSING: Refusal;
export declare const REUSED: Refusal;
export declare const IN_PROGRESS: Refusal;
export declare const EXHAUSTED: Refusal;
