/** `waymark check` of writes: a correct resource conforms, and each fault of one is found by its case. */
import { describe, expect, it } from "vitest";
import preset from "waymark/preset";
import type { Plugin, Route } from "waymark";
import { checkInProcess } from "../../../kernel/check/in-process.ts";
import type { Report } from "../../../kernel/check/report.ts";
import { rooms } from "../../fixtures/faulty-rooms.ts";

const input = { cwd: process.cwd(), env: {}, file: false } as const;
const SMALL = new Set(
  "request-id rate-limit problem-details links cache cors lists prefer clock ids event-bus store root schemas server-timing size-limits encoding digest".split(
    " ",
  ),
);
const small: readonly Plugin[] = preset.filter(({ id }) => SMALL.has(id));

const check = (...plugins: readonly Plugin[]): Promise<Report> =>
  checkInProcess(
    { ...input, preset: [...small, ...plugins] },
    { only: ({ plugin }) => plugin === "rooms" },
  );

function failed({ failures }: Report): readonly string[] {
  return failures.map((failure) => `${failure.operation} [${failure.case}]`);
}

it("a correct resource conforms, and every case of writes has run", async () => {
  const report = await check(rooms());
  expect(report.failures).toEqual([]);
  expect(report.skipped).toEqual([]);
  expect(report.kinds.filter((kind) => kind.startsWith("write"))).toEqual([
    "write: JSON patch",
    "write: concurrent",
    "write: conditions",
    "write: created",
    "write: merge patch",
    "write: minimal",
    "write: refused",
    "write: removed",
    "write: representation",
    "write: statuses",
  ]);
});

/** Faults, each with the cases that find it. */
const FAULTS: readonly (readonly [string, Parameters<typeof rooms>[0], readonly string[]])[] = [
  [
    "an answer in another order than that of the read",
    { answer: ({ id, name, seats }) => ({ seats, name, id }) },
    [
      "POST /api/rooms [write: created]",
      "POST /api/rooms [write: minimal]",
      "PUT /api/rooms/{roomId} [write: representation]",
      "PUT /api/rooms/{roomId} [write: minimal]",
      "PATCH /api/rooms/{roomId} [write: representation]",
    ],
  ],
  [
    "an answer that is not what was stored",
    { answer: (room) => ({ ...room, name: room.name.toUpperCase() }) },
    ["PUT /api/rooms/{roomId} [write: representation]"],
  ],
  [
    "a refusal after something was written",
    {
      receive(kept, id, body) {
        const room = kept.get(id);
        if (room !== undefined && Array.isArray(body)) kept.set(id, { ...room, seats: 1000 });
      },
    },
    ["PATCH /api/rooms/{roomId} [write: JSON patch]"],
  ],
  [
    "operations that stay when a later one does not apply",
    { keepsHalf: true },
    ["PATCH /api/rooms/{roomId} [write: JSON patch]"],
  ],
  [
    "a conflict that names another operation",
    { index: (at) => at + 1 },
    ["PATCH /api/rooms/{roomId} [write: JSON patch]"],
  ],
  [
    "a merge patch that fails without members",
    {
      merge(room, patch) {
        if (Object.keys(patch).length === 0) throw new Error("a patch needs members");
        return { ...room, ...patch };
      },
    },
    ["PATCH /api/rooms/{roomId} [write: merge patch]"],
  ],
  [
    "a removal that removes nothing",
    { removes: false },
    ["DELETE /api/rooms/{roomId} [write: removed]"],
  ],
  [
    "a Location that leads to nothing",
    {
      route: (id, route) =>
        id === "createRoom"
          ? ({ ...route, creates: { to: "getRoom", with: { roomId: "name" } } } as Route)
          : route,
    },
    ["POST /api/rooms [write: created]"],
  ],
  [
    "a status that nothing declares",
    {
      receive() {
        throw new TypeError("a bug");
      },
    },
    [
      "POST /api/rooms [write: created]",
      "PUT /api/rooms/{roomId} [write: statuses]",
      "PATCH /api/rooms/{roomId} [write: statuses]",
    ],
  ],
];

describe("a resource with", () => {
  it.each(FAULTS)("%s is found out", async (_name, fault, cases) => {
    expect(failed(await check(rooms(fault)))).toEqual(expect.arrayContaining([...cases]));
  });
});
