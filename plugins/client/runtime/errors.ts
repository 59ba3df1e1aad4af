import type { Answer } from "./message.ts";

/** A place of the request that the service refused. */
export interface InvalidInput {
  readonly detail: string;
  /** JSON Pointer into the request body. */
  readonly pointer?: string;
  /** Query or path parameter. */
  readonly parameter?: string;
  readonly header?: string;
}

/** The information about a refused request. */
export interface Refusal<Code extends string = string, Status extends number = number> {
  readonly code: Code;
  readonly status: Status;
  /** Sentence that is the same each time. */
  readonly message: string;
  /** Details of this occurrence. */
  readonly detail: string | undefined;
  readonly errors: readonly InvalidInput[];
  readonly requestId: string | undefined;
  /** Milliseconds after which a retry makes sense; undefined if the service names none. */
  readonly retryAfterMs: number | undefined;
}

/** Error with which the service answered. Each code has a class of its own. */
export class ApiError<Code extends string = string, Status extends number = number>
  extends Error
  implements Refusal<Code, Status>
{
  declare readonly code: Code;
  declare readonly status: Status;
  declare readonly detail: string | undefined;
  declare readonly errors: readonly InvalidInput[];
  declare readonly requestId: string | undefined;
  declare readonly retryAfterMs: number | undefined;

  constructor(refusal: Refusal<Code, Status>) {
    const { code, message, detail, errors, ...members } = refusal;
    const places = errors.map(
      ({ pointer, parameter, header, detail: why }) =>
        `\n  ${pointer ?? parameter ?? header ?? ""}: ${why}`,
    );
    super(`${code}: ${detail ?? message}${places.join("")}`);
    Object.assign(this, members, { name: new.target.name, code, detail, errors });
  }
}

/** Error of a request that got no whole answer. */
export class ConnectionError extends Error {
  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Error of a request whose answer did not come in time. */
export class TimeoutError extends ConnectionError {}

/** Error of a request that was not sent, because too many before it failed. */
export class CircuitOpenError extends Error {
  /** Milliseconds until requests are sent again. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`the service failed too often: requests are sent in ${retryAfterMs} ms again`);
    this.name = new.target.name;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Makes the error of a code. */
export type Problems = Readonly<Record<string, new (refusal: Refusal<never, never>) => ApiError>>;

/** Returns the error that an answer stands for, of the class of its code. */
export function errorOf(
  { status, headers }: Pick<Answer, "status" | "headers">,
  text: string,
  { problems, now }: { readonly problems: Problems; readonly now: number },
): ApiError {
  const body = membersOf(text);
  const { code = `status-${status}`, message = "", detail, errors, requestId } = body;
  const refusal = {
    code,
    status,
    message,
    detail,
    errors: Array.isArray(errors) ? (errors as readonly InvalidInput[]) : [],
    requestId,
    retryAfterMs: waitOf(headers.get("retry-after"), now),
  };
  const Problem = Object.hasOwn(problems, code) ? problems[code] : undefined;
  // A class is found by the code for which it was made.
  return new (Problem ?? ApiError)(refusal as Refusal<never, never>);
}

/** Returns the members of the error; empty for a body that does not come from the service. */
function membersOf(text: string): Partial<Refusal> {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Partial<Refusal> };
    return error ?? {};
  } catch {
    return {};
  }
}

/** Reads Retry-After: seconds or a date (RFC 9110, section 10.2.3). */
function waitOf(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
