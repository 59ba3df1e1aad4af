/** Runs queries. This module and what it imports are loaded with the first one. */
import {
  execute,
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from "graphql";
import { LRUCache } from "lru-cache";
import { currentCaller, type Log, type Queue, type Registry } from "waymark";
import { TimeSlices } from "waymark/advanced";
import type { Runtime } from "waymark/services";
import type { z } from "zod";
import type { GraphQLResponse } from "./response.ts";
import { MAX_ERRORS, QueryContext, type Within } from "./context.ts";
import { AnswerSize } from "./answer-size.ts";
import { costAboveLimit, lengthAboveLimit, measureCost, type Cost } from "./cost.ts";
import { AnswerCache, type Looks, type Sources } from "./answer-cache.ts";
import type { QueryRequest, Options } from "./request.ts";
import { executableSchema, memberResolver } from "./schema.ts";

/** Reason why a request was not run: no GraphQL, not valid here, too costly, or more than reading. */
export type Rejection = "syntax" | "invalid" | "costs" | "writes";

export interface Result {
  readonly body: z.output<typeof GraphQLResponse>;
  readonly problem?: Rejection;
}
/** Result with the sources that it was read from, if it depends on nothing else. */
type RunResult = Result & { readonly sources?: Sources };
interface Runnable {
  readonly document: DocumentNode;
  readonly cost: Cost | undefined;
}
type Prepared = { readonly writes?: boolean } & (
  | (Runnable & { readonly refusal?: undefined })
  | { readonly refusal: Result }
);

/** Runs a request. Returns the result itself, without a promise, if the answer is kept. */
export type Execute = (request: QueryRequest, within: Within) => Result | Promise<Result>;

/** Bytes of the largest answer that is kept: keeping takes twice as long as sending. */
const LARGEST_KEPT = 256 * 1024;
/** Queries whose document is kept. */
const KEPT_QUERIES = 200;
/** Characters of the longest query, with its variables, that anything is kept of. */
const LONGEST_KEPT = 10_000;
/** Values that a query's variables may have, nested values included. */
const MOST_VALUES = 1000;
/** Characters of an error's message: some repeat their input. */
const MAX_MESSAGE = 500;

export function createExecute(
  registry: Registry,
  runtime: Runtime,
  options: Options,
  { log, looks, places }: { readonly log: Log; readonly looks: Looks; readonly places: Queue },
): Execute {
  const schema = executableSchema(registry);
  const tooLarge = `The answer has more than ${options.maxBytes} bytes. Ask for fewer items or fields.`;

  /** Returns an error as clients see it. An error that is not a refusal is a bug: it is logged, and hidden. */
  function present(error: GraphQLError, within: Within): GraphQLError {
    const cause = error.originalError;
    if (cause === undefined || cause === null || cause instanceof GraphQLError) return error;
    const { requestId } = within;
    const { nodes, path } = error;
    log.error("a field failed", { requestId, path, error: cause.stack ?? String(cause) });
    const code = "internal-error";
    const message = registry.errors.find((entry) => entry.code === code)?.message ?? code;
    return new GraphQLError(message, { nodes, path, extensions: { code } });
  }

  /** Returns the prepared form of a query with any variables: its document, or why it is never run. */
  function prepare(query: string, operationName: string | undefined): Prepared {
    const tooLong = lengthAboveLimit(query, options);
    if (tooLong !== undefined) return { refusal: refused("costs", tooLong) };
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: options.maxTokens });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const tooMany = error.message.includes("Parsing aborted");
      return { refusal: refused(tooMany ? "costs" : "syntax", [error]) };
    }
    const operation = getOperationAST(document, operationName) ?? undefined;
    const writes = operation !== undefined && operation.operation !== "query";
    const cost = operation && measureCost(operation, document);
    const tooMuch = cost && costAboveLimit(cost, options);
    if (tooMuch !== undefined) return { writes, refusal: refused("costs", tooMuch) };
    const invalid = validate(schema, document, specifiedRules, { maxErrors: MAX_ERRORS });
    if (invalid.length > 0) return { writes, refusal: refused("invalid", invalid) };
    return { writes, document, cost };
  }

  // Clients send the same few queries with other variables; validating takes longer than running.
  const prepared = new LRUCache<string, Prepared>({ max: KEPT_QUERIES });
  function prepareOnce({ query, operationName }: QueryRequest, key: string | undefined): Prepared {
    if (key === undefined) return prepare(query, operationName || undefined);
    const entry = prepared.get(key) ?? prepare(query, operationName || undefined);
    prepared.set(key, entry);
    return entry;
  }

  const answers = new AnswerCache<Result["body"]>(looks);

  /** Returns the result for too large an answer. It names the writes: a client would repeat a refused request. */
  function overflow(written: readonly string[]): Result {
    if (written.length === 0) return refused("costs", tooLarge);
    const message = `${tooLarge} These fields have written: ${written.join(", ")}.`;
    const extensions = { code: "unprocessable-content", written };
    return { body: { data: null, errors: format([new GraphQLError(message, { extensions })]) } };
  }

  async function run(
    request: QueryRequest,
    { document, cost }: Runnable,
    within: Within,
    slices: TimeSlices,
  ): Promise<RunResult> {
    const size = new AnswerSize(cost?.widths, options.maxBytes, slices);
    const context = new QueryContext(runtime, within, { size, slices, maxItems: options.maxItems });
    await slices.pause();
    const result = await execute({
      schema,
      document,
      operationName: request.operationName || undefined,
      variableValues: request.variables,
      contextValue: context,
      fieldResolver: memberResolver,
      options: { maxCoercionErrors: MAX_ERRORS },
    });
    await slices.pause();
    if (size.exceeded) return overflow(context.written);
    const { data } = result;
    const errors = result.errors?.map((error) => present(error, within)) ?? [];
    if (data === undefined) return refused("invalid", errors);
    const { next, sources } = context;
    return {
      body: {
        data,
        ...(errors.length === 0 ? {} : { errors: format(errors) }),
        ...(Object.keys(next).length === 0 ? {} : { extensions: { next } }),
      },
      ...(errors.length === 0 && size.bytes <= LARGEST_KEPT ? { sources } : {}),
    };
  }

  async function answer(
    request: QueryRequest,
    within: Within,
    queryKey: string | undefined,
    key: string | undefined,
  ): Promise<Result> {
    const release = await places.take(currentCaller(), within.signal);
    try {
      const slices = new TimeSlices();
      const entry = prepareOnce(request, queryKey);
      if (request.reading === true && entry.writes === true)
        return refused("writes", "Only queries can be run.");
      if (entry.refusal !== undefined) return entry.refusal;
      const { sources, ...outcome } = await run(request, entry, within, slices);
      if (key !== undefined && sources !== undefined && entry.writes !== true)
        answers.add(key, outcome.body, sources);
      return outcome;
    } finally {
      release();
    }
  }

  return (request, within) => {
    const queryKey = queryKeyOf(request);
    const key = queryKey === undefined ? undefined : answerKeyOf(queryKey, request);
    const body = key === undefined ? undefined : answers.get(key);
    return body === undefined ? answer(request, within, queryKey, key) : { body };
  };
}

/** Returns a key that sets a query and its operation apart from all others; undefined if they are too long to keep. */
function queryKeyOf({ query, operationName }: QueryRequest): string | undefined {
  // With the length in front, since either of the two may be any text.
  const key = `${query.length} ${query}${operationName ?? ""}`;
  return key.length > LONGEST_KEPT ? undefined : key;
}

/** Returns the key with the variables; undefined if they are too many or too long, or more than JSON can say. */
function answerKeyOf(queryKey: string, { variables }: QueryRequest): string | undefined {
  let values = 0;
  let sayable = true;
  const text = JSON.stringify(variables ?? {}, (_name, value: unknown) => {
    // 1e999 is JSON and read as infinity, which is written as null.
    const infinite = typeof value === "number" && !Number.isFinite(value);
    if (infinite || ++values > MOST_VALUES) sayable = false;
    return sayable ? value : undefined; // goes no deeper than it has to
  });
  const key = `${queryKey.length} ${queryKey}${text}`;
  return sayable && key.length <= LONGEST_KEPT ? key : undefined;
}

function refused(problem: Rejection, why: string | readonly GraphQLError[]): Result {
  const errors = typeof why === "string" ? [new GraphQLError(why)] : why;
  return { problem, body: { errors: format(errors) } };
}

function format(errors: NonNullable<ExecutionResult["errors"]>): Result["body"]["errors"] {
  return errors.slice(0, MAX_ERRORS).map((error) => {
    const { message, locations, path, ...others } = error.toJSON();
    return {
      message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message,
      ...(locations && { locations: [...locations] }),
      ...(path && { path: [...path] }),
      ...others,
    };
  });
}
