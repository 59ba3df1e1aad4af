/** Logical connection to Redis: a server, the master that Sentinels name, or a cluster. */
import type { RedisClientOptions } from "@redis/client";
import { messageOf } from "waymark";
import type { Options } from "./options.ts";

/** A reply in RESP 2. */
export type Reply = string | number | null | readonly Reply[];

/** Names and values as Redis returns them, one after the other. */
export function pairs(flat: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [
    flat[2 * at] ?? "",
    flat[2 * at + 1] ?? "",
  ]);
}

export interface Link {
  connect(): Promise<unknown>;
  /** Sends a command to the node that has `key`. Rejects at once while the connection is down. */
  send(key: string, command: readonly string[]): Promise<Reply>;
  /** Rejects all commands under way. Never throws. */
  destroy(): void;
}

type Target = Pick<Options, "url" | "sentinel" | "cluster">;

/** Milliseconds after which a server that does not accept a connection counts as away. */
const CONNECT_MS = 2000;
/** The longest wait between two attempts to connect, in milliseconds. */
const RECONNECT_MS = 500;

export interface LinkEvents {
  /** Called each time a connection is made. */
  readonly onReady?: () => void;
  /** Called when the connection is lost or cannot be made, if that is known. */
  readonly onLost?: (cause: unknown) => void;
}

/** Imports the package, which users of the plugin install. Throws with the command that does it. */
async function loadClient() {
  try {
    return await import("@redis/client");
  } catch (cause) {
    throw new Error(
      `the package @redis/client cannot be loaded: ${messageOf(cause)}\n  hint: npm install @redis/client`,
      { cause },
    );
  }
}

/** Returns a link that connects again whenever its connection is lost. */
export async function createLink(
  { url, sentinel, cluster }: Target,
  { onReady = () => {}, onLost = () => {} }: LinkEvents = {},
): Promise<Link> {
  // Loaded here, so that what only reads the plugin's declaration does without.
  const { createClient, createCluster, createSentinel } = await loadClient();
  const addresses = url.split(",").map((address) => new URL(address.trim()));
  const [first] = addresses;
  const nodes = nodeOptions(first);
  const ignore = () => undefined; // the commands that fail tell
  if (sentinel !== undefined) {
    const { master, username, password } = sentinel;
    const link = createSentinel({
      name: master,
      RESP: 2,
      sentinelRootNodes: addresses.map(({ hostname, port }) => ({
        host: hostname,
        port: Number(port || 26_379),
      })),
      nodeClientOptions: nodes,
      sentinelClientOptions: {
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
        socket: nodes.socket,
      },
      scanInterval: 1000,
    }).on("error", ignore);
    return {
      connect: async () => {
        await link.connect();
        onReady();
      },
      send: (_key, command) => link.sendCommand(false, [...command]),
      destroy: quietly(() => void link.destroy().catch(ignore)),
    };
  }
  if (cluster) {
    const link = createCluster({
      RESP: 2,
      rootNodes: addresses.map(({ href }) => ({ url: href })),
      defaults: nodes,
      minimizeConnections: true,
    }).on("error", ignore);
    return {
      connect: async () => {
        await link.connect();
        onReady();
      },
      send: (key, command) => link.sendCommand(key, false, [...command]),
      destroy: quietly(() => link.destroy()),
    };
  }
  const link = createClient({ ...nodes, url: addresses[0]?.href ?? "", RESP: 2 })
    .on("error", (cause: unknown) => {
      if (!link.isReady) onLost(cause);
    })
    .on("ready", onReady);
  return {
    connect: () => link.connect(),
    send: (_key, command) => link.sendCommand([...command]),
    destroy: quietly(() => link.destroy()),
  };
}

function quietly(destroy: () => void): () => void {
  return () => {
    try {
      destroy();
    } catch {
      // a client that never was connected cannot be closed
    }
  };
}

function nodeOptions(address: URL | undefined): RedisClientOptions & { socket: object } {
  const { username, password, pathname, protocol } = address ?? new URL("redis://localhost");
  return {
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { database: Number(pathname.slice(1)) }),
    // A command is of no use later, because its sender decides at once without it.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries: number) =>
        Math.min(RECONNECT_MS, 50 * 2 ** Math.min(retries, 4)),
      ...(protocol === "rediss:" && { tls: true }),
    },
  };
}
