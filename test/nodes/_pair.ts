/** Two nodes in this process, on one PostgreSQL and one Redis. */
import type { PluginSetting, WaymarkConfig } from "waymark";
import type { TestServer } from "waymark/testing";
import { startRedis, type Redis } from "../engines/redis.ts";
import { postgresOptions } from "../plugins/store/_engines.ts";
import { jsonRequest, startServer } from "../_setup.ts";

type Plugins = Readonly<Record<string, PluginSetting>>;

let redis: Promise<Redis> | undefined;
let services = 0;

/** Ends what the tests of a file shared. */
export async function endEngines(): Promise<void> {
  await (await redis)?.stop();
}

/** Returns the settings of plugins that make nodes one service, on an empty database. */
export async function oneService(): Promise<Plugins> {
  const { url } = await (redis ??= startRedis());
  return {
    store: { ...(await postgresOptions()), versions: {} },
    redis: { url, prefix: `service-${++services}`, timeout: "2s" },
    "rate-limit": { limit: 1_000_000 },
  };
}

/** Starts two nodes at once, each called after its letter. Closed when the test ends. */
export async function pair(
  plugins: Plugins,
  start: (config: WaymarkConfig) => Promise<TestServer> = async (config) => {
    return startServer({ config });
  },
): Promise<[a: TestServer, b: TestServer]> {
  const shared = await oneService();
  const config = { baseUrl: "https://api.example.com", plugins: { ...shared, ...plugins } };
  return Promise.all([start({ ...config, instance: "a" }), start({ ...config, instance: "b" })]);
}

/** Sends JSON and reads the answer. */
export async function send(
  server: Pick<TestServer, "request">,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await server.request(path, jsonRequest(method, body, headers));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
