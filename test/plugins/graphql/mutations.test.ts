/** Fields of the mutation are writes of the routes that they stand for. */
import { expect, it } from "vitest";
import { as } from "../identity/_setup.ts";
import { json, recordingLog } from "../../_setup.ts";
import { startBookings } from "./_bookings.ts";
import { get, post, type Answer } from "./_setup.ts";

const CREATE = `mutation($input: CreateBookingInput!) {
  createBooking(input: $input) { status etag location booking { id state seats note guests { name birth_year } } }
}`;
const REPLACE = `mutation($id: String!, $input: ReplaceBookingInput!, $ifMatch: String, $ifNoneMatch: String) {
  replaceBooking(bookingId: $id, input: $input, ifMatch: $ifMatch, ifNoneMatch: $ifNoneMatch) {
    status etag location booking { revision }
  }
}`;
const PATCH = `mutation($id: String!, $patch: BookingPatch!, $ifMatch: String!) {
  patchBooking(bookingId: $id, patch: $patch, ifMatch: $ifMatch) { status etag booking { seats note } }
}`;
const REMOVE = `mutation($id: String!, $ifMatch: String) {
  removeBooking(bookingId: $id, ifMatch: $ifMatch) { status }
}`;
const ONE = { id: "a", roomId: "r1", seats: 2 };

it("creates, and says the entity tag and the path of the resource", async () => {
  const { mutate, ask } = await startBookings();
  const guests = [{ name: "Ann", birth_year: 1970 }];
  const { data, errors } = await mutate(CREATE, { input: { ...ONE, guests } });
  expect(errors).toBeUndefined();
  const read = await ask("/api/bookings/a", { headers: { accept: "application/json" } });
  expect(data).toEqual({
    createBooking: {
      status: 201,
      etag: read.headers.get("etag"),
      location: "/api/bookings/a",
      booking: { id: "a", state: "asked", seats: 2, note: null, guests },
    },
  });
  expect(await json(read)).toMatchObject({ guests: [{ name: "Ann", "birth-year": 1970 }] });
});

it("replaces, under conditions where they are named", async () => {
  const { mutate } = await startBookings();
  const { id: _, ...input } = ONE;
  const whole = { id: "a", input: { ...input, id: "a" } };
  const first = await mutate(REPLACE, { ...whole, ifNoneMatch: "*" });
  const { etag, ...created } = first.data?.["replaceBooking"] ?? { etag: "" };
  expect(created).toEqual({ status: 201, location: "/api/bookings/a", booking: { revision: 1 } });
  const second = await mutate(REPLACE, { ...whole, ifMatch: etag });
  expect(second.data).toMatchObject({
    replaceBooking: { status: 200, location: null, booking: { revision: 2 } },
  });
  const third = await mutate(REPLACE, { ...whole, ifMatch: etag });
  expect(third.data).toEqual({ replaceBooking: null });
  expect(third.errors).toMatchObject([
    {
      message: expect.stringContaining("If-Match does not hold"),
      path: ["replaceBooking"],
      extensions: { code: "precondition-failed", status: 412, errors: [{ path: ["ifMatch"] }] },
    },
  ]);
  const fourth = await mutate(REPLACE, { ...whole, ifNoneMatch: "*" });
  expect(fourth.errors).toMatchObject([{ extensions: { errors: [{ path: ["ifNoneMatch"] }] } }]);
});

it("patches: null removes, and an absent field stays", async () => {
  const { mutate } = await startBookings();
  await mutate(CREATE, { input: { ...ONE, note: "By the window." } });
  const patch = (change: object) => mutate(PATCH, { id: "a", patch: change, ifMatch: "*" });
  expect((await patch({ seats: 3 })).data?.["patchBooking"]).toMatchObject({
    status: 200,
    booking: { seats: 3, note: "By the window." },
  });
  expect((await patch({ note: null })).data?.["patchBooking"]).toMatchObject({
    booking: { seats: 3, note: null },
  });
  expect((await patch({ seats: null })).errors).toMatchObject([
    {
      extensions: {
        code: "unprocessable-content",
        status: 422,
        errors: [{ path: ["patch", "seats"] }],
      },
    },
  ]);
  const unconditional = 'mutation { patchBooking(bookingId: "a", patch: { seats: 4 }) { status } }';
  expect((await mutate(unconditional)).errors?.[0]?.message).toContain("ifMatch");
});

it("removes, and once", async () => {
  const { mutate } = await startBookings();
  await mutate(CREATE, { input: ONE });
  expect((await mutate(REMOVE, { id: "a" })).data).toEqual({ removeBooking: { status: 204 } });
  const again = await mutate(REMOVE, { id: "a" });
  expect(again.data).toEqual({ removeBooking: null });
  expect(again.errors).toMatchObject([{ extensions: { code: "resource-not-found", status: 404 } }]);
});

it("runs one field after the other, and each sees what was written before", async () => {
  const { mutate, ask } = await startBookings();
  const fields = ["a", "b", "a", "c"].map(
    (id, at) => `m${at}: createBooking(input: { id: "${id}", roomId: "r1", seats: 1 }) {
      booking { id room { bookings } } }`,
  );
  const rooms = 'query { bookings { id } room(roomId: "r1") { bookings } }';
  expect((await mutate(rooms)).data).toEqual({ bookings: [], room: { bookings: 0 } });
  await mutate(rooms); // kept from now on
  const { data, errors } = await mutate(`mutation { ${fields.join(" ")}
    last: removeBooking(bookingId: "b") { status } }`);
  const booked = (id: string, bookings: number) => ({ booking: { id, room: { bookings } } });
  expect(data).toEqual({
    m0: booked("a", 1),
    m1: booked("b", 2),
    m2: null,
    m3: booked("c", 3),
    last: { status: 204 },
  });
  expect(errors).toMatchObject([
    { path: ["m2"], extensions: { code: "resource-exists", status: 409 } },
  ]);
  expect((await mutate(rooms)).data).toEqual({
    bookings: [{ id: "a" }, { id: "c" }],
    room: { bookings: 2 },
  });
  const again = await ask("/api/bookings");
  expect((await json<{ bookings: [] }>(again)).bookings).toHaveLength(2);
});

it("runs as often as it is asked to: its answer is never kept", async () => {
  const { mutate } = await startBookings();
  const replace = `mutation {
    replaceBooking(bookingId: "a", input: { id: "a", roomId: "r", seats: 1 }) { booking { revision } } }`;
  for (const revision of [1, 2, 3, 4])
    expect((await mutate(replace)).data).toEqual({ replaceBooking: { booking: { revision } } });
});

it("says which part of an input is wrong, by its name in GraphQL", async () => {
  const { mutate } = await startBookings();
  const guests = [{ name: "Ann" }, { name: "", birth_year: 1970 }];
  const { errors } = await mutate(CREATE, { input: { ...ONE, id: "a/b", seats: 0, guests } });
  expect(errors).toMatchObject([
    {
      extensions: {
        errors: [["id"], ["seats"], ["guests", 1, "name"]].map((path) => ({
          path: ["input", ...path],
        })),
      },
    },
  ]);
});

it("has results with a status of errors, where the route answers with one", async () => {
  const { mutate } = await startBookings();
  const text = 'mutation { checkBooking(bookingId: "a") { status result: booking { problems } } }';
  const { data } = await mutate(text);
  expect(data).toEqual({ checkBooking: { status: 409, result: { problems: 3 } } });
});

it("hides what fails, and logs it without what was sent", async () => {
  const { log, lines } = recordingLog();
  const { mutate } = await startBookings({ log });
  const { errors } = await mutate('mutation { failBooking(bookingId: "a") { status } }');
  expect(errors).toMatchObject([{ extensions: { code: "internal-error", status: 500 } }]);
  expect(JSON.stringify(errors)).not.toContain("secret");
  expect(lines.filter(({ level }) => level === "error")).toHaveLength(1);
});

it("asks its caller for what the route asks, and has its query parameters and headers", async () => {
  const { mutate } = await startBookings();
  await mutate(CREATE, { input: ONE });
  await mutate(CREATE, { input: { ...ONE, id: "b", roomId: "r2" } });
  const text = `mutation {
    removeAllBookings(roomId: "r2", xReason: "rain") { status allBookings { removed reason by } } }`;
  const refusals = [
    [{}, "authentication-required", 401],
    [as("ben"), "insufficient-scope", 403],
  ] as const;
  for (const [headers, code, status] of refusals)
    expect((await mutate(text, {}, headers)).errors).toMatchObject([
      { extensions: { code, status } },
    ]);
  expect((await mutate(text, {}, as("ann"))).data).toEqual({
    removeAllBookings: { status: 200, allBookings: { removed: 1, reason: "rain", by: "Ann" } },
  });
});

it.each(["", ".", "..", "\u{D800}", "all"])(
  "takes no key that a path cannot have: %j",
  async (id) => {
    const { mutate } = await startBookings();
    await mutate(CREATE, { input: ONE });
    const { errors } = await mutate(REMOVE, { id }, as("ann"));
    expect(errors).toMatchObject([{ extensions: { code: "resource-not-found", status: 404 } }]);
    expect((await mutate("{ bookings { id } }")).data).toEqual({ bookings: [{ id: "a" }] });
  },
);

it.each(["a/b", "a?b", "a#b", "%2e%2e", "ü", "a b", "x%", "\\"])(
  "encodes a key: %j",
  async (id) => {
    const { mutate } = await startBookings();
    const { errors } = await mutate(REMOVE, { id }, as("ann"));
    expect(errors).toMatchObject([{ extensions: { code: "resource-not-found", status: 404 } }]);
  },
);

it.each(["a\r\nx: y", "\0", "\u{1F9ED}", "\n"])("sends no header %j", async (ifMatch) => {
  const { mutate } = await startBookings();
  const { errors } = await mutate(REMOVE, { id: "a", ifMatch });
  expect(errors).toMatchObject([
    { extensions: { code: "bad-request", status: 400, errors: [{ path: ["ifMatch"] }] } },
  ]);
});

it("is for POST only", async () => {
  const { ask } = await startBookings();
  const query = 'mutation { removeBooking(bookingId: "a") { status } }';
  const answer = await get(ask, { query });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    expect((await post(ask, { query }, { "content-type": type })).status).toBe(415);
});

it("bounds the writes of one document, and counts each in the caller's limit", async () => {
  const { ask, mutate } = await startBookings({
    config: { plugins: { "rate-limit": { limit: 10 } } },
  });
  const many = (count: number) =>
    `mutation { ${Array.from({ length: count }, (_, at) => `m${at}: removeBooking(bookingId: "a") { status }`).join(" ")} }`;
  const bomb = await post(ask, { query: many(1000) });
  expect(bomb.status).toBe(422);
  expect(await json(bomb)).not.toHaveProperty("data");
  const { errors = [] } = await mutate(many(20));
  const statuses = errors.map(({ extensions = {} }) => extensions);
  expect(statuses.map(({ code }) => code)).toEqual([
    ...Array.from({ length: 8 }, () => "resource-not-found"),
    ...Array.from({ length: 12 }, () => "rate-limit-exceeded"),
  ]);
  expect(statuses.at(-1)).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
});

it("says what was written when its answer is too large", async () => {
  const { mutate } = await startBookings({ config: { plugins: { graphql: { maxBytes: 2000 } } } });
  const create = (id: string) => `${id}: createBooking(
    input: { id: "${id}", roomId: "r", seats: 1, note: "${"x".repeat(1500)}" }) { booking { note } }`;
  const answer = await mutate(`mutation { ${create("a")} ${create("b")} ${create("c")} }`);
  expect(answer).toMatchObject({
    data: null,
    errors: [{ extensions: { code: "unprocessable-content", written: ["a", "b"] } }],
  });
  expect((await mutate("{ bookings { id } }")).data?.["bookings"]).toHaveLength(2);
});

const NOTES =
  "mutation($id: String!, $notes: JSON) { sendNotes(bookingId: $id, input: $notes) { status } }";

it.each([
  ["a number that JSON cannot repeat", "1e999"],
  ["a number within", '{"a": [1, -1e999]}'],
  ["nesting without end", "[".repeat(20_000) + "]".repeat(20_000)],
])("refuses a value with %s", async (_what, value) => {
  const { ask } = await startBookings();
  const body = JSON.stringify({ query: NOTES, variables: { id: "a", notes: "VALUE" } });
  const { errors } = await json<Answer>(await post(ask, body.replace('"VALUE"', value)));
  expect(errors).toMatchObject([{ extensions: { code: "bad-request", status: 400 } }]);
});
