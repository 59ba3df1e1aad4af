/** `waymark mcp`: passes messages on between standard input and output and a service. */
import { createInterface } from "node:readline";
import { messageOf, type ToolContext } from "waymark";
import { standardOutput } from "waymark/advanced";
import { boot, createLog, startServer } from "waymark/server";
import { configHere, end, stopSignal, UsageError } from "waymark/tools";
import { readHeaders } from "../shared/header-flags.ts";
import { Bridge, type Send } from "./bridge.ts";

/** Time for answers that are under way when the input ends. */
const END_MS = 5000;

export async function run({ config, flags, valuesOf, print }: ToolContext): Promise<void> {
  const headers = readHeaders(valuesOf("header"));
  const { url } = flags;
  const { send, close } = typeof url === "string" ? overHttp(url) : await inProcess(config);
  const withHeaders: Send = (init) => send({ ...init, headers: { ...headers, ...init.headers } });
  const bridge = new Bridge(withHeaders, print);
  const lines = createInterface({ input: process.stdin });
  void stopSignal().then(() => lines.close());
  for await (const line of lines) bridge.receive(line);
  await bridge.end(AbortSignal.timeout(END_MS));
  await close();
  return end(0);
}

interface Way {
  readonly send: Send;
  close(): Promise<void>;
}

function overHttp(url: string): Way {
  if (!URL.canParse("/mcp", url))
    throw new UsageError(`--url is not a URL: ${url}\n  hint: write --url http://localhost:3000`);
  const target = new URL("/mcp", url);
  const unreachable = (error: unknown) => {
    throw new Error(`${target.href} cannot be reached: ${messageOf(error)}`);
  };
  return { send: (init) => fetch(target, init).catch(unreachable), close: async () => {} };
}

/** Starts what the config describes. It logs to standard error, as standard output belongs to the protocol. */
async function inProcess(config: string | undefined): Promise<Way> {
  const booted = await boot({ ...configHere(config), overrides: { host: "127.0.0.1", port: 0 } });
  const endpoint = booted.registry.route("mcp.postMessage");
  if (endpoint === undefined)
    throw new UsageError("the plugin mcp is off\n  hint: remove mcp: false from plugins");
  standardOutput.write = (lines) => void process.stderr.write(lines);
  const server = await startServer(booted, { log: await createLog() });
  return {
    send: (init) => server.fetch(new Request(`http://localhost${endpoint.path}`, init)),
    close: () => server.close(),
  };
}
