/** The tools: four that reach every operation and page, and one for each chosen operation. */
import { didYouMean, type HandlerCall, type Registry } from "waymark";
import { fieldErrors, getOrMake } from "waymark/advanced";
import { pagesOf, type InnerAnswer, type InnerRequest, type Runtime } from "waymark/services";
import type { z } from "zod";
import { textOf } from "../shared/operations/inner.ts";
import { bodyOf, resultOf } from "./answer.ts";
import { bytesOf } from "./cut.ts";
import { catalogError, invalidCall, throwRefusal, ToolError } from "./errors.ts";
import { operationsOf, type Operation } from "./operations.ts";
import { TOKEN_BYTES, type Options } from "./declarations.ts";
import { ownOperations, ownTool, type ToolInfo } from "./own-tools.ts";
import { requestOf, type Arguments } from "./request.ts";
import { SearchIndex } from "./search.ts";
import * as schemas from "./tool-schemas.ts";

/** Caller of a tool: the call that the handler received. */
export type Caller = Pick<HandlerCall, "signal" | "requestId" | "client">;

/** Result of a tool, as the protocol has it. */
export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

export const MARKDOWN = "text/markdown";
/** Names that an unknown one is compared with. */
const MOST_COMPARED = 100;
/** Pages that a search names beside the operations. */
const MOST_PAGES = 3;
const indexes = new WeakMap<Registry, Promise<SearchIndex>>();

export class Tools {
  readonly list: readonly ToolInfo[];
  readonly runtime: Runtime;
  readonly #options: Options;
  readonly #own: ReadonlyMap<string, Operation>;

  constructor(runtime: Runtime, options: Options) {
    this.runtime = runtime;
    this.#options = options;
    this.#own = ownOperations(runtime.registry, options);
    const general = Object.entries(schemas.GENERAL).map(
      ([name, { description, input, output }]): ToolInfo => ({
        name,
        description,
        inputSchema: schemas.toInput(input),
        outputSchema: schemas.toOutput(output),
        annotations: {
          readOnlyHint: name !== "call_operation" || !options.writes,
          openWorldHint: false,
        },
      }),
    );
    this.list = [...general, ...[...this.#own].map(([name, one]) => ownTool(name, one))];
  }

  /** Runs a tool; undefined if there is none of this name. A refusal is a result with an error. */
  async call(name: string, args: Arguments, caller: Caller): Promise<ToolResult | undefined> {
    const own = this.#own.get(name);
    const general = Object.hasOwn(this.#general, name) ? this.#general[name] : undefined;
    if (own === undefined && general === undefined) return undefined;
    try {
      if (own !== undefined) return toResult(await this.#run(own, args, undefined, caller));
      return toResult((await general?.(args, caller)) ?? {});
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { ...toResult({ error: error.info }), isError: true };
    }
  }

  readonly #general: Readonly<
    Record<string, (args: Arguments, caller: Caller) => Promise<object>>
  > = {
    search_operations: (args) => this.#search(parse(schemas.SearchArguments, args)),
    describe_operation: async (args) => this.#describe(parse(schemas.DescribeArguments, args)),
    call_operation: async (args, caller) => {
      const { operation, arguments: own, at } = parse(schemas.CallArguments, args);
      return this.#run(this.#find(operation), own, at, caller);
    },
    read_page: async (args, caller) => this.#readPage(parse(schemas.PageArguments, args), caller),
  };

  async #search({ query, limit }: z.output<typeof schemas.SearchArguments>): Promise<object> {
    const { registry } = this.runtime;
    const index = await getOrMake(indexes, registry, () => SearchIndex.of(registry));
    const found = index.find(query);
    const operations = found.flatMap(({ operation }) => operation ?? []);
    const offered = operations.filter(({ writes }) => this.#options.writes || !writes);
    const hidden = operations.length - offered.length;
    return {
      operations: offered.slice(0, limit).map((operation) => operation.summary()),
      pages: found.flatMap(({ page }) => page ?? []).slice(0, MOST_PAGES),
      total: offered.length,
      ...(hidden > 0 && { note: `Left out, as writes are off: ${hidden}.` }),
      ...(offered.length === 0 && { hint: "Use other words, or fewer." }),
    };
  }

  #describe({ operation: name }: z.output<typeof schemas.DescribeArguments>): object {
    const operation = this.#find(name);
    const { description } = operation.route.declaration;
    const described = {
      ...operation.summary(),
      ...(description !== undefined && { description }),
      annotations: operation.annotations(),
      arguments: operation.inputSchema(),
    };
    const answer = operation.answerSchema();
    const isShort = bytesOf(answer) + bytesOf(described) <= this.#maxBytes;
    if (answer === undefined || isShort) return { ...described, ...(answer && { answer }) };
    return { ...described, leftOut: "The shape of the answer, which is too long." };
  }

  get #maxBytes(): number {
    return this.#options.maxAnswerTokens * TOKEN_BYTES;
  }

  /** Finds an operation by its name. Throws where it is not offered. */
  #find(name: string): Operation {
    const all = operationsOf(this.runtime.registry);
    const operation = all.get(name);
    if (operation === undefined)
      throw invalidCall(
        `There is no operation ${JSON.stringify(name)}.`,
        `Look for it with search_operations. ${meant(name, [...all.keys()])}`,
      );
    if (operation.writes && !this.#options.writes)
      throw catalogError("mcp-writes-off", this.runtime.registry);
    return operation;
  }

  async #run(
    operation: Operation,
    args: Arguments,
    at: string | undefined,
    caller: Caller,
  ): Promise<object> {
    const { runtime } = this;
    const request = requestOf(operation, args);
    // A key may be a word that another route has at this place: `/keys/{keyId}` beside `/keys/all`.
    const reached = await runtime.routeOf(request);
    if (reached?.ref !== operation.name) throw catalogError("resource-not-found", runtime.registry);
    const answer = await this.dispatch(request, caller);
    const body = bodyOf(answer);
    throwRefusal(answer, body, operation, runtime.registry);
    return resultOf(answer, body, operation, { runtime, maxBytes: this.#maxBytes, at });
  }

  /** Makes a request of the service as the caller, under an id that continues the caller's. */
  dispatch(request: InnerRequest, caller: Caller): Promise<InnerAnswer> {
    const { requestId } = caller;
    const id = requestId === undefined ? {} : { "x-request-id": `${requestId}.1` };
    return this.runtime.dispatch({ ...request, headers: { ...request.headers, ...id } }, caller);
  }

  async #readPage(
    { path, from }: z.output<typeof schemas.PageArguments>,
    caller: Caller,
  ): Promise<object> {
    const { registry } = this.runtime;
    const pages = pagesOf(registry, "en")
      .filter(({ here }) => here)
      .map(({ href, title, description }) => ({ path: href, title, description }));
    if (path === undefined) return { pages };
    const request = { method: "GET", target: path, headers: { accept: MARKDOWN } };
    const route = await this.runtime.routeOf(request);
    if (route?.mediaTypes.includes(MARKDOWN) !== true) {
      const paths = pages.map((page) => page.path);
      throw invalidCall(
        `There is no page at ${path}.`,
        `Leave \`path\` out. ${meant(path, paths)}`,
      );
    }
    const answer = await this.dispatch(request, caller);
    throwRefusal(answer, bodyOf(answer), undefined, registry);
    const text = textOf(answer.body ?? "").slice(from);
    // In JSON a character takes up to two bytes of most texts.
    const room = Math.floor(this.#maxBytes / 2) - 100;
    if (text.length <= room) return { path, markdown: text };
    const end = text.lastIndexOf("\n", room) + 1 || room;
    const leftOut = `${text.length - end} characters: go on with \`from\`: \`next\`.`;
    return { path, markdown: text.slice(0, end), next: from + end, leftOut };
  }
}

function meant(name: string, known: readonly string[]): string {
  // Comparing with a thousand names takes longer than a request may hold the loop.
  const alike = known.filter((one) => one.startsWith(name.slice(0, 2)));
  const hint = didYouMean(name, alike.slice(0, MOST_COMPARED));
  return hint.startsWith("did") ? hint.replace("did", "Did") : "";
}

/** Returns the arguments of a tool. Throws a ToolError for others, each with its mistake. */
function parse<S extends z.ZodType>(schema: S, args: Arguments): z.output<S> {
  const result = schema.safeParse(args);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error.issues, args, "body").map(({ detail, pointer = "" }) => ({
    argument: pointer.slice(1),
    detail,
  }));
  throw invalidCall("The arguments do not fit.", "The tool's input schema shows them.", errors);
}

function toResult(structured: object): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    structuredContent: { ...structured },
  };
}
