/** Errors of tools, in the words that people get: code, detail, errors of fields, and what to do next. */
import type { FieldError, Registry } from "waymark";
import type { InnerAnswer } from "waymark/services";
import { headerOf } from "../shared/operations/inner.ts";
import type { Operation } from "./operations.ts";

/** Mistake in one argument, if it is in one; `at` is a JSON Pointer within it. */
export interface ArgumentError {
  readonly argument?: string;
  readonly at?: string;
  readonly detail: string;
}

/** Reason why a tool failed. */
export interface ErrorInfo {
  /** Entry of the error catalog. */
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly ArgumentError[];
  readonly hint?: string;
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
}

export class ToolError extends Error {
  readonly info: ErrorInfo;

  constructor(info: ErrorInfo) {
    super(info.detail);
    this.info = info;
  }
}

/** Returns the error of a call that is refused before it is made. */
export function invalidCall(
  detail: string,
  hint: string,
  errors?: readonly ArgumentError[],
): ToolError {
  return new ToolError({
    code: "bad-request",
    status: 400,
    detail,
    ...(errors && { errors }),
    hint,
  });
}

/** Returns the error that an entry of the catalog describes. */
export function catalogError(code: string, { errors }: Registry, detail?: string): ToolError {
  const { status = 500, message = code, remedy } = errors.find((one) => one.code === code) ?? {};
  const hint = remedy === undefined ? {} : { hint: remedy };
  return new ToolError({ code, status, detail: detail ?? message, ...hint });
}

/** Throws the error of an answer. Returns for a result, which a route may answer with a status of errors. */
export function throwRefusal(
  answer: InnerAnswer,
  body: unknown,
  operation: Operation | undefined,
  registry: Registry,
): void {
  const { status } = answer;
  if (status < 400) return;
  const refusal = refusalIn(body);
  if (refusal === undefined && operation?.route.declaration.statuses?.includes(status)) return;
  const { code = "internal-error", message, detail, errors = [], requestId } = refusal ?? {};
  const { info } = catalogError(code, registry, detail ?? message);
  const retryAfter = headerOf(answer, "retry-after");
  throw new ToolError({
    ...info,
    status,
    ...(errors.length > 0 && {
      errors: errors.map((error) => ofArgument(error, operation)),
      hint: "Correct the arguments named in `errors`.",
    }),
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
    ...(requestId !== undefined && { requestId }),
  });
}

interface RefusalBody {
  readonly code?: string;
  readonly message?: string | undefined;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly requestId?: string;
}

/** Returns the refusal in the service's form, or in the form of GraphQL. */
function refusalIn(body: unknown): RefusalBody | undefined {
  const { error, errors: [first] = [] } = Object(body) as {
    readonly error?: RefusalBody;
    readonly errors?: readonly { readonly message?: string; readonly extensions?: RefusalBody }[];
  };
  if (typeof error === "object") return error;
  const { message, extensions } = first ?? {};
  return extensions?.code === undefined ? undefined : { ...extensions, message };
}

/** Returns an error of the input with the argument that it is about; `filter[name]` is a member of its argument. */
function ofArgument(
  { detail, pointer, parameter, header }: FieldError,
  operation: Operation | undefined,
): ArgumentError {
  if (pointer !== undefined) return { argument: "body", at: pointer, detail };
  const [stem = ""] = (parameter ?? header ?? "").toLowerCase().split("[");
  const argument = operation?.arguments.find(
    ({ parameter: one }) => one.name.toLowerCase() === stem,
  );
  return argument === undefined ? { detail } : { argument: argument.name, detail };
}
