/** The kernel's entries of the error catalog; plugins add theirs under `errors`. */
import type { ErrorEntry } from "./declarations.ts";
import type { Route } from "./route.ts";

const KERNEL_ERRORS = {
  "bad-request": {
    status: 400,
    message: "The request has a part that does not fit: a query parameter, path or header.",
  },
  "malformed-request": { status: 400, message: "The request is not well-formed HTTP." },
  "not-found": { status: 404, message: "Nothing is served at this path." },
  "resource-not-found": { status: 404, message: "There is no resource with this identifier." },
  "method-not-allowed": { status: 405, message: "This resource does not support the method." },
  "not-acceptable": {
    status: 406,
    message: "The Accept header excludes every media type on offer.",
  },
  "request-timeout": { status: 408, message: "The request was not received in time." },
  "precondition-failed": {
    status: 412,
    message: "A condition in the request headers does not hold.",
  },
  "payload-too-large": {
    status: 413,
    message: "The request body is larger than this service accepts.",
  },
  "uri-too-long": {
    status: 414,
    message: "The request target is longer than this service accepts.",
  },
  "unsupported-media-type": {
    status: 415,
    message: "The request body has a media type or coding that is not supported.",
  },
  "expectation-failed": {
    status: 417,
    message: "The Expect header asks for something this service cannot do.",
  },
  "unprocessable-content": {
    status: 422,
    message: "The request body is well-formed but does not fit its schema.",
  },
  "header-fields-too-large": {
    status: 431,
    message: "The request header fields are larger than this service accepts.",
  },
  "internal-error": {
    status: 500,
    message: "The service failed to answer; the failure was logged under the request id.",
  },
  "not-implemented": { status: 501, message: "This service does not implement the method." },
  "service-unavailable": { status: 503, message: "The service cannot answer at the moment." },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Entries that are in the catalog where a route declares them, as a service that only reads needs none. */
const WRITE_ERRORS = {
  "resource-exists": {
    status: 409,
    message: "There is a resource already with a value that may be there only once.",
  },
  "patch-conflict": {
    status: 409,
    message: "The patch does not apply to the resource as it is now.",
  },
  "precondition-required": {
    status: 428,
    message: "The request must say which state of the resource it changes.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Their codes. */
export const WRITE_ERROR_CODES: readonly string[] = Object.keys(WRITE_ERRORS);

export type KernelErrorCode = keyof typeof KERNEL_ERRORS | keyof typeof WRITE_ERRORS;

/**
 * Codes that a policy may refuse with. A plugin whose policy refuses with an entry of its `errors` adds it here:
 * `declare module "waymark" { interface ErrorCodes { "too-deep": true } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- open on purpose: plugins augment it
export interface ErrorCodes extends Record<KernelErrorCode, true> {}

/** A code that a policy may refuse with: one of the kernel, or of a plugin that added its own. */
export type ErrorCode = keyof ErrorCodes;

export const kernelErrors: Readonly<Record<KernelErrorCode, ErrorEntry>> = {
  ...KERNEL_ERRORS,
  ...WRITE_ERRORS,
};

/** Returns the kernel's entries of the catalog of these routes. */
export function catalogOf(
  routes: Iterable<Pick<Route, "errors" | "preconditions">>,
): readonly (readonly [code: string, entry: ErrorEntry])[] {
  const declared = new Set<string>();
  for (const { errors = [], preconditions } of routes) {
    for (const code of errors) declared.add(code);
    if (preconditions === "required") declared.add("precondition-required");
  }
  return Object.entries(kernelErrors).filter(
    ([code]) => !Object.hasOwn(WRITE_ERRORS, code) || declared.has(code),
  );
}
