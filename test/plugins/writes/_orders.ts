/** Servers with the shop, and clients that send keys. */
import { definePlugin, definePolicy, type WaymarkConfig } from "waymark";
import type { FixedClock, TestServer } from "waymark/testing";
import { ordersPlugin, type Gate, type Runs } from "./_shop.ts";
import { startServer } from "../../_setup.ts";

export interface Shop {
  readonly server: TestServer;
  /** Runs of handlers. */
  readonly runs: Runs;
  readonly config: WaymarkConfig;
  send(method: string, path: string, options?: Sent): Promise<Received>;
  /** Ids of the orders that are there. */
  orders(): Promise<readonly string[]>;
}

export interface Sent {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
  readonly status: number;
  readonly body: string;
  readonly code: string | undefined;
  header(name: string): string | null;
}

/** Identifies callers by the header X-Name. */
const names = definePlugin({
  id: "names",
  summary: "Identifies callers by name.",
  policies: [
    definePolicy({
      id: "names",
      reads: { "x-name": { description: "Name of the caller." } },
      compile: () => ({
        begin(call) {
          const name = call.header("x-name");
          if (name !== undefined) call.principal = { id: name, kind: "names", name, scopes: [] };
        },
      }),
    }),
  ],
});

interface ShopOptions {
  readonly gate?: Gate;
  readonly clock?: FixedClock;
  readonly trustedProxies?: readonly string[];
}

export async function openShop(
  options: Readonly<Record<string, unknown>> = {},
  { gate, clock, ...keys }: ShopOptions = {},
): Promise<Shop> {
  const runs: Runs = { count: 0 };
  const config: WaymarkConfig = {
    ...keys,
    plugins: {
      names,
      orders: ordersPlugin(runs, gate),
      idempotency: { enabled: true, ...options },
      "rate-limit": { limit: 1_000_000 },
    },
  };
  const server = await startServer({ config, ...(clock === undefined ? {} : { clock }) });
  const { send, orders } = clientOf((path, init) => server.request(path, init));
  return { server, runs, config, send, orders };
}

/** Sends requests with keys, as a client does. */
export function clientOf(
  request: (path: string, init: RequestInit) => Promise<Response>,
): Pick<Shop, "send" | "orders"> {
  const send: Shop["send"] = async (method, path, { key, body, headers } = {}) => {
    const answer = await request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const code = answer.status < 400 ? undefined : /"code":"([^"]+)"/.exec(text)?.[1];
    return { status: answer.status, body: text, code, header: (name) => answer.headers.get(name) };
  };
  return {
    send,
    async orders() {
      const { body } = await send("GET", "/api/orders?limit=100");
      return (JSON.parse(body) as { orders: { id: string }[] }).orders.map(({ id }) => id);
    },
  };
}
