/** Designs that are honest about what may be missing or taken conform, and what no sample reaches is said and not failed. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin, type WaymarkConfig } from "waymark";
import { resource } from "waymark/resources";
import preset from "waymark/preset";
import { z } from "zod";
import { failed } from "../../../_conforms.ts";
import { NO_CONFIG } from "../../../_setup.ts";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";

const BESIDE = new Set(["store", "clock", "ids", "cache", "access", "api-keys", "jobs"]);
const check = (plugin: Plugin, overrides: WaymarkConfig = {}) =>
  checkInProcess(
    { ...NO_CONFIG, overrides, preset: [...preset.filter(({ id }) => BESIDE.has(id)), plugin] },
    { only: (route) => route.plugin === plugin.id, alone: true },
  );

const photos = (absent: string | undefined, code = "resource-not-found") =>
  definePlugin({
    id: "photos",
    summary: "Photos.",
    routes: {
      getPhoto: {
        method: "GET",
        path: "/api/photos/{id}",
        summary: "Read a photo.",
        params: z.object({ id: z.string().meta({ examples: ["harbour"] }) }),
        returns: z.object({ id: z.string() }),
        errors: [code],
        ...(absent !== undefined && { absent }),
        cache: { scope: "public", maxAge: "1m" },
      },
    },
    handlers: () => ({ getPhoto: ({ fail }) => fail(code) }),
  }) as Plugin;

it("a resource may be missing where its route says until when", async () => {
  const report = await check(photos("until uploaded"));
  expect(failed(report)).toEqual([]);
  expect(report.skipped).toEqual([
    {
      operation: "GET /api/photos/{id}",
      case: "answer",
      reason: "the resource is absent until uploaded, and no sample adds it",
    },
  ]);
  expect(failed(await check(photos(undefined)))).toContain("GET /api/photos/{id} [answer]");
});

const seats = (rule: (seat: { readonly row: string; readonly place: number }) => boolean) => {
  const Seat = z.object({
    id: z.string(),
    row: z.string().meta({ examples: ["balcony", "stalls"] }),
    place: z
      .int()
      .min(1)
      .meta({ examples: [1, 2] }),
  });
  return definePlugin({
    id: "seats",
    summary: "Seats.",
    ...resource({
      name: { one: "seat", many: "seats" },
      path: "/api/seats",
      of: Seat,
      key: "id",
      unique: [["row", "place"]],
      errors: { "no-such-row": { status: 409, message: "There is no such row." } },
      rule: ({ after, fail }) =>
        after === undefined || rule(after) ? undefined : fail("no-such-row"),
    }),
  }) as Plugin;
};

it("examples are tried in turn, and varied one member at a time", async () => {
  const report = await check(seats(({ row }) => row === "stalls"));
  expect({ failed: failed(report), skipped: report.skipped }).toEqual({ failed: [], skipped: [] });
});

it.each([
  ["mine", /201 and 201: its rule saw the rows of its caller alone/],
  ["table", /201 and 409 \(slot-taken\): its rule saw the rows of all callers/],
] as const)("two principals send the same body to a rule that reads %s", async (rows, note) => {
  const slots = definePlugin({
    id: "slots",
    summary: "Slots.",
    ...resource({
      name: { one: "slot", many: "slots" },
      path: "/api/slots",
      of: z.object({ id: z.string(), hour: z.int() }),
      key: "id",
      owner: "booker",
      access: { read: "authenticated", write: "authenticated" },
      errors: { "slot-taken": { status: 409, message: "The slot is taken." } },
      async rule({ kind, after, fail, ...seen }) {
        if (kind !== "create" || after === undefined) return undefined;
        const filters = [{ field: "hour", operator: "eq", value: after.hour } as const];
        const { items } = await seen[rows].list({ filters });
        return items.length === 0 ? undefined : fail("slot-taken");
      },
    }),
  }) as Plugin;
  const { failures, notes } = await check(slots, { plugins: { access: true, "api-keys": true } });
  expect(failures).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(note)]);
});

it("a resource that no sample makes is said, and not failed", async () => {
  const report = await check(seats(() => false));
  expect(failed(report)).toEqual([]);
  expect(report.skipped.map(({ case: name }) => name)).toContain("write: created");
});
