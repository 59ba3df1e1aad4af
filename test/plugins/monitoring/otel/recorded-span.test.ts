/** A recorded span, as the exporter reads it. */
import { resourceFromAttributes } from "@opentelemetry/resources";
import { describe, expect, it } from "vitest";
import { RecordedSpan } from "../../../../plugins/monitoring/otel/recorded-span.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const origin = { resource: resourceFromAttributes({}), instrumentationScope: { name: "waymark" } };
const spanOf = (id: string, parent?: RecordedSpan) =>
  new RecordedSpan(`00-${TRACE}-${id}-03`, origin, parent);
const msOf = ([seconds, nanoseconds]: readonly [number, number]) =>
  seconds * 1000 + nanoseconds / 1_000_000;

describe("a recorded span", () => {
  it("begins and ends within its parent, at the time of day", () => {
    const before = Date.now();
    const parent = spanOf("00f067aa0ba902b7");
    const child = spanOf("b7ad6b7169203331", parent);
    expect(child.ended).toBe(false);
    child.end({ name: "child", attributes: {} });
    parent.end({ name: "parent", kind: "server", attributes: {} });
    const times = [parent.startTime, child.startTime, child.endTime, parent.endTime].map(msOf);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // The zero of the clock is read once a second, which may have been set since.
    expect(Math.abs(msOf(parent.startTime) - before)).toBeLessThan(60_000);
    expect(msOf(child.duration)).toBeCloseTo(msOf(child.endTime) - msOf(child.startTime), 2);
    expect([parent.ended, parent.kind, child.kind]).toEqual([true, 1, 0]);
    expect(child.parentSpanContext).toEqual({
      traceId: TRACE,
      spanId: "00f067aa0ba902b7",
      traceFlags: 1,
    });
    expect(parent.parentSpanContext).toBeUndefined();
  });

  it("has the attributes that are defined, and leaves those of its operation alone", () => {
    const attributes = Object.freeze({ "waymark.route": "a.b", "server.address": undefined });
    const span = spanOf("00f067aa0ba902b7");
    span.end({ name: "work", attributes, error: new RangeError("too far") });
    expect(span.attributes).toEqual({ "waymark.route": "a.b", "error.type": "RangeError" });
    expect(span.status).toEqual({ code: 2 });
    expect(span.events).toMatchObject([
      {
        name: "exception",
        attributes: {
          "exception.type": "RangeError",
          "exception.message": "too far",
          "exception.stacktrace": expect.stringContaining("too far"),
        },
      },
    ]);
  });
});
