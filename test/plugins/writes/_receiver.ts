/** A receiver of webhooks, and a service with rooms whose changes it receives. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { definePlugin, type Plugin, type PluginSetting } from "waymark";
import { Store } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { z } from "zod";
import preset from "waymark/preset";
import { badges } from "../identity/_setup.ts";
import { jsonRequest, startServer } from "../../_setup.ts";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly data: { readonly path: string; readonly kind: string; readonly key?: string };
  readonly type: string;
}

/** Answers with the status that `answer` returns, 204 by default. */
export async function receiver(
  answer: (received: Received, count: number) => number | Promise<number> = () => 204,
) {
  const all: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      const { type, data } = JSON.parse(body) as Pick<Received, "type" | "data">;
      const received = { headers: request.headers, body, type, data };
      all.push(received);
      const status = await answer(received, all.length);
      response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:1/" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, all };
}

/** Waits until something holds, 20 s at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1000 && !(await holds()); i++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await holds()).toBe(true);
}

const Room = z.object({ id: z.string(), name: z.string() });

export const rooms = definePlugin({
  id: "rooms",
  summary: "Keeps rooms.",
  needs: { store: Store },
  tables: { rooms: { of: Room, key: "id" } },
  errors: { late: { status: 409, message: "Refused after the write." } },
  routes: {
    getRoom: {
      method: "GET",
      path: "/api/rooms/{id}",
      summary: "Read a room.",
      returns: Room,
      errors: ["resource-not-found"],
      cache: { scope: "private", maxAge: "0s" },
    },
    listRooms: {
      method: "GET",
      path: "/api/rooms",
      summary: "List rooms.",
      list: { of: Room, as: "rooms", name: "RoomsList", relations: { item: "getRoom" } },
      publish: { rootLink: "rooms" },
      cache: { scope: "private", maxAge: "0s" },
    },
    putRoom: {
      method: "PUT",
      path: "/api/rooms/{id}",
      summary: "Replace a room, or add it.",
      body: Room,
      returns: Room,
      statuses: [201],
      errors: ["late"],
      idempotency: "natural",
    },
    removeRoom: {
      method: "DELETE",
      path: "/api/rooms/{id}",
      summary: "Remove a room.",
      empty: true,
      errors: ["resource-not-found"],
      idempotency: "natural",
    },
  },
  handlers: ({ store }) => ({
    listRooms: ({ query }) => store.table("rooms").list(query),
    getRoom: async ({ params: { id }, fail }) =>
      (await store.table("rooms").find<z.output<typeof Room>>(id)) ?? fail("resource-not-found"),
    async putRoom(call) {
      if (await store.table("rooms").upsert(call.body)) call.status(201);
      if (call.body.name === "late") call.fail("late");
      return call.body;
    },
    async removeRoom({ params: { id }, fail }) {
      if (!(await store.table("rooms").remove(id))) fail("resource-not-found");
    },
  }),
}) as Plugin;

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Options under which a receiver of the test is a target. */
export const local = {
  enabled: true,
  allowHttp: true,
  allowNetworks: ["127.0.0.0/8"],
  backoff: { base: "20ms", max: "100ms", jitter: "none" },
} as const;

/** Starts rooms with webhooks, and with badges that identify callers where `access` says so. */
export async function startRooms(
  webhooks: object,
  settings: Readonly<Record<string, PluginSetting>> = {},
  plugins: readonly Plugin[] = [],
): Promise<TestServer> {
  const identity = settings["access"] === undefined ? [] : [badges as Plugin];
  return startServer({
    plugins: [...preset, rooms, ...identity, ...plugins],
    config: {
      plugins: {
        webhooks: { ...local, ...webhooks },
        "rate-limit": { limit: 100_000 },
        ...settings,
      },
    },
  });
}

export const send = (
  server: Pick<TestServer, "request">,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
) => server.request(path, jsonRequest(method, body, headers));

export const put = (server: Pick<TestServer, "request">, id: string, name = id) =>
  send(server, "PUT", `/api/rooms/${id}`, { id, name });
