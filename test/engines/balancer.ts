/** HAProxy in front of nodes, which it asks whether they are ready. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { whereIs } from "../_programs.ts";
import { Engine } from "./engine.ts";
import { unprivilegedUser } from "./guard.ts";
import { freePort } from "./ports.ts";

export interface BalancerOptions {
  /** Milliseconds between two looks at a node; it is left out after two failures. Default: 200. */
  readonly everyMs?: number;
  /** Milliseconds that an answer may take. Default: 5000, as a busy machine is slow. */
  readonly checkMs?: number;
  /** Headers that it adds to answers. Default: none. */
  readonly adds?: Readonly<Record<string, string>>;
}

export interface Balancer {
  readonly url: string;
  /** Returns the nodes by URL, each with whether it gets requests. */
  states(): Promise<ReadonlyMap<string, boolean>>;
  /** Resolves once this node gets requests, or none any more. */
  until(node: string, isUp: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startBalancer(
  nodes: readonly string[],
  { everyMs = 200, checkMs = 5000, adds = {} }: BalancerOptions = {},
): Promise<Balancer> {
  const port = await freePort();
  const engine = new Engine("SIGTERM", unprivilegedUser());
  const file = join(engine.folder, "haproxy.cfg");
  const socket = join(engine.folder, "stats");
  const headers = Object.entries(adds).map(
    ([name, value]) => `  http-response set-header ${name} "${value}"\n`,
  );
  const servers = nodes.map((url, index) => `  server ${index} ${new URL(url).host} check\n`);
  writeFileSync(
    file,
    `global
  stats socket ${socket}
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check ${checkMs}ms
  default-server inter ${everyMs}ms fall 2 rise 1
listen nodes
  bind 127.0.0.1:${port}
  option httpchk GET /api/ready
  http-check expect status 200
  http-reuse safe
  option redispatch
  option forwardfor
${headers.join("")}${servers.join("")}`,
  );
  await engine.start({
    program: whereIs("haproxy"),
    args: ["-db", "-V", "-f", file],
    ready: /as the polling mechanism/,
  });

  /** Columns of `show stat`: name, status and more. */
  const states = async () => {
    const client = connect(socket);
    await once(client, "connect");
    client.end("show stat\n");
    const rows = (await text(client)).split("\n").map((row) => row.split(","));
    return new Map(
      nodes.map((url, index) => {
        const row = rows.find(([, name]) => name === String(index));
        return [url, row?.[17]?.startsWith("UP") === true];
      }),
    );
  };
  // It prints its line just before it listens.
  while ((await states().catch(() => undefined)) === undefined) await sleep(10);

  return {
    url: `http://127.0.0.1:${port}`,
    states,
    until: async (node, isUp) => {
      while ((await states()).get(node) !== isUp) await sleep(20);
    },
    stop: () => engine.stop(),
  };
}
