import { expect, it } from "vitest";
import { Components } from "../../../../plugins/discovery/openapi/components.ts";
import { sealed } from "../../../registry/seal/_sealed.ts";

it("shares parameters under their names, unless a component cannot have them", () => {
  const { registry } = sealed([]);
  if (registry === undefined) throw new Error("it was not sealed");
  const components = new Components(registry);
  const named = (name: string) => ({ name, in: "query", schema: {} }) as const;
  const shared = (name: string) => ({ ...named(name), shared: name });
  expect(components.parameter(shared("limit"))).toEqual({ $ref: "#/components/parameters/limit" });
  for (const name of ["page[size]", "a/b", "a~b"])
    expect(components.parameter(shared(name))).toEqual(named(name));
  expect(Object.keys(components.toObject().parameters)).toEqual(["limit"]);
});
