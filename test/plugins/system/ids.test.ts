import { describe, expect, it } from "vitest";
import clock from "../../../plugins/system/clock.ts";
import type { Clock } from "waymark/services";
import { createIds } from "../../../plugins/system/ids.ts";

const at = (now: number) => ({ now: () => now });

describe("uuid", () => {
  it("is version 7, variant 10", () => {
    expect(createIds(at(Date.now())).uuid()).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  it.each([
    [0, "00000000-0000-7"],
    [0x01_7f_22_e2_79_b0, "017f22e2-79b0-7"], // RFC 9562, appendix A.6
    [2 ** 48 - 1, "ffffffff-ffff-7"],
  ])("begins with the time: %d", (now, start) => {
    expect(createIds(at(now)).uuid().slice(0, 15)).toBe(start);
  });

  it("follows the clock", () => {
    let now = 1;
    const ids = createIds({ now: () => now });
    const first = ids.uuid();
    now = 2;
    expect(ids.uuid() > first).toBe(true);
  });
});

it.each([16, 32] as const)("hex has %d lower-case digits", (digits) => {
  expect(createIds(at(0)).hex(digits)).toMatch(new RegExp(`^[\\da-f]{${digits}}$`));
});

it("fills a pattern, and leaves the rest of it as it is", () => {
  const ids = createIds(at(0));
  expect(ids.like("00-xxxx-yx-02")).toMatch(/^00-[\da-f]{4}-[89ab][\da-f]-02$/);
  expect(ids.like("z-x")).toMatch(/^z-[\da-f]$/);
});

it.each(["uuid", "hex16", "hex32", "like"] as const)(
  "repeats nothing across blocks: %s",
  (kind) => {
    const ids = createIds(at(0));
    const next = {
      uuid: ids.uuid,
      hex16: () => ids.hex(16),
      hex32: () => ids.hex(32),
      like: () => ids.like("xxxxxxxxxxxx"),
    }[kind];
    expect(new Set(Array.from({ length: 10_000 }, next)).size).toBe(10_000);
  },
);

describe("without randomness", () => {
  const ids = createIds(at(0), (bytes) => void bytes.fill(0));

  it("hex is not all zero, as Trace Context asks", () => {
    expect(ids.hex(16)).toBe("0000000000000001");
    expect(ids.hex(32)).toBe("00000000000000000000000000000001");
  });

  it("uuid keeps its version and variant", () => {
    expect(ids.uuid()).toBe("00000000-0000-7000-8000-000000000000");
  });
});

it("takes random bytes once for many ids", () => {
  let fills = 0;
  const ids = createIds(at(0), () => void fills++);
  for (let i = 0; i < 512; i++) ids.uuid();
  expect(fills).toBe(2);
});

it("the clock returns the current time", async () => {
  const provided = (await clock.setup?.({}, {} as never)) as { clock: Clock } | undefined;
  expect(Math.abs(Number(provided?.clock.now()) - Date.now())).toBeLessThan(1000);
});
