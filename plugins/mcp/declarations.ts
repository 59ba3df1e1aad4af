/** The options of the plugin, and its messages as far as the service itself looks at them. */
import { z } from "zod";

/** Bytes that count as one token. */
export const TOKEN_BYTES = 4;

export const Options = z.strictObject({
  tools: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Operations with a dedicated tool, such as `offices.*`. The four general tools reach the rest.",
    ),
  toolsBudget: z
    .int()
    .min(1)
    .default(10_000)
    .describe(
      "Tokens of 4 bytes that the tools of `tools` may take together in the list of tools; above it the start is refused.",
    ),
  maxAnswerTokens: z
    .int()
    .min(250)
    .default(10_000)
    .describe("Tokens of 4 bytes of one answer. A longer one is cut, and says what was left out."),
  writes: z.boolean().default(false).describe("Offer operations that change something, too."),
  origins: z
    .array(z.url({ protocol: /^https?$/ }))
    .default([])
    .describe(
      "Origins whose pages may send requests, in addition to the service's origin and the local machine.",
    ),
  maxSubscriptions: z
    .int()
    .min(2)
    .default(200)
    .describe("Subscriptions that may be open at a node, half of them for one caller."),
});
export type Options = z.output<typeof Options>;

/** Media types of answers: a result, or a subscription's messages as they come. */
export const MEDIA_TYPES = ["application/json", "text/event-stream"] as const;

export const Message = z
  .looseObject({
    jsonrpc: z.string().optional().describe("`2.0`."),
    id: z.unknown().optional().describe("Names the request in its answer."),
    method: z.string().optional().describe("Name of the method."),
    params: z.record(z.string(), z.unknown()).optional().describe("Arguments of the method."),
  })
  .meta({ examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] });
export type Message = z.output<typeof Message>;

const Text = z.string().optional();

/** Headers that repeat what the message says, for proxies that do not read bodies. */
export const MessageHeaders = z.object({
  "mcp-protocol-version": Text.describe("Version of the protocol: `2026-07-28` or `2025-11-25`."),
  "mcp-method": Text.describe("The method of the message."),
  "mcp-name": Text.describe("The tool or resource of the message."),
});
