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
import { json, jsonRequest, startServer, until } from "../../_setup.ts";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly data: { readonly path: string; readonly kind: string; readonly key?: string };
  readonly type: string;
}

interface Challenge {
  readonly subscription: string;
  readonly challenge: string;
}

/**
 * Answers with the status that `answer` returns, 204 by default. `confirm` returns the answer to a challenge, which it returns
 * by default; `all` has no challenges.
 */
export async function receiver(
  answer: (received: Received, count: number) => number | Promise<number> = () => 204,
  {
    confirm = ({ challenge }: Challenge): string | undefined => challenge,
    host = "127.0.0.1",
    port = 0,
  } = {},
) {
  const all: Received[] = [];
  const challenges: (Received & { readonly data: Challenge })[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      const { type, data } = JSON.parse(body) as Pick<Received, "type" | "data">;
      const received = { headers: request.headers, body, type, data };
      if (type === "webhook.confirmation") {
        const { data: asked } = JSON.parse(body) as { data: Challenge };
        challenges.push({ ...received, data: { ...data, ...asked } });
        const text = confirm(asked);
        response.writeHead(text === undefined ? 500 : 200).end(text);
        return;
      }
      all.push(received);
      const status = await answer(received, all.length);
      response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:1/" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}/hook`;
  return { url, all, challenges };
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
  backoff: { base: "20ms", max: "100ms" },
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

export const SUBSCRIPTIONS = "/api/webhook-subscriptions";

export interface Subscription {
  readonly id: string;
  readonly secret: string;
  readonly active: boolean;
  readonly pending: boolean;
  readonly pausedAt?: string;
  readonly pausedBecause?: string;
  readonly expiresAt?: string;
}

/** Subscribes, and waits until the receiver has confirmed. */
export async function subscribe(
  server: Pick<TestServer, "request">,
  url: string,
  headers: object,
  more: object = {},
): Promise<Subscription> {
  const answer = await send(server, "POST", SUBSCRIPTIONS, { url, ...more }, headers);
  expect(answer.status).toBe(201);
  const made = await json<Subscription>(answer);
  await until(async () => !(await readSubscription(server, made.id, headers)).pending);
  return made;
}

export const readSubscription = async (
  server: Pick<TestServer, "request">,
  id: string,
  headers: object,
) => json<Subscription>(await send(server, "GET", `${SUBSCRIPTIONS}/${id}`, undefined, headers));
