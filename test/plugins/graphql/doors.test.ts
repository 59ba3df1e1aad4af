/** The doors of GraphQL open only for those who may use the route behind them. */
import { expect, it } from "vitest";
import doorsOf from "../../../plugins/graphql/doors.ts";
import { as } from "../identity/_setup.ts";
import { startBookings } from "./_bookings.ts";

it("has a door to each read and each write, which opens for a sample", async () => {
  const { server, ask } = await startBookings();
  const doors = doorsOf(server.registry);
  const guests = [{ name: "Ann", "birth-year": 1970 }];
  const booking = { id: "a", roomId: "r", seats: 1, guests, revision: 7 };
  const samples: Readonly<Record<string, object>> = {
    createBooking: booking,
    replaceBooking: booking,
    patchBooking: { seats: 2 },
  };
  const send = async (route: string, headers: Record<string, string>) => {
    const door = doors.find(({ reads }) => reads === `bookings.${route}`);
    const sample = { body: JSON.stringify(samples[route]) };
    const { target, question } = door?.request({ bookingId: "a", roomId: "r" }, sample) ?? {};
    const answer = await ask(target ?? "", {
      method: question?.method ?? "",
      headers: { ...question?.headers, ...headers },
      body: question?.body ?? null,
    });
    const body = Buffer.from(await answer.arrayBuffer());
    return door?.opens({ body } as never) === true; // the part of an answer that the door looks at
  };
  const open = ["createBooking", "listBookings", "getBooking", "getRoom", "replaceBooking"];
  for (const route of [...open, "patchBooking", "removeBooking"])
    expect([route, await send(route, {})]).toEqual([route, true]);
  const opened = [{}, as("ben"), as("ann")].map((headers) => send("removeAllBookings", headers));
  expect(await Promise.all(opened)).toEqual([false, false, true]);
});
