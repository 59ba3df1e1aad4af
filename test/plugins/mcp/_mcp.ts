/** Messages of the Model Context Protocol, and what their answers say. */
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import type { Requests, TestServer, TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { json, jsonRequest, startServer } from "../../_setup.ts";

export interface ToolError {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly hint?: string;
  readonly errors?: readonly { readonly argument?: string; readonly detail: string }[];
}

/** Result of a tool: its members, with `error` where it failed. */
export interface Structured extends Readonly<Record<string, unknown>> {
  readonly error?: ToolError;
}

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

type Way = Pick<Requests, "request">;

/** Sends a message as a client of 2025-11-25 does. */
export async function message(
  way: Way,
  method: string,
  params: object = {},
  headers: object = {},
): Promise<Answer> {
  const body = { jsonrpc: "2.0", id: 1, method, params };
  return json<Answer>(await way.request("/mcp", jsonRequest("POST", body, headers)));
}

/** Calls a tool. */
export async function tool(
  way: Way,
  name: string,
  args: object = {},
  headers: object = {},
): Promise<Structured> {
  const { result, error } = await message(way, "tools/call", { name, arguments: args }, headers);
  if (result === undefined) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result["structuredContent"] as Structured;
}

/** Calls an operation by the tool that reaches all. */
export function operation(
  way: Way,
  name: string,
  args: object = {},
  headers: object = {},
): Promise<Structured> {
  return tool(way, "call_operation", { operation: name, arguments: args }, headers);
}

/** Starts the preset with these options of the plugin. */
export function startMcp(
  options: Readonly<Record<string, unknown>> = {},
  more: TestServerOptions = {},
): Promise<TestServer> {
  const { plugins = {}, ...config } = more.config ?? {};
  return startServer({ ...more, config: { ...config, plugins: { mcp: options, ...plugins } } });
}

const Thing = z.object({
  id: z.string(),
  name: z.string().describe("Name of the thing, for people."),
  state: z.enum(["new", "used", "broken"]),
});

/** A plugin with so many lists. */
export function manyRoutes(count: number): Plugin {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return definePlugin({
    id: "things",
    summary: "Many things.",
    routes: Object.fromEntries(
      numbers.map((number) => [
        `listThings${number}`,
        {
          method: "GET",
          path: `/api/things${number}`,
          summary: `List the things of shelf ${number}.`,
          list: { of: Thing, as: "things", name: `ThingsList${number}` },
          cache: "no-store",
        } as const,
      ]),
    ),
    handlers: () => Object.fromEntries(numbers.map((number) => [`listThings${number}`, () => []])),
  }) as Plugin;
}

/** The preset and these plugins. */
export const withPreset = (...plugins: readonly Plugin[]): readonly Plugin[] => [
  ...preset,
  ...plugins,
];
