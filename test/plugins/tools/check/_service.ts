/** Two nodes of a service in this process, and the check between them. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll } from "vitest";
import { definePlugin, type Plugin, type WaymarkConfig } from "waymark";
import { resource } from "waymark/resources";
import {
  EventBus,
  Limiter,
  Semaphores,
  Store,
  type ClosableBus,
  type Counter,
} from "waymark/services";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { createClient } from "../../../../plugins/tools/shared/client.ts";
import { checkNodes } from "../../../../plugins/tools/shared/nodes/run.ts";
import type { Report } from "../../../../plugins/tools/shared/report.ts";
import { createCounter } from "../../../../plugins/shared/memory-counter.ts";
import { createBus } from "../../../../plugins/system/event-bus.ts";
import { implemented } from "../../../_offered.ts";
import { folderOf } from "../../../_folder.ts";

const idempotency = await implemented("idempotency");
const PRESET = new Set(
  `request-id rate-limit problem-details links cache lists prefer clock ids event-bus store root schemas size-limits
  server-timing encoding digest metrics health events jobs consistency-policy locales openapi`.split(
    /\s+/,
  ),
);

const notes = definePlugin({
  id: "notes",
  summary: "Keeps notes.",
  ...resource({
    name: { one: "note", many: "notes" },
    path: "/api/notes",
    of: z.object({
      id: z.string(),
      text: z
        .string()
        .min(1)
        .meta({ examples: ["Buy ink"] }),
    }),
    key: "id",
    idempotency: "key",
  }),
});

const Book = z.object({ id: z.string(), title: z.string().meta({ examples: ["Ink"] }) });

/** Books whose list is kept while their data stays the same: the plugin reads nothing but the store. */
export const books: Plugin = definePlugin({
  id: "books",
  summary: "Keeps books.",
  needs: { store: Store },
  schemas: { Book },
  tables: { books: { of: Book, key: "id" } },
  routes: {
    listBooks: {
      method: "GET",
      path: "/api/books",
      summary: "List books.",
      list: { of: Book, as: "books", name: "BooksList" },
      cache: { scope: "public", maxAge: "60s" },
    },
    getBook: {
      method: "GET",
      path: "/api/books/{bookId}",
      summary: "Read a book.",
      returns: Book,
      errors: ["resource-not-found"],
      cache: { scope: "private", maxAge: "0s" },
    },
    addBook: {
      method: "POST",
      path: "/api/books",
      summary: "Add a book.",
      body: Book.omit({ id: true }),
      returns: Book,
      creates: { to: "getBook", with: { bookId: "id" } },
      idempotency: "none",
    },
  },
  handlers: ({ store }) => ({
    listBooks: async () => (await store.table("books").list<z.output<typeof Book>>()).items,
    getBook: async ({ params, fail }) =>
      (await store.table("books").find<z.output<typeof Book>>(params.bookId)) ??
      fail("resource-not-found"),
    async addBook({ body }) {
      const book = { id: randomUUID(), ...body };
      await store.table("books").insert([book]);
      return book;
    },
  }),
});

/** The bus of all servers that are started with it. */
export function sharedBus(): Plugin {
  const bus = createBus(1000, "0123456789abcdef");
  return withBus(() => bus);
}

/** A bus that says that it is that of all nodes. */
export function withBus(open: () => ClosableBus): Plugin {
  return definePlugin({
    id: "event-bus",
    summary: "Carries events between nodes.",
    provides: { bus: EventBus },
    guarantees: { bus: { scope: "cluster" } },
    setup: () => ({
      bus: { ...open(), onPublish: () => () => undefined, waitFor: () => () => undefined },
    }),
  });
}

/** A limiter that says that it counts for all nodes. */
export function withLimiter(open: () => Counter): Plugin {
  return definePlugin({
    id: "limiter",
    summary: "Counts for all nodes.",
    provides: { limiter: Limiter },
    guarantees: {
      limiter: { scope: "cluster", accuracy: { over: 0, early: "None." }, onFailure: "open" },
    },
    setup: () => ({ limiter: { counter: open } }),
  });
}

export function sharedLimiter(): Plugin {
  const counter = createCounter(100);
  return withLimiter(() => counter);
}

/** Semaphores that say that they are those of all nodes; each has the permits of one set of its own. */
export function withSemaphores(open: () => Map<string, number>): Plugin {
  return definePlugin({
    id: "semaphores",
    summary: "Has permits of all nodes.",
    provides: { semaphores: Semaphores },
    guarantees: { semaphores: { scope: "cluster", onFailure: "open" } },
    setup() {
      const counts = open();
      const change = (client: string, by: number) =>
        counts.set(client, (counts.get(client) ?? 0) + by);
      return {
        semaphores: {
          semaphore: () => ({
            acquire(client, permits, signal) {
              if ((counts.get(client) ?? 0) >= permits) return false;
              change(client, 1);
              signal.addEventListener("abort", () => change(client, -1), { once: true });
              return true;
            },
          }),
        },
      };
    },
  });
}

export interface ServiceNodeOptions {
  /** Plugins in place of those with the same ids. */
  readonly plugins?: readonly Plugin[];
  readonly config?: NonNullable<WaymarkConfig["plugins"]>;
}

const folder = folderOf({}, afterAll);

/** The path of a database of its own, removed after the tests. */
export function newFile(): string {
  return join(folder, `${randomUUID()}.db`);
}

/** Starts a node for each of the options, and checks between them; the registry is that of the first. */
export async function checkService(
  options: readonly ServiceNodeOptions[],
  { writes = true, exhaust = false } = {},
): Promise<Report> {
  const file = newFile();
  const nodes = options.map(({ plugins = [], config = {} }) => {
    const usual = [...preset.filter(({ id }) => PRESET.has(id)), notes, idempotency];
    const replaced = new Set(plugins.map(({ id }) => id));
    const others = usual.filter(({ id }) => !replaced.has(id));
    const own = {
      store: { file },
      "rate-limit": { limit: 100_000 },
      events: { heartbeat: "1s" as const }, // the check looks at the time when one comes
      ...config,
    };
    return {
      plugins: [...others, ...plugins],
      config: { baseUrl: "https://service.example", plugins: own },
    };
  });
  const servers = await Promise.all(nodes.map((node) => createTestServer(node)));
  const clients = new Map(servers.map(({ origin }) => [origin, createClient(origin)]));
  const [first] = nodes;
  const { registry } = await boot({
    cwd: "/",
    env: {},
    file: false,
    preset: first?.plugins ?? [],
    overrides: { host: "127.0.0.1", port: 0, ...first?.config },
  });
  try {
    return await checkNodes(registry, { clients, writes, credentials: {} }, { exhaust });
  } finally {
    for (const client of clients.values()) client.close();
    await Promise.all(servers.map((server) => server.close()));
  }
}
