/** `waymark check` of writes: a correct resource conforms, and each fault of one is found by its case. */
import { describe, expect, it } from "vitest";
import preset from "waymark/preset";
import { definePolicy, type Call, type CompiledPolicy, type Plugin, type Route } from "waymark";
import { draw, seed } from "../../../_draw.ts";
import { checkInProcess } from "../../../../plugins/tools/check/in-process.ts";
import type { Report } from "../../../../plugins/tools/shared/report.ts";
import { rooms } from "../../../fixtures/faulty-rooms.ts";
import { checkThrough, type Tampering } from "./_proxy.ts";
import { NO_CONFIG } from "../../../_setup.ts";
import { failed, SOON } from "../../../_conforms.ts";

const SMALL = new Set(
  "request-id rate-limit problem-details links cache cors lists prefer clock ids event-bus store root schemas server-timing size-limits encoding digest".split(
    " ",
  ),
);
const small: readonly Plugin[] = preset.filter(({ id }) => SMALL.has(id));

const check = (...plugins: readonly Plugin[]): Promise<Report> =>
  checkInProcess(
    { ...NO_CONFIG, preset: [...small, ...plugins], overrides: { plugins: SOON } },
    { only: ({ plugin }) => plugin === "rooms" },
  );

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
    "write: refused",
    "write: removed",
    "write: representation",
    "write: statuses",
  ]);
});

it("everything that can be written conforms", async () => {
  const writable = { writable: true };
  const plugins = {
    offices: writable,
    integrations: writable,
    brains: writable,
    locales: writable,
    bulk: { enabled: true },
    webhooks: { enabled: true },
  };
  const { failures, skipped, warnings } = await checkInProcess(
    { ...NO_CONFIG, overrides: { plugins } },
    { only: ({ plugin }) => Object.hasOwn(plugins, plugin) },
  );
  expect({ failures, skipped, warnings }).toEqual({ failures: [], skipped: [], warnings: [] });
});

/** Faults, each with the cases that find it. */
const FAULTS: readonly (readonly [string, Parameters<typeof rooms>[0], readonly string[]])[] = [
  [
    "an answer in another order than that of the read",
    { answer: ({ id, name, seats }) => ({ seats, name, id }) },
    [
      "POST /api/rooms [write: created]",
      "PUT /api/rooms/{roomId} [write: representation]",
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
    "such operations, and a schema that refuses the members that policies add",
    { keepsHalf: true, isStrict: true },
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
  it.each(draw(FAULTS, 5))(`%s is found out, with SEED=${seed}`, async (_name, fault, cases) => {
    expect(failed(await check(rooms(fault)))).toEqual(expect.arrayContaining([...cases]));
  });
});

/** Guards the rooms against calls that `isRefused` refuses, reads and writes. */
function guarding(isRefused: (call: Call) => boolean, around?: CompiledPolicy["around"]): Plugin {
  const plugin = rooms();
  return {
    ...plugin,
    errors: {
      ...plugin.errors,
      "key-missing": { status: 401, message: "The request needs a key." },
    },
    policies: [
      definePolicy({
        id: "keys",
        guards: true,
        reads: { "x-key": { description: "Opens everything." } },
        compile: ({ plugin: owner, method }) =>
          owner === "rooms"
            ? {
                admit: (call) => (isRefused(call) ? { code: "key-missing" } : undefined),
                ...(around === undefined || method === "GET" ? {} : { around }),
              }
            : undefined,
        conformance: async () => ({
          default: { covers: {}, sends: () => ({ "x-key": "open" }) },
        }),
      }),
    ],
  } as Plugin;
}

const isStranger = (call: Call): boolean =>
  call.header("x-key") !== "open" && call.method !== "OPTIONS";

describe("a guard that", () => {
  it("refuses strangers conforms", async () => {
    const report = await check(guarding(isStranger));
    expect(report.failures).toEqual([]);
    expect(report.kinds).toContain("write: strangers");
  });

  it("lets them write is found out", async () => {
    const found = failed(
      await check(guarding((call) => isStranger(call) && call.method === "GET")),
    );
    for (const operation of [
      "POST /api/rooms",
      "PUT /api/rooms/{roomId}",
      "PATCH /api/rooms/{roomId}",
      "DELETE /api/rooms/{roomId}",
    ])
      expect(found).toContain(`${operation} [write: strangers]`);
  });

  it("refuses them once they have written is found out", async () => {
    const late = guarding(
      (call) => isStranger(call) && call.method === "GET",
      async (call, proceed) => {
        const end = await proceed();
        return isStranger(call) ? { refusal: { code: "key-missing" } } : end;
      },
    );
    const found = failed(await check(late));
    for (const operation of ["PUT /api/rooms/{roomId}", "DELETE /api/rooms/{roomId}"])
      expect(found).toContain(`${operation} [write: strangers]`);
  });
});

/** Faults between the check and the service, as a proxy or a broken kernel may have them. */
const TAMPERED: readonly (readonly [string, Tampering, readonly string[]])[] = [
  [
    "conditions",
    { ask: ({ headers, method }) => method !== "GET" && delete headers["if-match"] },
    [
      "PUT /api/rooms/{roomId} [write: conditions]",
      "PUT /api/rooms/{roomId} [write: concurrent]",
      "DELETE /api/rooms/{roomId} [write: conditions]",
    ],
  ],
  [
    "If-None-Match",
    { ask: ({ headers, method }) => method !== "GET" && delete headers["if-none-match"] },
    [
      "PUT /api/rooms/{roomId} [write: conditions]",
      "PATCH /api/rooms/{roomId} [write: conditions]",
    ],
  ],
  [
    "entity tags of writes",
    { answer: ({ headers, method }) => method !== "GET" && delete headers["etag"] },
    ["POST /api/rooms [write: created]", "PUT /api/rooms/{roomId} [write: representation]"],
  ],
  [
    "Location",
    { answer: ({ headers }) => delete headers["location"] },
    ["POST /api/rooms [write: created]"],
  ],
  [
    "Accept-Patch",
    { answer: ({ headers }) => delete headers["accept-patch"] },
    ["PATCH /api/rooms/{roomId} [415]"],
  ],
  [
    "pointers",
    {
      answer: (answer) => {
        answer.body = Buffer.from(answer.body.toString().replaceAll('"pointer"', '"place"'));
      },
    },
    ["POST /api/rooms [422]", "PATCH /api/rooms/{roomId} [write: JSON patch]"],
  ],
];

describe("a service that loses", () => {
  it.each(draw(TAMPERED, 2))(
    `%s is found out, with SEED=${seed}`,
    async (_name, tampering, cases) => {
      const report = await checkThrough([...small, rooms()], tampering);
      expect(failed(report)).toEqual(expect.arrayContaining([...cases]));
    },
  );
});
