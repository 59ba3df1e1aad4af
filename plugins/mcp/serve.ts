/** Answers messages of the protocol by its library. This module and what it imports are loaded with the first message. */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type Tool,
} from "@modelcontextprotocol/server";
import { messageOf, type HandlerCall, type Log, type Queue, type Registry } from "waymark";
import type { EventBus, Runtime } from "waymark/services";
import { ToolError } from "./errors.ts";
import type { Message, Options } from "./declarations.ts";
import { readResource, resourcesOf, templatesOf } from "./resources.ts";
import { openSubscription } from "./subscriptions.ts";
import { Tools } from "./tools.ts";

/** A message with its caller: the call that the handler received. */
export type MessageCall = Pick<HandlerCall, "signal" | "requestId" | "client" | "principal"> & {
  readonly body: Message;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

export interface ServeContext {
  readonly runtime: Runtime;
  readonly bus: EventBus;
  readonly registry: Registry;
  readonly options: Options;
  readonly places: Queue;
  readonly log: Log;
}

/** Answers a message. `refused` is called with the code of each refusal of a tool or resource. */
export type Serve = (call: MessageCall, refused: (code: string) => void) => Promise<Response>;

const INSTRUCTIONS =
  "Find an operation with search_operations, read its arguments with describe_operation, then call it with call_operation. Follow `links` and `next` of answers by calling what they name.";

/** Lists are the same for everybody, and clients may keep them so long. */
const KEPT = { ttlMs: 60_000, cacheScope: "public" } as const;
const INVALID = ProtocolErrorCode.InvalidParams;
/** Entries of one page of a list. */
const PAGE_SIZE = 100;

export function createServe(context: ServeContext): Serve {
  const tools = new Tools(context.runtime, context.options);
  const onerror = (error: Error) =>
    context.log.debug("a message of MCP was refused", { reason: messageOf(error) });
  return async (call, refused) => {
    const { body, headers, signal } = call;
    const request = new Request("http://service.invalid/mcp", { method: "POST", signal });
    request.headers.set("content-type", "application/json");
    request.headers.set("accept", "application/json, text/event-stream");
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) request.headers.set(name, value);
    const modern = !(await isLegacyRequest(request, body));
    const server = createServer(tools, call, { modern, refused });
    if (!modern) return serveLegacy(server, request, body);
    const subscription =
      body.method === "subscriptions/listen"
        ? await openSubscription(urisIn(body), call, context)
        : undefined;
    const bus = subscription && { bus: subscription.bus };
    const handler = createMcpHandler(() => server, { legacy: "reject", onerror, ...bus });
    const response = await handler.fetch(request, { parsedBody: body });
    // A subscription that was refused holds no place.
    if (response.headers.get("content-type") !== "text/event-stream") subscription?.end();
    return response;
  };
}

/** Answers a client that initialises, without a session: each message by a server of its own, in JSON. */
async function serveLegacy(server: Server, request: Request, body: Message): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // Not closed, as nothing of them outlasts the message: closing makes an error for each.
  return transport.handleRequest(request, { parsedBody: body });
}

/** Returns the resources that a subscription names. The library judges the message. */
function urisIn({ params }: Message): readonly string[] {
  const { resourceSubscriptions: uris } = Object(params?.["notifications"]) as {
    readonly resourceSubscriptions?: unknown;
  };
  return Array.isArray(uris) ? uris.map(String) : [];
}

/** @param modern false for clients that initialise: without a session, they cannot hear of changes. */
function createServer(
  tools: Tools,
  call: MessageCall,
  { modern, refused }: { readonly modern: boolean; readonly refused: (code: string) => void },
): Server {
  const { registry } = tools.runtime;
  const { name, version } = registry.app;
  const capabilities = {
    tools: { listChanged: modern },
    resources: { subscribe: modern, listChanged: modern },
  };
  const cacheHints = {
    "tools/list": KEPT,
    "resources/list": KEPT,
    "resources/templates/list": KEPT,
    "server/discover": KEPT,
  };
  const server = new Server(
    { name, version },
    { capabilities, cacheHints, instructions: INSTRUCTIONS },
  );
  // Schemas are JSON, which the library's types take for changeable.
  const list = tools.list as readonly unknown[] as Tool[];
  server.setRequestHandler("tools/list", () => ({ tools: list }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const result = await tools.call(params.name, params.arguments ?? {}, call);
    if (result === undefined) throw new ProtocolError(INVALID, `There is no tool ${params.name}.`);
    if (result.isError) refused(Object(result.structuredContent["error"]).code);
    return { ...result };
  });
  server.setRequestHandler("resources/list", ({ params }) => {
    const { items: resources, ...next } = pageOf(resourcesOf(registry), params?.cursor);
    return { resources, ...next };
  });
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    const { items: resourceTemplates, ...next } = pageOf(templatesOf(registry), params?.cursor);
    return { resourceTemplates, ...next };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    try {
      const content = await readResource(uri, tools, call);
      if (content === undefined) throw new ResourceNotFoundError(uri);
      return { contents: [content] };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      refused(error.info.code);
      throw new ProtocolError(INVALID, error.message, error.info);
    }
  });
  return server;
}

/** Returns a page of a list, and the cursor of the next one. */
function pageOf<T>(all: readonly T[], cursor = "0") {
  const start = Number(cursor);
  if (!(start >= 0 && start < Math.max(1, all.length)))
    throw new ProtocolError(INVALID, "The cursor is not from this list.");
  const items = all.slice(start, start + PAGE_SIZE);
  const end = start + items.length;
  return { items, ...(end < all.length && { nextCursor: String(end) }) };
}
