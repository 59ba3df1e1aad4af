import { describe, expect, it } from "vitest";
import proof from "../../../plugins/policies/deprecation/conformance.ts";
import deprecation from "../../../plugins/policies/deprecation/index.ts";
import type { CheckContext } from "../../../plugins/tools/shared/policy-tests.ts";
import { compile, objections } from "./_sketch.ts";

const deprecated = { since: "2026-01-01", sunset: "2027-01-01", successor: "health.getHealth" };
const href = (ref: string) => (ref === "health.getHealth" ? "/api/health" : undefined);
const route = { declaration: { deprecated } };

it("leads nowhere when the successor is off", () => {
  const { route: sealed, statement } = compile([deprecation], { route });
  expect(sealed.policies[0]?.compiled.contributes).toEqual([]);
  expect(statement()).toMatchObject({ routes: [{ path: "/api/things", successor: null }] });
});

it("states the notice and who is under it", () => {
  const options = { noticePeriodMonths: 6 };
  const { statement, route: sealed } = compile([deprecation], { options, route, href });
  expect(statement([sealed, compile([deprecation]).route])).toMatchObject({
    noticePeriodMonths: 6,
    sunsetHeader: { name: "Sunset", reference: "RFC 8594" },
    routes: [
      {
        method: "GET",
        path: "/api/things",
        since: "2026-01-01",
        sunset: "2027-01-01",
        successor: "/api/health",
      },
    ],
  });
});

describe("the notice", () => {
  const notice = async (noticePeriodMonths: number, since: string, sunset: string) => {
    const { route: sealed, statement } = compile([deprecation], {
      options: { noticePeriodMonths },
      route: { declaration: { deprecated: { ...deprecated, since, sunset } } },
    });
    const context = {} as CheckContext; // everything it compares stands in the statement
    const [asked] = proof.server?.(context, statement([sealed])) ?? [];
    return asked?.run?.();
  };

  it.each([
    [12, "2026-01-01", "2027-01-01"],
    [12, "2028-02-29", "2029-03-01"],
    [0, "2026-01-01", "2026-01-01"],
  ])("of %i months lies between %s and %s", async (months, since, sunset) => {
    expect(await notice(months, since, sunset)).toEqual([]);
  });

  it.each([
    [12, "2026-01-01", "2026-12-31"],
    [13, "2026-01-01", "2027-01-01"],
  ])("of %i months is not kept between %s and %s", async (months, since, sunset) => {
    expect(await notice(months, since, sunset)).toMatchObject([
      { expected: expect.stringContaining(`${months} months or more`), received: sunset },
    ]);
  });
});

describe("the key", () => {
  const schema = deprecation.policies?.[0]?.schema;

  it.each([deprecated, { ...deprecated, sunset: deprecated.since }])("accepts %j", (value) => {
    expect(objections(schema, value)).toEqual([]);
  });

  it.each([
    [{ ...deprecated, sunset: "2025-12-31" }, /must not be before the deprecation/],
    [{ ...deprecated, since: "2026-02-30" }, /./],
    [{ ...deprecated, since: "2026-01-01T00:00:00Z" }, /./],
    [{ ...deprecated, successor: "/api/health" }, /./],
    [{ ...deprecated, until: "2027-01-01" }, /./],
    [true, /./],
  ])("refuses %j", (value, message) => {
    expect(objections(schema, value)).toEqual([expect.stringMatching(message)]);
  });
});
