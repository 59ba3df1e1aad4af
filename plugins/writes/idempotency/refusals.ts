/** Refusals of a request for its idempotency key. */
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

export const HEADER = "Idempotency-Key";

export const ERRORS = {
  "idempotency-key-malformed": {
    status: 400,
    message: "The Idempotency-Key is not one string of 1 to 255 characters.",
    cause:
      "The header is sent more than once, has no quotes, or holds a string that is empty or too long.",
    remedy: "Send the header once, with a UUID in quotes.",
  },
  "idempotency-key-missing": {
    status: 400,
    message: "The request needs an Idempotency-Key, so that it can be repeated safely.",
    cause: "Without a key, the service cannot see whether the write is new or repeated.",
    remedy:
      "Send a new UUID in quotes with each write, and the same one whenever that write is repeated.",
  },
  "idempotency-key-reused": {
    status: 422,
    message: "The Idempotency-Key was sent before, with another request.",
    cause:
      "The path, the query, the headers or the body differ from those of the first request with this key.",
    remedy: "Send a new key with each new request. Nothing was changed.",
  },
  "idempotency-in-progress": {
    status: 409,
    message: "The first request with this Idempotency-Key is still being answered.",
    cause: "The client repeats a write before its first answer has been sent.",
    remedy:
      "Wait as many seconds as `Retry-After` says, then repeat the request with the same key.",
    retry: true,
  },
  "idempotency-keys-exhausted": {
    status: 429,
    message: "The client has as many idempotency keys as are remembered for it.",
    cause: "The client has sent more new keys than the service remembers for one client.",
    remedy:
      "Wait as many seconds as `Retry-After` says, and send fewer writes at a time. Nothing was changed.",
  },
} as const;

/** Statuses of refusals that say nothing about the write itself. Those from 500 on are not kept either. */
export const NOT_KEPT: readonly number[] = [408, 425, 429];

function refusal(code: keyof typeof ERRORS, detail: string, retryAfter?: number): Refusal {
  const errors = [{ detail, header: HEADER }];
  return retryAfter === undefined ? { code, detail, errors } : { code, detail, errors, retryAfter };
}

export const MALFORMED = refusal(
  "idempotency-key-malformed",
  'Send the header once, with a quoted string such as "8e03978e-40d5-43dd-bc93-6894a57f9324".',
);

export const MISSING = refusal(
  "idempotency-key-missing",
  "Send a new UUID in quotes, and the same one whenever this request is repeated.",
);

export const REUSED = refusal(
  "idempotency-key-reused",
  "Its path, query, headers or body differed. Nothing was changed. Send a new key with a new request.",
);

export const IN_PROGRESS = refusal(
  "idempotency-in-progress",
  "Repeat the request later, with the same key, to receive its answer.",
  1,
);

export const EXHAUSTED = refusal(
  "idempotency-keys-exhausted",
  "Nothing was changed. Keys are forgotten after the time that /api/idempotency names.",
  60,
);
