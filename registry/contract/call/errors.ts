/** The kernel's entries of the error catalog; plugins add theirs under `errors`. */
import type { ErrorEntry } from "../plugin/declarations.ts";
import { hasRanges } from "../route/bytes.ts";
import type { Route } from "../route/route.ts";

const KERNEL_ERRORS = {
  "bad-request": {
    status: 400,
    message: "The request has a part that does not fit: a query parameter, path or header.",
    cause:
      "A query parameter, a header or the path has a value that the operation cannot read or does not accept.",
    remedy: "Correct each place that `errors` names, then send the request again.",
  },
  "malformed-request": {
    status: 400,
    message: "The request is not well-formed HTTP.",
    cause:
      "The bytes received are not one HTTP message: the request line is wrong, `Host` is missing, or the length of the body is unclear.",
    remedy:
      "Send the request with a well-tested HTTP client, and look for a proxy that changes it on the way.",
  },
  "not-found": {
    status: 404,
    message: "Nothing is served at this path.",
    cause: "The path is mistyped, or belongs to a feature that is off.",
    remedy: "Take the path from a link in another answer instead of composing it.",
  },
  "resource-not-found": {
    status: 404,
    message: "There is no resource with this identifier.",
    cause:
      "The path is right, but nothing has the identifier in it: it never existed, was removed, or is not for this caller.",
    remedy: "List the collection to see which identifiers there are.",
  },
  "method-not-allowed": {
    status: 405,
    message: "This resource does not support the method.",
    cause: "The path exists, and none of its operations has this method.",
    remedy: "Use one of the methods in `Allow`.",
  },
  "not-acceptable": {
    status: 406,
    message: "The Accept header excludes every media type on offer.",
    cause:
      "`Accept` rules out every media type of the operation with `q=0`, or `Accept-Encoding` every coding. A type that is not on offer is answered with the first one.",
    remedy: "Leave the header out, or name one of the media types of the operation.",
  },
  "request-timeout": {
    status: 408,
    message: "The request was not received in time.",
    cause: "The header or the body arrived too slowly.",
    remedy: "Send the request again; over a slow connection, send less at a time.",
  },
  "precondition-failed": {
    status: 412,
    message: "A condition in the request headers does not hold.",
    cause:
      "The resource has changed since the client read it, so that `If-Match` or another condition does not hold.",
    remedy:
      "Read the resource, repeat the change on its present state, and send the new `ETag` in `If-Match`.",
  },
  "payload-too-large": {
    status: 413,
    message: "The request body is larger than this service accepts.",
    cause: "The body has more bytes than the operation takes.",
    remedy: "Send less in each request.",
  },
  "uri-too-long": {
    status: 414,
    message: "The request target is longer than this service accepts.",
    cause: "Path and query together have more bytes than the service takes.",
    remedy: "Use fewer parameters or shorter values, or split the request.",
  },
  "unsupported-media-type": {
    status: 415,
    message: "The request body has a media type or coding that is not supported.",
    cause:
      "`Content-Type` is missing or names a form that the operation cannot read, or the body has a content coding.",
    remedy:
      "Set `Content-Type` to one of the media types of the operation, and send the body without a coding.",
  },
  "expectation-failed": {
    status: 417,
    message: "The Expect header asks for something this service cannot do.",
    cause: "`Expect` has a value other than `100-continue`.",
    remedy: "Leave `Expect` out.",
  },
  "unprocessable-content": {
    status: 422,
    message: "The request body is well-formed but does not fit its schema.",
    cause: "The body could be read, but some of its values break a rule.",
    remedy: "Correct each place that a `pointer` in `errors` names, then send the request again.",
  },
  "header-fields-too-large": {
    status: 431,
    message: "The request header fields are larger than this service accepts.",
    cause:
      "The header fields together have more bytes than the service takes, usually because of cookies.",
    remedy: "Send fewer or shorter header fields.",
  },
  "internal-error": {
    status: 500,
    message: "The service failed to answer; the failure was logged under the request id.",
    cause: "The service failed in an unforeseen way. The request may be in order.",
    remedy:
      "Send the request id to the operator. Repeating the request seldom helps, and a write may have been done.",
  },
  "not-implemented": {
    status: 501,
    message: "This service does not implement the method.",
    cause: "The service has no operation with this method, at any path.",
    remedy: "Use the method of one of the operations.",
  },
  "service-unavailable": {
    status: 503,
    message: "The service cannot answer at the moment.",
    cause: "The service is starting, stopping or busy, or a part that it needs does not respond.",
    remedy:
      "Wait as many seconds as `Retry-After` says, then try again, with a longer pause each time.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Entries that are in the catalog if a route declares them, as a service that only reads needs none. */
const WRITE_ERRORS = {
  "resource-exists": {
    status: 409,
    message: "Another resource already has a value that must be unique.",
    cause:
      "A resource with this identifier, or with the same value of a unique field, is already there.",
    remedy: "Choose another value, or change the resource that is there.",
  },
  "still-referenced": {
    status: 409,
    message: "Other resources still refer to this one.",
    cause: "Removing the resource would leave others with a broken reference.",
    remedy: "Remove or change the resources that refer to it, then this one.",
  },
  "patch-conflict": {
    status: 409,
    message: "The patch does not apply to the resource as it is now.",
    cause: "The patch tests or changes something that the resource does not have now.",
    remedy: "Read the resource, and make a new patch from its present state.",
  },
  "write-conflict": {
    status: 409,
    message: "Other requests changed the same data at the same time.",
    cause:
      "The write was tried several times, and each time others had changed what it read or were still changing it.",
    remedy:
      "Wait as many seconds as `Retry-After` says, read the resource again, and repeat the change on its present state. Nothing was changed.",
    retry: true,
  },
  "precondition-required": {
    status: 428,
    message: "The request must say which state of the resource it changes.",
    cause:
      "Without the state that it is based on, the write could undo the change of another client.",
    remedy: "Read the resource, and send its `ETag` in `If-Match`.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Entry that is in the catalog if clients may ask a route for a part of its bytes. */
const RANGE_ERRORS = {
  "range-not-satisfiable": {
    status: 416,
    message: "The content has no such part.",
    cause: "`Range` begins at or after the end of the content.",
    remedy: "Ask for a part within the length that `Content-Range` names, or for all of it.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Codes with which only writes are refused. */
export const WRITE_ERROR_CODES: readonly string[] = Object.keys(WRITE_ERRORS);

export type KernelErrorCode =
  | keyof typeof KERNEL_ERRORS
  | keyof typeof WRITE_ERRORS
  | keyof typeof RANGE_ERRORS;

/**
 * Codes that a policy may refuse with. A plugin whose policy refuses with an entry of its `errors` adds it here:
 * `declare module "waymark" { interface ErrorCodes { "too-deep": true } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- open on purpose: plugins augment it
export interface ErrorCodes extends Record<KernelErrorCode, true> {}

/** Code that a policy may refuse with, the kernel's or a plugin's own. */
export type ErrorCode = keyof ErrorCodes;

export const kernelErrors: Readonly<Record<KernelErrorCode, ErrorEntry>> = {
  ...KERNEL_ERRORS,
  ...WRITE_ERRORS,
  ...RANGE_ERRORS,
};

/** Returns the kernel's entries of the catalog of these routes. */
export function catalogOf(
  routes: Iterable<Pick<Route, "errors" | "preconditions" | "bytes">>,
): readonly (readonly [code: string, entry: ErrorEntry])[] {
  const declared = new Set<string>();
  for (const { errors = [], preconditions, bytes } of routes) {
    for (const code of errors) declared.add(code);
    if (preconditions === "required") declared.add("precondition-required");
    if (hasRanges({ bytes })) declared.add("range-not-satisfiable");
  }
  return Object.entries(kernelErrors).filter(
    ([code]) => Object.hasOwn(KERNEL_ERRORS, code) || declared.has(code),
  );
}
