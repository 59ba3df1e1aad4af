import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Failure } from "waymark/advanced";
import { toJsonSchema } from "../../../registry/schema/convert.ts";
import { errorForm } from "../../../registry/seal/published.ts";
import { ErrorBody, Problem } from "../../../schemas/error.ts";
import problemDetails from "../../../plugins/policies/problem-details.ts";
import { compiled, sketchCall, sketchFailure } from "./_sketch.ts";

/** Returns the body as it leaves the server: without undefined members. */
function render(failure: Failure, withCatalog = true): Record<string, unknown> {
  const href = (ref: string) =>
    withCatalog && ref === "errors.listErrors" ? "/api/errors" : undefined;
  const [form] = compiled(problemDetails, { href }).errorForms ?? [];
  if (form?.schema === undefined) throw new Error("a problem has a schema");
  return JSON.parse(JSON.stringify(form.render(failure, sketchCall({ requestId: "r-1" }))));
}

const detailed = sketchFailure({
  code: "bad-request",
  status: 400,
  message: "A part does not fit.",
  detail: "limit is 500, at most 200.",
  errors: [{ detail: "too large", parameter: "limit" }],
});

describe("a problem", () => {
  it("leads to its entry of the catalog", () => {
    expect(render(detailed)).toEqual({
      type: "https://api.example.org/api/errors#bad-request",
      title: "A part does not fit.",
      status: 400,
      detail: "limit is 500, at most 200.",
      code: "bad-request",
      requestId: "r-1",
      errors: [{ detail: "too large", parameter: "limit" }],
    });
  });

  it("is no more than its status without a catalog", () => {
    expect(render(sketchFailure(), false)).toEqual({
      type: "about:blank",
      title: "Not Found",
      status: 404,
      detail: "Nothing is served at this path.",
      code: "not-found",
      requestId: "r-1",
    });
  });

  it("carries extensions, which replace no member", () => {
    const extensions = { "violated-policies": ["default"], status: 200, title: "x", type: "x" };
    expect(render(sketchFailure({ extensions }))).toMatchObject({
      type: "https://api.example.org/api/errors#not-found",
      title: "Nothing is served at this path.",
      status: 404,
      "violated-policies": ["default"],
    });
  });
});

describe("schemas", () => {
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  const validator = (schema: Parameters<typeof toJsonSchema>[0]) => {
    const { root, definitions } = toJsonSchema(schema);
    return ajv.compile({ ...root, $defs: definitions });
  };
  const extended = sketchFailure({ extensions: { "violated-policies": ["default"] } });

  it.each([detailed, sketchFailure(), extended])("both forms of $code fit theirs", (failure) => {
    expect(validator(Problem)(render(failure))).toBe(true);
    expect(validator(Problem)(render(failure, false))).toBe(true);
    const error = errorForm.render(failure, sketchCall({ requestId: "r-1" }));
    expect(validator(ErrorBody)(JSON.parse(JSON.stringify(error)))).toBe(true);
  });

  it("tell a problem from anything else", () => {
    expect(validator(Problem)({ ...render(detailed), status: 200 })).toBe(false);
    expect(validator(ErrorBody)({ error: { code: "x" } })).toBe(false);
  });
});
