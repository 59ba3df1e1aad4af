/** Actions of a resource: steps of its life, with the conditions, the ETag and the links of the resource. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import { pluginChecks, type Requests } from "waymark/testing";
import { z } from "zod";
import { json, startServer } from "../../_setup.ts";
import { sends } from "./_resources.ts";

const Booking = z.object({
  id: z.string(),
  room: z.string().min(1),
  status: z.enum(["tentative", "confirmed", "checked-in", "cancelled"]).default("tentative"),
  confirmedBy: z.string().optional(),
});

const bookings = resource({
  name: { one: "booking", many: "bookings" },
  path: "/api/bookings",
  of: Booking,
  key: "id",
  owner: "guest",
  access: { read: "authenticated", write: "authenticated" },
  idempotency: "key",
  errors: { "room-closed": { status: 409, message: "The room is closed." } },
  actions: {
    confirm: {
      summary: "Confirm a booking.",
      description: "The room is then kept.",
      from: { status: ["tentative"] },
      set: (_row, { principal }) => ({ status: "confirmed", confirmedBy: principal?.id }),
    },
    checkIn: {
      summary: "Check in.",
      from: { status: ["tentative", "confirmed"] },
      set: { status: "checked-in" },
      async rule({ action, before, table, fail }) {
        const { items } = await table.list({
          filters: [
            { field: "room", operator: "eq", value: before.room },
            { field: "status", operator: "eq", value: "checked-in" },
          ],
        });
        if (items.length > 0) fail("room-closed", { detail: `${action}: another guest is there.` });
      },
    },
    cancel: { summary: "Cancel a booking.", set: { status: "cancelled", confirmedBy: undefined } },
  },
  rule({ kind, after, fail }) {
    if (kind === "action" && after.room === "closed" && after.status === "confirmed")
      fail("room-closed");
  },
});

const plugin = definePlugin({ id: "bookings", summary: "Bookings of rooms.", ...bookings });

async function start() {
  const server = await startServer({
    signIn: true,
    plugins: [...preset, plugin],
    config: { plugins: { "rate-limit": false, access: true, idempotency: { enabled: true } } },
  });
  return { server, ann: server.as({ id: "ann" }), bo: server.as({ id: "bo" }) };
}

async function book(caller: Requests, room = "aurora") {
  const made = await caller.request("/api/bookings", sends("POST", { room }));
  return { path: String(made.headers.get("location")), etag: String(made.headers.get("etag")) };
}

const act = (caller: Requests, target: string, headers: Record<string, string> = {}) =>
  caller.request(target, { method: "POST", headers });

describe("an action", () => {
  it("answers with the resource as it is then, as the route that reads it does", async () => {
    const { ann } = await start();
    const { path, etag } = await book(ann);
    const answer = await act(ann, `${path}/confirm`, { "if-match": etag });
    expect(answer.status).toBe(200);
    const body = await json(answer);
    expect(body).toMatchObject({
      status: "confirmed",
      confirmedBy: "ann",
      _links: { self: { href: path } },
    });
    const read = await ann.request(path);
    expect(await json(read)).toEqual(body);
    expect(read.headers.get("etag")).toBe(answer.headers.get("etag"));
    expect(read.headers.get("etag")).not.toBe(etag);
    const again = await act(ann, `${path}/cancel`, { "if-match": etag });
    expect(again.status).toBe(412);
    const cancelled = await json(await act(ann, `${path}/cancel`));
    expect(cancelled).toMatchObject({ status: "cancelled" });
    expect(cancelled).not.toHaveProperty("confirmedBy");
  });

  it("begins in the states that it names, and is refused with them in all others", async () => {
    const { ann } = await start();
    const { path } = await book(ann);
    expect((await act(ann, `${path}/cancel`)).status).toBe(200);
    const refused = await act(ann, `${path}/check-in`);
    expect(refused.status).toBe(409);
    expect(await json(refused)).toMatchObject({
      error: {
        code: "booking-state",
        detail: 'checkIn begins with status "tentative" or "confirmed". Nothing was changed.',
        errors: [
          { pointer: "/status", detail: 'Allowed before checkIn: "tentative", "confirmed".' },
        ],
      },
    });
    expect(await json(await ann.request(path))).toMatchObject({ status: "cancelled" });
  });

  it("runs its own rule and that of the resource", async () => {
    const { ann, bo } = await start();
    const closed = await act(ann, `${(await book(ann, "closed")).path}/confirm`);
    expect(await json(closed)).toMatchObject({ error: { code: "room-closed" } });
    expect((await act(bo, `${(await book(bo)).path}/check-in`)).status).toBe(200);
    const taken = await act(ann, `${(await book(ann)).path}/check-in`);
    expect(await json(taken)).toMatchObject({
      error: { code: "room-closed", detail: "checkIn: another guest is there." },
    });
  });

  it("reaches the caller's own rows alone", async () => {
    const { server, ann, bo } = await start();
    const { path, etag } = await book(ann);
    expect((await act(bo, `${path}/confirm`)).status).toBe(404);
    expect((await act(bo, `${path}/confirm`, { "if-match": etag })).status).toBe(412);
    expect((await act(server, `${path}/confirm`)).status).toBe(401);
    expect((await act(ann, "/api/bookings/none/confirm")).status).toBe(404);
    expect(await json(await ann.request(path))).toMatchObject({ status: "tentative" });
  });

  it("is done once for one Idempotency-Key", async () => {
    const { ann } = await start();
    const { path } = await book(ann);
    const key = { "idempotency-key": '"once"' };
    const first = await act(ann, `${path}/confirm`, key);
    const second = await act(ann, `${path}/confirm`, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await second.text()).toBe(await first.text());
    expect((await act(ann, `${path}/confirm`)).status).toBe(409);
  });

  it("lets one of several callers win", async () => {
    const { ann } = await start();
    const { path } = await book(ann);
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(ann, `${path}/confirm`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });

  it("is a mutation of GraphQL, and an operation of OpenAPI", async () => {
    const { ann } = await start();
    const { path } = await book(ann);
    const bookingId = path.slice(path.lastIndexOf("/") + 1);
    const query = `mutation { confirmBooking(bookingId: "${bookingId}") { status etag booking { status } } }`;
    const answer = await ann.request("/api/graphql", sends("POST", { query }));
    expect(await json(answer)).toMatchObject({
      data: { confirmBooking: { status: 200, booking: { status: "confirmed" } } },
    });
    const { paths } = await json(await ann.request("/api/openapi"));
    expect(Object(paths)["/api/bookings/{bookingId}/check-in"].post).toMatchObject({
      operationId: "bookings.checkInBooking",
      responses: { 200: {}, 409: {}, 412: {} },
    });
  });

  it("reports a row that its own function made wrong as a mistake of the service", async () => {
    const server = await startServer({
      plugins: [
        ...preset,
        definePlugin({
          id: "notes",
          summary: "Notes.",
          ...resource({
            name: { one: "note", many: "notes" },
            path: "/api/notes",
            of: z.object({ id: z.string(), stars: z.int().max(1).default(0) }),
            key: "id",
            actions: { praise: { summary: "Praise.", set: ({ stars }) => ({ stars: stars + 1 }) } },
          }),
        }),
      ],
    });
    const made = await server.request("/api/notes", sends("POST", {}));
    const path = String(made.headers.get("location"));
    expect((await act(server, `${path}/praise`)).status).toBe(200);
    expect((await act(server, `${path}/praise`)).status).toBe(500);
  });
});

it("conforms", async () => {
  const names: string[] = [];
  const options = { config: { plugins: { access: true, idempotency: { enabled: true } } } };
  for await (const { name, run } of pluginChecks(plugin, options)) {
    if (name.startsWith("with the preset")) break;
    await run();
    names.push(name);
  }
  expect(names.join("\n")).toContain("/check-in");
});
