/** The kernel's entries of the error catalog; plugins add theirs under `errors`. */
import type { ErrorEntry } from "./declarations.js";
import type { Route } from "./route.js";
declare const KERNEL_ERRORS: {
    readonly "bad-request": {
        readonly status: 400;
        readonly message: "The request has a part that does not fit: a query parameter, path or header.";
        readonly cause: "A query parameter, a header or the path has a value that the operation cannot read or does not accept.";
        readonly remedy: "Correct each place that `errors` names, then send the request again.";
    };
    readonly "malformed-request": {
        readonly status: 400;
        readonly message: "The request is not well-formed HTTP.";
        readonly cause: "The bytes received are not one HTTP message: the request line is wrong, `Host` is missing, or the length of the body is unclear.";
        readonly remedy: "Send the request with a well-tested HTTP client, and look for a proxy that changes it on the way.";
    };
    readonly "not-found": {
        readonly status: 404;
        readonly message: "Nothing is served at this path.";
        readonly cause: "The path is mistyped, or belongs to a feature that is off.";
        readonly remedy: "Take the path from a link in another answer instead of composing it.";
    };
    readonly "resource-not-found": {
        readonly status: 404;
        readonly message: "There is no resource with this identifier.";
        readonly cause: "The path is right, but nothing has the identifier in it: it never existed, was removed, or is not for this caller.";
        readonly remedy: "List the collection to see which identifiers there are.";
    };
    readonly "method-not-allowed": {
        readonly status: 405;
        readonly message: "This resource does not support the method.";
        readonly cause: "The path exists, and none of its operations has this method.";
        readonly remedy: "Use one of the methods in `Allow`.";
    };
    readonly "not-acceptable": {
        readonly status: 406;
        readonly message: "The Accept header excludes every media type on offer.";
        readonly cause: "`Accept` names only media types that the operation cannot return, or `Accept-Encoding` rules out every coding.";
        readonly remedy: "Leave the header out, or name one of the media types of the operation.";
    };
    readonly "request-timeout": {
        readonly status: 408;
        readonly message: "The request was not received in time.";
        readonly cause: "The header or the body arrived too slowly.";
        readonly remedy: "Send the request again; over a slow connection, send less at a time.";
    };
    readonly "precondition-failed": {
        readonly status: 412;
        readonly message: "A condition in the request headers does not hold.";
        readonly cause: "The resource has changed since the client read it, so that `If-Match` or another condition does not hold.";
        readonly remedy: "Read the resource, repeat the change on its present state, and send the new `ETag` in `If-Match`.";
    };
    readonly "payload-too-large": {
        readonly status: 413;
        readonly message: "The request body is larger than this service accepts.";
        readonly cause: "The body has more bytes than the operation takes.";
        readonly remedy: "Send less in each request.";
    };
    readonly "uri-too-long": {
        readonly status: 414;
        readonly message: "The request target is longer than this service accepts.";
        readonly cause: "Path and query together have more bytes than the service takes.";
        readonly remedy: "Use fewer parameters or shorter values, or split the request.";
    };
    readonly "unsupported-media-type": {
        readonly status: 415;
        readonly message: "The request body has a media type or coding that is not supported.";
        readonly cause: "`Content-Type` is missing or names a form that the operation cannot read, or the body has a content coding.";
        readonly remedy: "Set `Content-Type` to one of the media types of the operation, and send the body without a coding.";
    };
    readonly "expectation-failed": {
        readonly status: 417;
        readonly message: "The Expect header asks for something this service cannot do.";
        readonly cause: "`Expect` has a value other than `100-continue`.";
        readonly remedy: "Leave `Expect` out.";
    };
    readonly "unprocessable-content": {
        readonly status: 422;
        readonly message: "The request body is well-formed but does not fit its schema.";
        readonly cause: "The body could be read, but some of its values break a rule.";
        readonly remedy: "Correct each place that a `pointer` in `errors` names, then send the request again.";
    };
    readonly "header-fields-too-large": {
        readonly status: 431;
        readonly message: "The request header fields are larger than this service accepts.";
        readonly cause: "The header fields together have more bytes than the service takes, usually because of cookies.";
        readonly remedy: "Send fewer or shorter header fields.";
    };
    readonly "internal-error": {
        readonly status: 500;
        readonly message: "The service failed to answer; the failure was logged under the request id.";
        readonly cause: "The service failed in an unforeseen way. The request may be in order.";
        readonly remedy: "Send the request again later, a write only if it can be repeated safely. If the error stays, send the request id to the operator.";
    };
    readonly "not-implemented": {
        readonly status: 501;
        readonly message: "This service does not implement the method.";
        readonly cause: "The service has no operation with this method, at any path.";
        readonly remedy: "Use the method of one of the operations.";
    };
    readonly "service-unavailable": {
        readonly status: 503;
        readonly message: "The service cannot answer at the moment.";
        readonly cause: "The service is starting, stopping or busy, or a part that it needs does not respond.";
        readonly remedy: "Wait as many seconds as `Retry-After` says, then try again, with a longer pause each time.";
    };
};
/** Entries that are in the catalog where a route declares them, as a service that only reads needs none. */
declare const WRITE_ERRORS: {
    readonly "resource-exists": {
        readonly status: 409;
        readonly message: "There is a resource already with a value that may be there only once.";
        readonly cause: "A resource with this identifier, or with the same value of a unique field, is already there.";
        readonly remedy: "Choose another value, or change the resource that is there.";
    };
    readonly "patch-conflict": {
        readonly status: 409;
        readonly message: "The patch does not apply to the resource as it is now.";
        readonly cause: "The patch tests or changes something that the resource does not have now.";
        readonly remedy: "Read the resource, and make a new patch from its present state.";
    };
    readonly "precondition-required": {
        readonly status: 428;
        readonly message: "The request must say which state of the resource it changes.";
        readonly cause: "Without the state that it is based on, the write could undo the change of another client.";
        readonly remedy: "Read the resource, and send its `ETag` in `If-Match`.";
    };
};
/** Their codes. */
export declare const WRITE_ERROR_CODES: readonly string[];
export type KernelErrorCode = keyof typeof KERNEL_ERRORS | keyof typeof WRITE_ERRORS;
/**
 * Codes that a policy may refuse with. A plugin whose policy refuses with an entry of its `errors` adds it here:
 * `declare module "waymark" { interface ErrorCodes { "too-deep": true } }`.
 */
export interface ErrorCodes extends Record<KernelErrorCode, true> {
}
/** A code that a policy may refuse with: one of the kernel, or of a plugin that added its own. */
export type ErrorCode = keyof ErrorCodes;
export declare const kernelErrors: Readonly<Record<KernelErrorCode, ErrorEntry>>;
/** Returns the kernel's entries of the catalog of these routes. */
export declare function catalogOf(routes: Iterable<Pick<Route, "errors" | "preconditions">>): readonly (readonly [code: string, entry: ErrorEntry])[];
export {};
