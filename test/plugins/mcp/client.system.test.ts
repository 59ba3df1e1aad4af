/** The protocol as its own client and its own conformance suite see it, over HTTP and over standard input and output. */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { draw, seed } from "../../_draw.ts";
import { folderOf } from "../../_folder.ts";
import { startServer } from "../../_setup.ts";
import { BIN, ENV } from "../../kernel/cli/_run.ts";
import { importOpinion, needsOpinions, opinionFile } from "../../opinions/index.ts";

interface Result {
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}
interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getNegotiatedProtocolVersion(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { readonly name: string; readonly arguments: object }): Promise<Result>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly unknown[] }>;
  readResource(params: { readonly uri: string }): Promise<{
    readonly contents: readonly { readonly text?: string; readonly mimeType?: string }[];
  }>;
}
interface Library {
  readonly Client: new (info: object, options: object) => Client;
  readonly StreamableHTTPClientTransport: new (url: URL) => object;
}
interface Stdio {
  readonly StdioClientTransport: new (options: {
    readonly command: string;
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stderr: "ignore";
  }) => object;
}

needsOpinions();

const VERSIONS = [
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025-11-25", "legacy"],
] as const;

/** Connects a client through these processes or addresses, and closes it when the test ends. */
async function connect(mode: unknown, transport: (library: Library) => Promise<object>) {
  const library = await importOpinion<Library>("@modelcontextprotocol/client");
  const client = new library.Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode } },
  );
  await client.connect(await transport(library));
  onTestFinished(() => client.close());
  return client;
}

/** Asks for everything that the protocol has and the plugin offers. The client checks each result by its schema. */
async function useAll(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("offices_listOffices");
  const call = (name: string, args: object) => client.callTool({ name, arguments: args });
  expect(await call("search_operations", { query: "offices" })).toMatchObject({
    structuredContent: { total: expect.any(Number) },
  });
  expect(await call("describe_operation", { operation: "offices.listOffices" })).toMatchObject({
    structuredContent: { operation: "offices.listOffices" },
  });
  const trimmed = await call("offices_listOffices", { fields: ["id"], limit: 1 });
  expect(trimmed).toMatchObject({ structuredContent: { body: { offices: [{ id: "lisboa" }] } } });
  expect(await call("call_operation", { operation: "openapi.showOpenapi" })).toMatchObject({
    structuredContent: { status: 200, leftOut: {} },
  });
  expect(await call("call_operation", { operation: "none.none" })).toMatchObject({ isError: true });
  expect(await call("read_page", { path: "/docs" })).toMatchObject({
    structuredContent: { path: "/docs" },
  });
  const { resources } = await client.listResources();
  const page = resources.find(({ uri }) => uri.endsWith("/docs"));
  const { contents } = await client.readResource({ uri: page?.uri ?? "" });
  expect(contents).toMatchObject([{ mimeType: "text/markdown", text: expect.any(String) }]);
  expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
  await expect(client.readResource({ uri: `${page?.uri}/none` })).rejects.toThrow(/not found/i);
}

const plugins = { mcp: { tools: ["offices.*"] } };

describe.each(VERSIONS)("the official client, version %s", (version, mode) => {
  it("uses all over HTTP", async () => {
    const server = await startServer({ config: { plugins } });
    const client = await connect(mode, async ({ StreamableHTTPClientTransport }) => {
      return new StreamableHTTPClientTransport(new URL("/mcp", server.origin));
    });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    await useAll(client);
  });

  it.each(draw(["in process", "for --url"], 1))(
    `uses all over standard input and output, %s, with SEED=${seed}`,
    async (way) => {
      const server = way === "for --url" ? await startServer({ config: { plugins } }) : undefined;
      const cwd = folderOf({
        "waymark.config.yaml":
          'plugins: { store: { file: ":memory:" }, mcp: { tools: ["offices.*"] } }',
      });
      const url = server === undefined ? [] : ["--url", server.origin];
      const client = await connect(mode, async () => {
        const stdio = "@modelcontextprotocol/client/stdio";
        const { StdioClientTransport } = await importOpinion<Stdio>(stdio);
        const env = ENV as Readonly<Record<string, string>>; // of a process of Node's, which has a PATH
        const args = [BIN, "mcp", ...url];
        return new StdioClientTransport({
          command: process.execPath,
          args,
          cwd,
          env,
          stderr: "ignore",
        });
      });
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      await useAll(client);
    },
  );
});

/** Scenarios that need no tools made for them, by the versions of the protocol that they are about. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
  ],
};

describe.each(Object.entries(SCENARIOS))("the conformance suite, version %s", (version, names) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer()));
  afterAll(() => server.close());

  it.each(draw(names, 2))(`%s, with SEED=${seed}`, async (scenario) => {
    const program = join(
      dirname(opinionFile("@modelcontextprotocol/conformance/package.json")),
      "dist/index.js",
    );
    const url = `${server.origin}/mcp`;
    const args = ["server", "--url", url, "--spec-version", version, "--scenario", scenario];
    // It ends with 1 where a check failed, and its output names that.
    const ended = await promisify(execFile)(process.execPath, [program, ...args]).catch(
      (error: unknown) => error as { readonly stdout: string; readonly stderr: string },
    );
    expect(`${ended.stdout}${ended.stderr}`).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  });
});
