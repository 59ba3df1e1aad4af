/** Writes of one resource at the same time, over a socket. */
import { expect, it } from "vitest";
import preset from "waymark/preset";
import { startServer, tally, times } from "../../_setup.ts";
import roomBookings from "../../fixtures/room-bookings/plugin.ts";
import { MERGE, sends, startHarbour } from "./_resources.ts";

it("of 50 writers with one entity tag, one wins", async () => {
  const server = await startHarbour();
  const made = await server.request("/api/boats", sends("POST", { name: "Fram" }));
  const path = String(made.headers.get("location"));
  const headers = { "if-match": String(made.headers.get("etag")) };
  const statuses = await times(50, async (index) => {
    const [method, type] = index % 2 === 0 ? ["PUT", "application/json"] : ["PATCH", MERGE];
    const { status } = await server.request(path, {
      ...sends(String(method), { name: `Fram ${index}` }),
      headers: { ...headers, "content-type": String(type) },
    });
    return status;
  });
  expect(tally(statuses)).toEqual({ 200: 1, 412: 49 });
  const after = await server.request(path);
  expect(await after.json()).toMatchObject({ revision: 2 });
});

it("200 changes of a computed field are all counted", async () => {
  const server = await startHarbour();
  const made = await server.request("/api/boats", sends("POST", { name: "Fram" }));
  const path = String(made.headers.get("location"));
  const statuses = await times(200, async (index) => {
    const answer = await server.request(path, sends("PATCH", { berth: index + 1 }, MERGE));
    return answer.status;
  });
  expect(tally(statuses)).toEqual({ 200: 200 });
  const after = await server.request(path);
  expect(await after.json()).toMatchObject({ revision: 201 });
});

it("of 20 with the same key, one is created, by POST as by PUT", async () => {
  const server = await startHarbour();
  const post = await times(20, async (index) => {
    const flag = { code: "b", meaning: `meaning ${index}`, colours: 1 };
    return (await server.request("/api/flags", sends("POST", flag))).status;
  });
  expect(tally(post)).toEqual({ 201: 1, 409: 19 });
  const put = await times(20, async (index) => {
    const flag = { meaning: `another ${index}`, colours: 1 };
    return (await server.request("/api/flags/c", sends("PUT", flag))).status;
  });
  expect(tally(put)).toEqual({ 200: 19, 201: 1 });
});

it("20 bookings of one slot make one", async () => {
  const server = await startServer({
    plugins: [...preset, roomBookings],
    config: { plugins: { "rate-limit": false } },
  });
  const slot = { room: "aurora", from: "2026-12-01T09:00:00Z", to: "2026-12-01T10:00:00Z" };
  const statuses = await times(20, async () => {
    const answer = await server.request("/api/bookings", sends("POST", slot));
    return answer.status;
  });
  expect(tally(statuses)).toEqual({ 201: 1, 409: 19 });
  const booked = await server.request("/api/bookings?filter[from]=2026-12-01T09:00:00Z");
  expect(await booked.json()).toMatchObject({ bookings: [slot] });
});
