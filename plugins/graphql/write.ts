/** Runs fields of the mutation: each is a request of the route that it stands for, with all that the route requires. */
import { GraphQLError, type GraphQLArgument, type GraphQLFieldResolver } from "graphql";
import type { FieldError, SealedRoute } from "waymark";
import { fillPath } from "waymark/advanced";
import type { InnerAnswer, InnerRequest } from "waymark/services";
import { headerOf, isHeaderValue, quoted, readJson } from "../shared/operations/inner.ts";
import type { QueryContext } from "./context.ts";
import type { GraphqlWrite } from "./derive/mutations.ts";
import { pathOfPointer, toBody, type InputNames } from "./input-value.ts";
import { searchOf, type Arguments } from "./search.ts";

type Resolver = GraphQLFieldResolver<unknown, QueryContext, Arguments>;

/** Members of a refusal in the kernel's form. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

const NO_KEY = "No resource has such a key.";

export function writeOf(route: SealedRoute, write: GraphqlWrite, names: InputNames): Resolver {
  const accept = [...new Set([...route.mediaTypes, "application/json"])].join(", ");
  const { body: content, resource } = write;

  function requestOf(args: Arguments, body: GraphQLArgument | undefined): InnerRequest {
    const texts = route.pattern.params.map((name) => [name, String(args[name])]);
    const path = fillPath(route.pattern, Object.fromEntries(texts));
    if (path === undefined) throw refusal("resource-not-found", NO_KEY);
    const search = searchOf(Object.fromEntries(write.search.map((name) => [name, args[name]])), []);
    const headers = { accept, ...headersOf(args, write) };
    const request = { method: route.method, target: path + search, headers };
    if (content === undefined || body === undefined) return request;
    return {
      ...request,
      headers: { ...headers, "content-type": content.mediaType },
      body: toBody(args[body.name], body.type, names),
    };
  }

  /** Returns the error of an answer; undefined for a result, which a route may answer with a status of errors. */
  function errorOf(
    answer: InnerAnswer,
    body: GraphQLArgument | undefined,
  ): GraphQLError | undefined {
    const { status } = answer;
    if (status < 400) return undefined;
    const received = Object(readJson(answer)) as { readonly error?: Partial<ErrorBody> }; // the kernel's form
    const { code = "internal-error", message = code, detail, errors } = received.error ?? {};
    const isResult = received.error === undefined && route.declaration.statuses?.includes(status);
    if (isResult === true) return undefined;
    const retryAfter = headerOf(answer, "retry-after");
    return new GraphQLError(detail ?? message, {
      extensions: {
        code,
        status,
        ...(errors && { errors: errors.map((error) => withPath(error, body)) }),
        ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
      },
    });
  }

  /** Returns an error of the input with its path, a place among the arguments. */
  function withPath(
    { detail, pointer, parameter, header }: FieldError,
    body: GraphQLArgument | undefined,
  ) {
    if (pointer !== undefined && body !== undefined)
      return { detail, path: [body.name, ...pathOfPointer(pointer, body.type, names)] };
    const argument = parameter ?? (header && write.headers[header.toLowerCase()]);
    return { detail, ...(argument === undefined ? {} : { path: [argument] }) };
  }

  return async (_object, args, context, { path, parentType, fieldName }) => {
    const { args: declared = [] } = parentType.getFields()[fieldName] ?? {};
    const body = declared.find(({ name }) => name === content?.argument);
    const request = requestOf(args, body);
    // A key may be a word that another route has at this place: `/keys/{keyId}` beside `/keys/all`.
    const reached = await context.routeOf(request);
    if (reached?.ref !== route.ref) throw refusal("resource-not-found", NO_KEY);
    const answer = await context.dispatch(String(path.key), request);
    const error = errorOf(answer, body);
    if (error !== undefined) throw error;
    return {
      status: answer.status,
      etag: headerOf(answer, "etag"),
      location: headerOf(answer, "location"),
      replayed: headerOf(answer, "idempotency-replayed") === "true",
      ...(resource === undefined ? {} : { [resource]: readJson(answer) }),
    };
  };
}

function headersOf(args: Arguments, { headers }: GraphqlWrite): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, argument]) => {
    const value = args[argument];
    if (value === undefined || value === null) return [];
    const text = name === "idempotency-key" ? quoted(String(value)) : String(value);
    if (isHeaderValue(text)) return [[name, text]];
    const detail = "It has characters that a header cannot have.";
    throw refusal("bad-request", `${argument}: ${detail}`, [{ detail, path: [argument] }]);
  });
  return Object.fromEntries(pairs);
}

function refusal(
  code: keyof typeof STATUSES,
  message: string,
  errors?: readonly object[],
): GraphQLError {
  const status = STATUSES[code];
  return new GraphQLError(message, { extensions: { code, status, ...(errors && { errors }) } });
}
const STATUSES = { "resource-not-found": 404, "bad-request": 400 } as const;
